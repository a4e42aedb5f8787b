/* The workspaces of one plan. Each scan in flight has its own; later scans reuse the workspaces of scans that are done.
 * These functions are not thread-safe: the caller holds the plan's lock. */
#ifndef CS_WORKSPACE_H
#define CS_WORKSPACE_H

#include "strategy/launch.h"

typedef struct cs_workspace {
    struct cs_workspace *next;
    cl_mem mem; /* NULL: not allocated yet */
    size_t bytes;
    cs_epochs epochs;
    const void *last_variant; /* the variant that wrote the workspace last; only compared */
    cl_command_queue queue;   /* the queue of the last scan; only compared */
    bool needs_no_events;     /* the last scan runs before all later commands of its queue */
    bool reserved;            /* the queue has reserved the workspace, and no event shows when it is free */
    cl_event last;            /* the event of the last scan; NULL: the workspace is free, or reserved */
} cs_workspace;

/* Stores a workspace of at least `bytes` in *out. No scan in flight uses it, except scans that the submission's queue
 * finishes before the submission begins. */
clscan_status cs_workspace_acquire(cs_workspace **pool, cl_context context, const cs_submission *submission,
                                   size_t bytes, cs_workspace **out);

/* Returns the event of the last scan that used the workspace, for which the next scan must wait, or NULL if the order
 * of the queue is enough. The last scan has finished. But the status that clGetEventInfo returns is not a
 * synchronization point (OpenCL 1.0 to 3.0, and again from 3.1.1 on): without the wait, another queue need not see what
 * the scan has written. */
cl_event cs_workspace_last_use(const cs_workspace *workspace, const cs_submission *submission);

/* Returns true if a queue may reserve the workspace, because at most three others are reserved. The scans of that queue
 * then need no events between them. */
bool cs_workspace_can_reserve(const cs_workspace *pool, const cs_workspace *workspace);

/* Reserves the workspace for the submission's queue. Call it after the submission is enqueued. */
void cs_workspace_reserve(cs_workspace *workspace, const cs_submission *submission);

/* Marks the workspace as in use until `event`, and takes over the caller's reference to the event. If `event` is NULL,
 * the scan has failed half-way, and the buffer is given up. */
void cs_workspace_release(cs_workspace *workspace, const cs_submission *submission, cl_event event);

/* Destroys all workspaces. Scans may be in flight: OpenCL keeps the memory until they are done. */
void cs_workspace_destroy(cs_workspace *pool);

#endif
