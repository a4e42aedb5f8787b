/* Cases that are computed by a stream, in pieces and portions of random sizes, or by a team, in pieces. */
#ifndef TESTS_RANDOM_CASE_STREAM_H
#define TESTS_RANDOM_CASE_STREAM_H

#include "random/case_arrays.h"

/* Makes the case one that a stream or a team can compute, if it is computed by one of them. */
void case_stream_settle(test_case *tc);

/* Computes the case, whose arrays are in host memory, by a stream or a team. */
clscan_status case_stream_run(const test_device *d, const case_arrays *s, const clscan_args *args);

#endif
