/* The outputs of the tasks that move elements, selections and sorts, in plain C. */
#ifndef CS_EXPECT_MOVED_H
#define CS_EXPECT_MOVED_H

#include "self_test/trial.h"

/* Returns the n-th random number of a sequence that depends on `n` alone. */
cl_ulong cs_random_at(size_t n);

/* Writes random bits to `size` bytes. */
void cs_random_bits(void *to, size_t size);

/* Copies the elements that scan->source names from the inputs to the expected outputs, and writes their indices. */
void cs_expect_moved(cs_test_scan *scan);

/* Writes `number` as element `i` of an expected output, in as many bytes as an element has. */
void cs_expect_number(cs_test_scan *scan, unsigned output, size_t i, cl_ulong number);

#endif
