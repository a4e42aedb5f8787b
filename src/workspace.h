/* The workspaces of one plan: each scan in flight has its own, and those that are done are used again. Not
 * thread-safe: the plan's lock is held. */
#ifndef CS_WORKSPACE_H
#define CS_WORKSPACE_H

#include "launch.h"

typedef struct cs_workspace {
    struct cs_workspace *next;
    cl_mem mem; /* NULL: none yet */
    size_t bytes;
    cs_states states;
    const void *user; /* the strategy in its shape that wrote there last, to compare only */
    cl_command_queue queue; /* of the last scan, to compare only */
    bool in_order;          /* whether it runs for certain, before all that follow in its queue */
    cl_event last;          /* of the last scan; NULL: free */
} cs_workspace;

/* A workspace of `bytes` at least that no scan in flight uses, or only one that `queue` will have finished before. */
clscan_status cs_workspace_take(cs_workspace **pool, cl_context context, cl_command_queue queue, bool in_order,
                                size_t bytes, cs_workspace **out);

/* In use until `event`, which is retained. NULL: of a scan that failed half-way; the buffer is given up. */
void cs_workspace_give(cs_workspace *workspace, cl_command_queue queue, bool in_order, cl_event event);

/* Safe while scans are in flight: OpenCL keeps the memory until they are done. */
void cs_workspace_destroy(cs_workspace *pool);

#endif
