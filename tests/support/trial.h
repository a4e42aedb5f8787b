/* One scan of guarded buffers, compared with the oracle. */
#ifndef TESTS_TRIAL_H
#define TESTS_TRIAL_H

#include "support/test_device.h"

#include <oracle.h>

typedef struct trial {
    oracle_problem problem;
    clscan_desc desc; /* description of the plan */
    size_t count, in_offset, out_offset;
    bool in_place;      /* requires in_offset == out_offset */
    bool own_workspace; /* the test supplies a workspace of exactly the required size */
    bool out_of_order;
    uint64_t seed;             /* seed of the input data */
    const char *build_options; /* options of the device, for messages; NULL: CLSCAN_TEST_BUILD_OPTIONS */
} trial;

/* Returns true if the problem is tried. By default the types share the operators: two or three types of different sizes
 * try an operator. With CLSCAN_TEST_WHOLE=1 each type tries all operators that it has. */
bool trial_meets(const oracle_problem *problem);

/* Sets the offsets, in_place, own_workspace, out_of_order and the seed from the random number `draw`. */
void trial_draw(trial *t, uint64_t draw);

/* Runs the scan. Fails the test if an element is wrong, if anything but the output has changed, or if the scan wrote
 * outside the buffers. The failure's message describes the whole trial. */
void trial_run(const test_device *d, clscan_plan *plan, const trial *t);

/* Creates a plan of `desc` and runs one trial with it for each of the n counts. The rest of each trial is drawn. */
void trial_run_counts(const test_device *d, const oracle_problem *problem, const clscan_desc *desc,
                      const size_t *counts, size_t n);

/* Returns the seed of this run of the suite: CLSCAN_TEST_SEED, or a fixed seed if that variable is not set. */
uint64_t trial_seed(void);

#endif
