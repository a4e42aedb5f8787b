/* Prints the case that is running, if a signal ends the process. */
#ifndef TESTS_RANDOM_RUNNING_H
#define TESTS_RANDOM_RUNNING_H

#include "random/test_case.h"

/* After this call, a signal of a crash or SIGTERM prints the line of the running case, and then ends the process as it
 * would without this function. */
void running_watch(void);

/* Makes this case the running one. */
void running_set(const test_case *tc);

#endif
