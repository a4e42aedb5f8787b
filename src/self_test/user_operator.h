/* Trials of a user's operator: two elements of desc.sample.elements among identities. They are combined once, in
 * whatever association, so that neither rounding nor a law that the operator breaks is held against a kernel. */
#ifndef CS_USER_OPERATOR_H
#define CS_USER_OPERATOR_H

#include "self_test/test_scan.h"

enum { CS_USER_SCANS = 16 };

/* Why there is none; NULL: there is. */
const char *cs_user_operator_why_none(const clscan_desc *desc, const cs_problem *problem);

/* Finds the identity by the plainest variant, and whether an element that is read can be it. */
clscan_status cs_user_operator_begin(cs_test_scan *scan, const cs_variant *plain, bool *readable);

/* Writes the input of the n-th scan. */
clscan_status cs_user_operator_place(cs_test_scan *scan, unsigned n);

/* Whether the identities have left both elements as they are in what is expected; and whether all of that is alike, so
 * that it tells nothing. */
bool cs_user_operator_is_lawful(const cs_test_scan *scan, bool *alike);

#endif
