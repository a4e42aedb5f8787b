/* Compares a histogram with one in plain C. */
#ifndef CLSCAN_TOOL_COUNT_CHECK_H
#define CLSCAN_TOOL_COUNT_CHECK_H

#include "data/task.h"

/* Compares `counts` with what plain C counts in the bins of the task, for each row. `weights` has a weight for each
 * element, or no data. Prints the result. Returns EXIT_OK, EXIT_MISMATCH, or EXIT_ERROR if plain C cannot count. */
int count_check(const task *t, const array *weights, const array *counts);

#endif
