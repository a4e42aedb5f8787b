/* The case that runs, for a process that the driver ends. */
#ifndef TESTS_RANDOM_RUNNING_H
#define TESTS_RANDOM_RUNNING_H

#include "random/test_case.h"

/* From now on, a signal of a crash or SIGTERM prints the line of the case that runs, and then ends the process as it
 * would without this function. */
void running_watch(void);

/* Makes this case the one that runs. */
void running_set(const test_case *tc);

#endif
