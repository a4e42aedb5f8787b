/* For sorts only: keys of all bits, and the order of the elements, computed in plain C. */
#ifndef TESTS_RANDOM_CASE_SORT_H
#define TESTS_RANDOM_CASE_SORT_H

#include "random/case_arrays.h"

/* Fills `column` with s->most + 1 keys. Many floating-point keys are zeros, infinities and NaNs with different bits. */
void case_sort_fill(const case_arrays *s, char *column);

/* Sets order[k] to the index of the element that is at place k of the output, for s->o.count elements. */
void case_sort_order(const case_arrays *s, size_t *order);

/* Returns where element `n` of the result is, row by row, and whether a row or a segment begins there. */
oracle_place case_sort_place(const case_arrays *s, size_t n);

#endif
