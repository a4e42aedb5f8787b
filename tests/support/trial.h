/* One scan of guarded buffers, measured against the oracle. */
#ifndef TESTS_TRIAL_H
#define TESTS_TRIAL_H

#include "support/dut.h"

#include <oracle.h>

typedef struct trial {
    oracle_problem problem;
    clscan_desc desc; /* of the plan */
    size_t count, in_offset, out_offset;
    bool in_place;      /* out_offset is in_offset then */
    bool own_workspace; /* the caller's, of just the size needed */
    bool out_of_order;
    uint64_t seed; /* of the data */
} trial;

/* Whether the problem is tried: signed and unsigned types, and float and double, have the operators between them;
 * CLSCAN_TEST_WHOLE=1: each has all. */
bool trial_meets(const oracle_problem *problem);

/* Draws offsets, in place or not, workspace and queue. */
void trial_draw(trial *t, uint64_t draw);

/* Runs the scan; fails the test with a line that has all of the trial in it unless every element is right, nothing
 * but the output has changed and nothing was written outside the buffers. */
void trial_run(const dut *d, clscan_plan *plan, const trial *t);

/* Runs one of each count, otherwise drawn, with a plan of their own. */
void trial_run_counts(const dut *d, const oracle_problem *problem, const clscan_desc *desc, const size_t *counts,
                      size_t n);

/* The seed of this run of the suite: CLSCAN_TEST_SEED, else always the same. */
uint64_t trial_seed(void);

#endif
