/* For selections, sorts and reductions only: data with the wanted elements or runs, further arrays, outputs that may be
 * too small, and the expected results, computed in plain C. */
#ifndef TESTS_RANDOM_CASE_TASK_H
#define TESTS_RANDOM_CASE_TASK_H

#include "random/case_arrays.h"

/* Sets how many elements the outputs have. The outputs of a selection have room for all elements. A reduction has one
 * result for each row, and a histogram one count for each bin, or for each bin of each row. */
void case_task_lay(case_arrays *s);

/* Sets how many elements the outputs have, if each of up to `segments` segments has results. */
void case_task_lay_segments(case_arrays *s, size_t segments);

/* Sets from[n] to the place in `column` of the n-th element of the input, in the order of the scan. `column` has one
 * scalar more than the input has elements: the first one is the initial value. The elements that a predicate keeps are
 * as frequent as the density says, and so are the beginnings of runs, and the different keys of a sort. */
void case_task_choose(const case_arrays *s, const char *column, size_t *from);

/* Makes the arrays that a selection or a sort carries along, its indices, and the lengths of runs. */
void case_task_make(case_arrays *s);

/* Returns element i of the input as it is in memory, where the load function of the case finds it. */
const char *case_task_element(const case_arrays *s, size_t i);

/* Finds which elements the outputs receive, in their order, and shortens the outputs if the case wants outputs that are
 * too small. Call it when all inputs and the count are known, and before the arrays are copied to the device. */
void case_task_decide(case_arrays *s);

/* Write the expected results. */
void case_task_expect_selection(case_arrays *s);
void case_task_expect_reduction(case_arrays *s);

/* Returns the place of the result of a row. The columns of a matrix are counted first, unless the dimension of the
 * matrices comes before that of the columns. */
size_t case_task_result_place(const case_arrays *s, size_t row, size_t rows);

/* Returns the number of rows that args.dims says. */
size_t case_task_rows(const case_arrays *s);

/* Return the place in CELLS of the total of a selection, and how many numbers it is: of all rows together. */
size_t case_task_total_cell(const case_arrays *s);
size_t case_task_totals(const case_arrays *s);

/* Returns true if a selection keeps element `i` of the input. */
bool case_task_keeps(const case_arrays *s, size_t i);

/* Returns offset `i` of the segments, or the number of elements if that is less. */
size_t case_task_offset_at(const case_arrays *s, size_t i);

#endif
