/* Trials that plain C can tell the outcome of: numbers by an operator of the library's. */
#ifndef CS_KNOWN_TRIAL_H
#define CS_KNOWN_TRIAL_H

#include "trial.h"

/* Fails where C comes to something else than what is expected of the trial. What it does not know passes: operators of
 * the user's or with a state, segments, half, and floating products of other numbers than 1 and -1. */
clscan_status cs_known_trial_check(const cs_trial *trial);

#endif
