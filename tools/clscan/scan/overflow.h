/* Sums and products of integers that do not fit the type of the scan. The library wraps them. */
#ifndef CLSCAN_TOOL_OVERFLOW_H
#define CLSCAN_TOOL_OVERFLOW_H

#include "data/task.h"
#include "options/options.h"

/* Whether every result of the task is what exact arithmetic gives. Complains, where one is not, with the place in the
 * input, which is named `file` and was read as `from`. True for operators that cannot overflow. */
bool overflow_is_absent(const options *o, const format *from, const char *file, const task *t);

#endif
