/* Detects sums and products of integers that do not fit the type of the scan. The library wraps such results. */
#ifndef CLSCAN_TOOL_OVERFLOW_H
#define CLSCAN_TOOL_OVERFLOW_H

#include "data/task.h"
#include "options/options.h"

/* Returns true if no result of the task overflows. Otherwise complains, with the place in the input, which is named
 * `file` and was read in the format `from`. Returns true for operators that cannot overflow. */
bool overflow_is_absent(const options *o, const format *from, const char *file, const task *t);

#endif
