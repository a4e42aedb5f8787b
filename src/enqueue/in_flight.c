#include "enqueue/in_flight.h"

#include "base/try.h"
#include "opencl/driver_fault.h"

#include <stdlib.h>
#include <string.h>

static clscan_status acquire_workspaces(cs_in_flight *f, cs_pools *pools, cl_context context, cs_in_flight_bytes bytes,
                                        const cs_submission *submission) {
    clscan_status status = CLSCAN_OK;
    if (bytes.scratch > 0)
        TRY(cs_workspace_acquire(&pools->scratch, context, submission, bytes.scratch, &f->scratch));
    if (bytes.workspace > 0)
        TRY(cs_workspace_acquire(&pools->workspaces, context, submission, bytes.workspace, &f->workspace));
done:
    return status;
}

/* Returns true if the command has neither finished nor failed. */
static bool is_pending(cl_event event) {
    cl_int state = CL_COMPLETE;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) == CL_SUCCESS &&
           state > CL_COMPLETE;
}

/* Adds the events of the workspaces' last uses to the wait list, and the event of the device's last submission if it is
 * pending. */
static clscan_status wait_for_last_uses(cs_in_flight *f, cs_submission *submission) {
    clscan_status status = CLSCAN_OK;
    const cs_workspace *const used[] = { f->workspace, f->scratch };
    cl_event last[3];
    cl_uint n = 0;
    for (size_t i = 0; i < 2; i++)
        if (used[i] && (last[n] = cs_workspace_last_use(used[i], submission)))
            n++;
    if (f->in_turn && f->in_turn->last_submission && is_pending(f->in_turn->last_submission))
        last[n++] = f->in_turn->last_submission;
    if (n == 0)
        goto done;
    cl_event *all = f->waits;
    if (submission->num_wait + n > sizeof f->waits / sizeof *f->waits)
        TRY_ALLOC(all = f->more_waits = malloc((submission->num_wait + n) * sizeof *all));
    if (submission->num_wait > 0)
        memcpy(all, submission->wait, submission->num_wait * sizeof *all);
    memcpy(all + submission->num_wait, last, n * sizeof *last);
    submission->wait = all;
    submission->num_wait += n;
done:
    return status;
}

/* Lets the submission use its workspace. Another variant has its records in other places, so the history ends. */
static void use_workspace(cs_in_flight *f, const cs_workspace *pool, const cs_variant *v, cs_submission *submission) {
    cs_workspace *w = f->workspace;
    submission->epochs = w ? &w->epochs : &f->callers_epochs;
    if (!w)
        return;
    if (w->last_variant != v)
        w->epochs = (cs_epochs) { 0 };
    w->last_variant = v;
    submission->workspace = w->mem;
    f->reserves = submission->next_may_follow && cs_workspace_can_reserve(pool, w);
}

clscan_status cs_in_flight_begin(cs_in_flight *f, cs_pools *pools, clscan_device *device, const cs_variant *v,
                                 cs_in_flight_bytes bytes, cs_submission *submission) {
    clscan_status status = CLSCAN_OK;
    if (cs_driver_has(device->caps.faults, CS_FAULT_QUEUES)) {
        f->in_turn = device;
        pthread_mutex_lock(&device->launch_mutex);
    }
    f->may_be_dropped = submission->num_wait > 0 && cs_driver_has(device->caps.faults, CS_FAULT_DROPS);
    TRY(acquire_workspaces(f, pools, device->context, bytes, submission));
    TRY(wait_for_last_uses(f, submission));
    use_workspace(f, pools->workspaces, v, submission);
    submission->want_event = submission->want_event || f->scratch || (f->workspace && !f->reserves) || f->in_turn;
done:
    return status;
}

/* Ends the history of the workspaces of a submission that failed. If commands of it are in the queue, nothing shows
 * when they end, so its buffers are given up. */
static void abandon(const cs_in_flight *f, const cs_submission *submission) {
    cs_workspace *const used[] = { f->workspace, f->scratch };
    for (size_t i = 0; i < 2; i++) {
        if (used[i])
            used[i]->epochs = (cs_epochs) { 0 };
        if (used[i] && submission->started)
            cs_workspace_release(used[i], submission, NULL);
    }
}

/* Returns a reference to the submission's event for one of the *owners that still need one, or NULL if there is none.
 * The last of them gets the submission's own reference, which spares the driver a retain and a release, and cannot
 * fail. */
static cl_event reference_for(cs_submission *submission, unsigned *owners) {
    cl_event event = submission->previous;
    if (--*owners == 0)
        submission->previous = NULL;
    else if (event && clRetainEvent(event) != CL_SUCCESS)
        event = NULL;
    return event;
}

static void release(const cs_in_flight *f, cs_submission *submission, cl_event *event) {
    unsigned owners = (f->scratch ? 1U : 0) + (f->workspace && !f->reserves ? 1U : 0) + (event ? 1U : 0);
    if (f->workspace && f->may_be_dropped)
        f->workspace->epochs = (cs_epochs) { 0 };
    if (f->scratch)
        cs_workspace_release(f->scratch, submission, reference_for(submission, &owners));
    if (f->workspace && f->reserves)
        cs_workspace_reserve(f->workspace, submission);
    else if (f->workspace)
        cs_workspace_release(f->workspace, submission, reference_for(submission, &owners));
    if (event)
        *event = reference_for(submission, &owners);
}

/* Makes the next submission on the device wait for the last command of this one that has an event. */
static void end_turn(clscan_device *device, const cs_submission *submission) {
    if (submission->previous && clRetainEvent(submission->previous) == CL_SUCCESS) {
        if (device->last_submission)
            clReleaseEvent(device->last_submission);
        device->last_submission = submission->previous;
    }
    pthread_mutex_unlock(&device->launch_mutex);
}

void cs_in_flight_end(cs_in_flight *f, cs_submission *submission, clscan_status status, cl_event *event) {
    free(f->more_waits);
    if (f->in_turn)
        end_turn(f->in_turn, submission);
    if (status == CLSCAN_OK)
        release(f, submission, event);
    else
        abandon(f, submission);
    if (submission->previous)
        clReleaseEvent(submission->previous);
    submission->previous = NULL;
}
