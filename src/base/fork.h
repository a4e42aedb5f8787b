/* Detects children of fork(). A child has the parent's OpenCL objects, but not the driver's threads, and locks that
 * other threads held stay locked. A call to OpenCL in such a child may therefore never return. */
#ifndef CS_FORK_H
#define CS_FORK_H

#include "clscan/clscan.h"
#include <stdbool.h>

/* Marks this process as one that uses OpenCL: from now on, its children count as forked. This must be called before
 * drivers may start threads, which a query for devices is enough for: after a parent did no more than that, PoCL 3.1
 * hangs in the child. */
void cs_fork_watch(void);

/* Returns true if this process is a child, or a further descendant, of a process that had been marked. */
bool cs_forked(void);

/* Fails with CLSCAN_ERROR_FORKED and a message if cs_forked() is true. */
clscan_status cs_fork_check(void);

#endif
