#include "plan/in_flight.h"

#include "base/try.h"
#include "opencl/driver_fault.h"

#include <stdlib.h>
#include <string.h>

static clscan_status acquire_workspaces(cs_in_flight *f, cs_pools *pools, cl_context context, cs_in_flight_bytes bytes,
                                        const cs_run *run) {
    clscan_status status = CLSCAN_OK;
    if (bytes.scratch > 0)
        TRY(cs_workspace_acquire(&pools->scratch, context, run, bytes.scratch, &f->scratch));
    if (bytes.workspace > 0)
        TRY(cs_workspace_acquire(&pools->workspaces, context, run, bytes.workspace, &f->workspace));
done:
    return status;
}

/* Returns true if the command has neither finished nor failed. */
static bool is_pending(cl_event event) {
    cl_int state = CL_COMPLETE;
    return clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL) == CL_SUCCESS &&
           state > CL_COMPLETE;
}

/* Adds the events of the workspaces' last uses to the wait list, and that of the device's last run if it is pending. */
static clscan_status wait_for_last_uses(cs_in_flight *f, cs_run *run) {
    clscan_status status = CLSCAN_OK;
    const cs_workspace *const used[] = { f->workspace, f->scratch };
    cl_event last[3];
    cl_uint n = 0;
    for (size_t i = 0; i < 2; i++)
        if (used[i] && (last[n] = cs_workspace_last_use(used[i], run)))
            n++;
    if (f->in_turn && f->in_turn->last_run && is_pending(f->in_turn->last_run))
        last[n++] = f->in_turn->last_run;
    if (n == 0)
        goto done;
    cl_event *all = f->waits;
    if (run->num_wait + n > sizeof f->waits / sizeof *f->waits)
        TRY_ALLOC(all = f->more_waits = malloc((run->num_wait + n) * sizeof *all));
    if (run->num_wait > 0)
        memcpy(all, run->wait, run->num_wait * sizeof *all);
    memcpy(all + run->num_wait, last, n * sizeof *last);
    run->wait = all;
    run->num_wait += n;
done:
    return status;
}

/* Lets the run use its workspace. Another variant has its records in other places, so the history ends. */
static void use_workspace(cs_in_flight *f, const cs_workspace *pool, const cs_variant *v, cs_run *run) {
    cs_workspace *w = f->workspace;
    run->states = w ? &w->states : &f->callers_states;
    if (!w)
        return;
    if (w->last_variant != v)
        w->states = (cs_states) { 0 };
    w->last_variant = v;
    run->workspace = w->mem;
    f->reserves = run->next_may_follow && cs_workspace_can_reserve(pool, w);
}

clscan_status cs_in_flight_begin(cs_in_flight *f, cs_pools *pools, clscan_device *device, const cs_variant *v,
                                 cs_in_flight_bytes bytes, cs_run *run) {
    clscan_status status = CLSCAN_OK;
    if (cs_driver_has(device->caps.faults, CS_FAULT_QUEUES)) {
        f->in_turn = device;
        pthread_mutex_lock(&device->launch_mutex);
    }
    f->may_be_dropped = run->num_wait > 0 && cs_driver_has(device->caps.faults, CS_FAULT_DROPS);
    TRY(acquire_workspaces(f, pools, device->context, bytes, run));
    TRY(wait_for_last_uses(f, run));
    use_workspace(f, pools->workspaces, v, run);
    run->want_event = run->want_event || f->scratch || (f->workspace && !f->reserves) || f->in_turn;
done:
    return status;
}

/* The run failed. If commands of it are in the queue, nothing shows when they end, so its buffers are given up. */
static void abandon(const cs_in_flight *f, const cs_run *run) {
    cs_workspace *const used[] = { f->workspace, f->scratch };
    for (size_t i = 0; i < 2; i++) {
        if (used[i])
            used[i]->states = (cs_states) { 0 };
        if (used[i] && run->started)
            cs_workspace_release(used[i], run, NULL);
    }
}

/* Returns a reference to the run's event for one of the *owners that still need one, or NULL if there is none. The last
 * of them gets the run's own reference, which spares the driver a retain and a release, and cannot fail. */
static cl_event reference_for(cs_run *run, unsigned *owners) {
    cl_event event = run->previous;
    if (--*owners == 0)
        run->previous = NULL;
    else if (event && clRetainEvent(event) != CL_SUCCESS)
        event = NULL;
    return event;
}

static void release(const cs_in_flight *f, cs_run *run, cl_event *event) {
    unsigned owners = (f->scratch ? 1U : 0) + (f->workspace && !f->reserves ? 1U : 0) + (event ? 1U : 0);
    if (f->workspace && f->may_be_dropped)
        f->workspace->states = (cs_states) { 0 };
    if (f->scratch)
        cs_workspace_release(f->scratch, run, reference_for(run, &owners));
    if (f->workspace && f->reserves)
        cs_workspace_reserve(f->workspace, run);
    else if (f->workspace)
        cs_workspace_release(f->workspace, run, reference_for(run, &owners));
    if (event)
        *event = reference_for(run, &owners);
}

/* The next run of the device will wait for the last command of this run that has an event. */
static void end_turn(clscan_device *device, const cs_run *run) {
    if (run->previous && clRetainEvent(run->previous) == CL_SUCCESS) {
        if (device->last_run)
            clReleaseEvent(device->last_run);
        device->last_run = run->previous;
    }
    pthread_mutex_unlock(&device->launch_mutex);
}

void cs_in_flight_end(cs_in_flight *f, cs_run *run, clscan_status status, cl_event *event) {
    free(f->more_waits);
    if (f->in_turn)
        end_turn(f->in_turn, run);
    if (status == CLSCAN_OK)
        release(f, run, event);
    else
        abandon(f, run);
    if (run->previous)
        clReleaseEvent(run->previous);
    run->previous = NULL;
}
