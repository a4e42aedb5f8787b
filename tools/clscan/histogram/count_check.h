/* Compares a histogram with one in plain C. */
#ifndef CLSCAN_TOOL_COUNT_CHECK_H
#define CLSCAN_TOOL_COUNT_CHECK_H

#include "data/task.h"
#include "histogram/weights.h"

/* Compares `counts` with what plain C counts in the bins of the task, for each row, or with the sums of the weights if
 * there are any. Sums of doubles may differ by what the order of additions changes. Prints the result. Returns EXIT_OK,
 * EXIT_MISMATCH, or EXIT_ERROR if plain C cannot count. */
int count_check(const task *t, const weights *w, const array *counts);

#endif
