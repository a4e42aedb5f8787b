/* The array that says where segments begin: flags, bits, keys or offsets. */
#ifndef TESTS_RANDOM_CASE_MARKS_H
#define TESTS_RANDOM_CASE_MARKS_H

#include "random/case_arrays.h"

/* Makes the array, in a case that has it, and counts offsets in s->o.num_offsets. */
void case_marks_fill(case_arrays *s);

#endif
