/* Where the kept elements of each segment begin in the outputs of a selection by segments, and in a partition also
 * where the other elements begin. */
#ifndef TESTS_RANDOM_CASE_OFFSETS_H
#define TESTS_RANDOM_CASE_OFFSETS_H

#include "random/case_arrays.h"

/* Makes the output, in a selection by segments, and counts the segments for the total. Call it when the count is known.
 */
void case_offsets_make(case_arrays *s);

/* Writes the expected numbers, as many as the output has room for. */
void case_offsets_expect(case_arrays *s);

#endif
