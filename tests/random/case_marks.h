/* The arrays that say where segments begin, by flags, bits, keys or offsets, and which elements are kept. */
#ifndef TESTS_RANDOM_CASE_MARKS_H
#define TESTS_RANDOM_CASE_MARKS_H

#include "random/case_arrays.h"

/* Makes the segments, in a case that has them, and counts offsets in s->o.num_offsets. */
void case_marks_fill(case_arrays *s);

/* Makes the mask of a selection, in a case that has it. */
void case_marks_fill_mask(case_arrays *s);

#endif
