/* A child of fork() has the parent's objects, but none of the threads that OpenCL keeps behind them, and locks as other
 * threads left them: whoever calls there may wait for ever. */
#ifndef CS_FORK_H
#define CS_FORK_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Whether another process, whose child this is, was the first to ask. */
bool cs_forked(void);

/* Fails, with a sentence, where it was. */
clscan_status cs_fork_check(void);

#endif
