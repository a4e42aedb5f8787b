/* Detects integers that the library would wrap: sums, products and steps of a recurrence that do not fit the type of
 * the scan, elements that do not fit it, and results that do not fit the type of the output. */
#ifndef CLSCAN_TOOL_OVERFLOW_H
#define CLSCAN_TOOL_OVERFLOW_H

#include "data/task.h"
#include "options/options.h"

/* Returns true if the task wraps no integer. Otherwise complains, with the place in the input, which is named `file`
 * and was read in the format `from`. */
bool overflow_is_absent(const options *o, const format *from, const char *file, const task *t);

#endif
