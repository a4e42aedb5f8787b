/* The launch that computes the lengths of runs after the scan that has counted them. */
#ifndef CS_RUN_LENGTHS_H
#define CS_RUN_LENGTHS_H

#include "strategy/strategy.h"

/* Enqueues the launch, if the task wants lengths. */
clscan_status cs_make_run_lengths(cs_submission *submission);

#endif
