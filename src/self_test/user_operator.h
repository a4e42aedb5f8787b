/* Trials of a user operator: two elements of desc.sample.elements among identities. Whatever the association, these two
 * are combined once. So a kernel is not blamed for rounding, or for an operator that is not associative. */
#ifndef CS_USER_OPERATOR_H
#define CS_USER_OPERATOR_H

#include "self_test/test_scan.h"

enum { CS_USER_SCANS = 16 };

/* Returns why the user operator of a description cannot be tested, for a person to read, or NULL if it can be tested or
 * there is none. */
const char *cs_user_operator_why_none(const clscan_desc *desc, const cs_problem *problem);

/* Computes the identity by the reference kernel. *readable says whether an element of the input can hold it. */
clscan_status cs_user_operator_begin(cs_test_scan *scan, const cs_variant *reference, bool *readable);

/* Writes the input of the n-th trial. */
clscan_status cs_user_operator_place(cs_test_scan *scan, unsigned n);

/* Looks at the expected results of a trial. Returns true if combining with identities has changed neither element.
 * *alike is true if all results are the identity, so that the trial shows nothing. */
bool cs_user_operator_identity_holds(const cs_test_scan *scan, bool *alike);

#endif
