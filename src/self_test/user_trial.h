/* Trials of a user's operator: two elements of desc.sample among identities. They are combined once, in whatever
 * association, so that neither rounding nor a law that the operator breaks is held against a kernel. */
#ifndef CS_USER_TRIAL_H
#define CS_USER_TRIAL_H

#include "self_test/trial.h"

enum { CS_USER_TRIALS = 16 };

/* Why there is none; NULL: there is. */
const char *cs_user_trial_why_none(const clscan_desc *desc, const cs_problem *problem);

/* Finds the identity by the plainest variant, and whether an element that is read can be it. */
clscan_status cs_user_trial_begin(cs_trial *trial, const cs_variant *plain, bool *readable);

/* Writes the input of the n-th trial. */
clscan_status cs_user_trial_place(cs_trial *trial, unsigned n);

/* Whether the identities have left both elements as they are in what is expected; and whether all of that is alike, so
 * that it tells nothing. */
bool cs_user_trial_is_lawful(const cs_trial *trial, bool *alike);

#endif
