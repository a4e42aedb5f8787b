#include "plan/workspace.h"

#include "base/try.h"

#include <stdlib.h>

/* Returns the execution status of an event. A negative status is an error, which also ends the command. */
static cl_int status_of(cl_event event) {
    cl_int state = CL_QUEUED;
    cl_int error = clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return error == CL_SUCCESS ? state : CL_QUEUED;
}

static void release_event(cs_workspace *w) {
    if (w->last)
        clReleaseEvent(w->last);
    w->last = NULL;
}

static void release_mem(cs_workspace *w) {
    if (w->mem)
        clReleaseMemObject(w->mem);
    w->mem = NULL;
    w->bytes = 0;
    w->epochs = (cs_epochs) { 0 };
}

/* Returns true if the submission's queue has reserved the workspace. A new queue may have the handle of a deleted one.
 * That is safe, because OpenCL deletes a queue only after its commands have finished. */
static bool is_reserved_for(const cs_workspace *w, const cs_submission *submission) {
    return w->reserved && w->queue == submission->queue && submission->queue_in_order;
}

/* Returns true if the submission begins after the last scan of the workspace has ended, because both are on one
 * in-order queue. */
static bool begins_after_last_scan(const cs_workspace *w, const cs_submission *submission) {
    return w->queue == submission->queue && w->needs_no_events && submission->needs_no_events;
}

/* Returns true if the submission may use the workspace. If the last scan failed, no command can wait for its event, and
 * some of its commands may have run, so the buffer is given up. */
static bool is_free(cs_workspace *w, const cs_submission *submission) {
    const cl_int status = w->last ? status_of(w->last) : CL_COMPLETE;
    const bool done = !w->reserved && (begins_after_last_scan(w, submission) || status <= CL_COMPLETE);
    if (status < 0) {
        release_event(w);
        release_mem(w);
    }
    return done;
}

static cs_workspace *find_free(cs_workspace *pool, const cs_submission *submission) {
    for (cs_workspace *w = pool; w; w = w->next)
        if (is_reserved_for(w, submission))
            return w;
    while (pool && !is_free(pool, submission))
        pool = pool->next;
    return pool;
}

static clscan_status grow(cs_workspace *w, cl_context context, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    if (bytes <= w->bytes)
        goto done;
    release_mem(w);
    w->mem = clCreateBuffer(context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    w->bytes = bytes;
done:
    return status;
}

clscan_status cs_workspace_acquire(cs_workspace **pool, cl_context context, const cs_submission *submission,
                                   size_t bytes, cs_workspace **out) {
    clscan_status status = CLSCAN_OK;
    cs_workspace *w = find_free(*pool, submission);
    if (!w) {
        TRY_ALLOC(w = calloc(1, sizeof *w));
        w->next = *pool;
        *pool = w;
    }
    TRY(grow(w, context, bytes));
    *out = w;
done:
    return status;
}

cl_event cs_workspace_last_use(const cs_workspace *w, const cs_submission *submission) {
    return w->reserved || begins_after_last_scan(w, submission) ? NULL : w->last;
}

bool cs_workspace_can_reserve(const cs_workspace *pool, const cs_workspace *w) {
    enum { MOST = 4 }; /* a workspace stays reserved after its queue was deleted */
    int others = 0;
    for (; pool; pool = pool->next)
        others += pool->reserved && pool != w;
    return others < MOST;
}

void cs_workspace_reserve(cs_workspace *w, const cs_submission *submission) {
    release_event(w);
    w->queue = submission->queue;
    w->reserved = true;
}

void cs_workspace_release(cs_workspace *w, const cs_submission *submission, cl_event event) {
    release_event(w);
    w->reserved = false;
    if (!event) {
        release_mem(w);
        return;
    }
    w->last = event;
    w->queue = submission->queue;
    w->needs_no_events = submission->needs_no_events;
}

void cs_workspace_destroy(cs_workspace *pool) {
    while (pool) {
        cs_workspace *w = pool;
        pool = w->next;
        release_event(w);
        release_mem(w);
        free(w);
    }
}
