/* Trials that plain C can tell the outcome of: of numbers, by an operator of the library's. */
#ifndef CS_KNOWN_TRIAL_H
#define CS_KNOWN_TRIAL_H

#include "self_test/trial.h"

/* Fails where C comes to something else than what is expected of the trial. What it does not know passes: operators of
 * the user's, half, keys that are no integers, the flag of add_checked, and what rounds (see fold.h). */
clscan_status cs_known_trial_check(const cs_trial *trial);

#endif
