/* Splits compared with one call of clscan_plan_execute on the whole array. */
#ifndef TESTS_API_SPLIT_CASE_H
#define TESTS_API_SPLIT_CASE_H

#include "api/stream.h"

/* Computes a case in 1 to 8 parts on one device, some of them empty, and asserts that one call has the same results. */
void split_check(const test_device *d, const stream_case *c);

/* Computes a case on several devices together, in parts of all lengths and from arrays in host memory, and asserts that
 * the results are the same, too. */
void team_check(const test_device *devices, size_t num, const stream_case *c);

#endif
