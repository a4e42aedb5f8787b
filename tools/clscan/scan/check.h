/* Compares results with a sequential scan in plain C. */
#ifndef CLSCAN_TOOL_CHECK_H
#define CLSCAN_TOOL_CHECK_H

#include "data/task.h"

/* Returns true if the results of the task can be checked. Complains of results that are rounded twice, which cannot. */
bool check_is_possible(const task *t);

/* Compares all of `out`, and the total if the task has one. Prints the result, and returns EXIT_OK, EXIT_MISMATCH or
 * EXIT_ERROR. */
int check_scan(const task *t, const array *out, const void *total);

#endif
