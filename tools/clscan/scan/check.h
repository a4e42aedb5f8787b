/* A result compared with a sequential scan in plain C. */
#ifndef CLSCAN_TOOL_CHECK_H
#define CLSCAN_TOOL_CHECK_H

#include "data/task.h"

/* Complains of what can't be checked: rounded results that are rounded again. */
bool check_is_possible(const task *t);

/* All of `out`, and the total where the task wants it. EXIT_OK, EXIT_MISMATCH or EXIT_ERROR, and says so. */
int check_scan(const task *t, const array *out, const void *total);

#endif
