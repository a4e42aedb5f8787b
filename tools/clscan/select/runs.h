/* Runs of equal elements or keys, in plain C. */
#ifndef CLSCAN_TOOL_RUNS_H
#define CLSCAN_TOOL_RUNS_H

#include "data/task.h"

/* Returns a flag for each value: 1 for the first value of each run of at least `least` values, or with `last` for the
 * last value of each run. Runs lie in the rows of the task. Numbers are compared as == does. Values of a user type are
 * equal if all their bytes are. The caller frees the flags. NULL after complaining. */
unsigned char *runs_flags(const task *t, const array *values, bool last, size_t least);

/* Returns the length of the run that begins with value n of a row. */
size_t runs_length(const task *t, const array *values, size_t row, size_t n);

#endif
