/* The keys of segments that have results: an output that half of the cases have, by their data. */
#ifndef TESTS_RANDOM_CASE_KEYS_H
#define TESTS_RANDOM_CASE_KEYS_H

#include "random/case_arrays.h"

/* Makes the output, if the case has it: in reductions and histograms by keys. */
void case_keys_make(case_arrays *s);

/* Writes the expected keys, if the case has them: of the first element of each segment, in the order of the scan. */
void case_keys_expect(case_arrays *s);

#endif
