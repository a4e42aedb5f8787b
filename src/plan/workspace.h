/* The workspaces of one plan: each scan in flight has its own, and those that are done are used again. Not
 * thread-safe: the plan's lock is held. */
#ifndef CS_WORKSPACE_H
#define CS_WORKSPACE_H

#include "strategy/launch.h"

typedef struct cs_workspace {
    struct cs_workspace *next;
    cl_mem mem; /* NULL: none yet */
    size_t bytes;
    cs_states states;
    const void *user;       /* the strategy in its shape that wrote there last, to compare only */
    cl_command_queue queue; /* of the last scan, to compare only */
    bool in_order;          /* whether it runs for certain, before all that follow in its queue */
    bool kept;              /* for that queue: nobody knows when its last scan is done */
    cl_event last;          /* of the last scan; NULL: free, or kept */
} cs_workspace;

/* A workspace of `bytes` at least that no scan in flight uses, or only one that the run's queue will have finished
 * before. */
clscan_status cs_workspace_take(cs_workspace **pool, cl_context context, const cs_run *run, size_t bytes,
                                cs_workspace **out);

/* The event of the last scan that used a workspace, which the next one must wait for; NULL where the queue's order sees
 * to that. The scan has finished, but a status that clGetEventInfo has told is no synchronization point (OpenCL 1.0 to
 * 3.0, and again from 3.1.1 on): without the wait, another queue need not see what was written. */
cl_event cs_workspace_last_use(const cs_workspace *workspace, const cs_run *run);

/* Returns true if a workspace may be kept for a queue: at most three others are. The scans of that queue then follow
 * each other without events. */
bool cs_workspace_can_keep(const cs_workspace *pool, const cs_workspace *workspace);

/* Keeps the workspace for the run's queue. Call it after the run is enqueued. */
void cs_workspace_keep(cs_workspace *workspace, const cs_run *run);

/* Marks the workspace as in use until `event`, and takes over the caller's reference to the event. If `event` is NULL,
 * the scan has failed half-way, and the buffer is given up. */
void cs_workspace_give(cs_workspace *workspace, const cs_run *run, cl_event event);

/* Safe while scans are in flight: OpenCL keeps the memory until they are done. */
void cs_workspace_destroy(cs_workspace *pool);

#endif
