/* A child of fork() has the parent's objects, but none of the threads that OpenCL keeps behind them, and locks as other
 * threads left them: whoever calls OpenCL there may wait for ever. */
#ifndef CS_FORK_H
#define CS_FORK_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Marks this process as one that uses OpenCL: from here on, its children count as forked. Call it before drivers may
 * start threads. Asking them for their devices is enough: PoCL 3.1 hangs in a child whose parent did only that. */
void cs_fork_watch(void);

/* Whether this process is a child, or a child's child, of one that had been marked. */
bool cs_forked(void);

/* Fails with CLSCAN_FORKED, and a sentence, where cs_forked() is true. */
clscan_status cs_fork_check(void);

#endif
