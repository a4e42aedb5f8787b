/* Cases that are computed in parts, by a split. */
#ifndef TESTS_RANDOM_CASE_SPLIT_H
#define TESTS_RANDOM_CASE_SPLIT_H

#include "random/case_arrays.h"

/* Makes the case one that a split can compute, if it is computed in parts. */
void case_split_settle(test_case *tc);

/* Computes the case in parts of random lengths, which lie one after the other in the arrays of the case. */
clscan_status case_split_run(const test_device *d, cl_command_queue queue, const case_arrays *s,
                             const clscan_args *args);

#endif
