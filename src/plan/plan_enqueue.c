#include "plan/plan_choice.h"

#include "base/try.h"
#include "opencl/driver_fault.h"
#include "plan/args_check.h"
#include "plan/head_bits.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The buffers of a run until it has ended: the strategy's workspace, and a scratch buffer that is written first. */
typedef struct in_flight {
    cs_workspace *workspace, *scratch;
    bool kept;            /* the workspace stays with the queue: else an event tells when it is free */
    cl_event waits[8];    /* the run's wait list, where it is more than the caller's; */
    cl_event *more_waits; /* of more than that, else NULL: warm plans allocate nothing */
} in_flight;

/* Copies the initial value and the count, which the scan would overwrite: to the begin of the scratch buffer. */
static clscan_status keep_cells(cs_run *run, cl_mem scratch, size_t words) {
    clscan_status status = CLSCAN_OK;
    cs_kernel_args *r = &run->kernel_args;
    run->launches++;
    TRY(CS_LAUNCH_ON_ELEMENTS(run, CS_KEEP_CELLS, 1, CS_BUFFER(scratch), CS_ULONG(words)));
    r->init = r->count = (cs_array) { .handle = scratch };
    r->numbers.init_offset = 0;
    r->numbers.count_offset = words;
done:
    return status;
}

/* Words of a cell, and bytes of the scratch buffer before the head bits. */
static size_t words_of_cell(const clscan_plan *plan) {
    return (plan->traits.value.size + 3) / 4;
}
static size_t bytes_of_cells(const clscan_plan *plan) {
    return cs_needs_head_bits_at((words_of_cell(plan) + 2) * sizeof(cl_uint));
}

/* The head bits are in the caller's workspace, where there is one. */
static clscan_status take_workspaces(clscan_plan *plan, const cs_overlap *overlap, const cs_run *run, const cs_needs *n,
                                     in_flight *own) {
    clscan_status status = CLSCAN_OK;
    const cl_context context = plan->device->context;
    if (overlap->cells || (n->head_bits > 0 && !run->workspace))
        TRY(cs_workspace_take(&plan->scratch, context, run, bytes_of_cells(plan) + n->head_bits, &own->scratch));
    if (n->strategy > 0 && !run->workspace)
        TRY(cs_workspace_take(&plan->workspaces, context, run, n->strategy, &own->workspace));
done:
    return status;
}

/* Adds the last uses of the workspaces to what the first command waits for. */
static clscan_status wait_for_last_uses(cs_run *run, in_flight *own) {
    clscan_status status = CLSCAN_OK;
    const cs_workspace *const used[] = { own->workspace, own->scratch };
    cl_event last[2];
    cl_uint n = 0;
    for (size_t i = 0; i < 2; i++)
        if (used[i] && (last[n] = cs_workspace_last_use(used[i], run)))
            n++;
    if (n == 0)
        goto done;
    cl_event *all = own->waits;
    if (run->num_wait + n > sizeof own->waits / sizeof *own->waits)
        TRY_ALLOC(all = own->more_waits = malloc((run->num_wait + n) * sizeof *all));
    if (run->num_wait > 0)
        memcpy(all, run->wait, run->num_wait * sizeof *all);
    memcpy(all + run->num_wait, last, n * sizeof *last);
    run->wait = all;
    run->num_wait += n;
done:
    return status;
}

/* What the scan has to find done. */
static clscan_status prepare(const clscan_plan *plan, const cs_overlap *overlap, cs_run *run, const cs_needs *n,
                             const cs_workspace *scratch) {
    clscan_status status = CLSCAN_OK;
    const cl_mem brought = run->workspace;
    if (overlap->cells)
        TRY(keep_cells(run, scratch->mem, words_of_cell(plan)));
    if (n->head_bits > 0)
        TRY(cs_make_head_bits(run, brought ? brought : scratch->mem,
                              brought ? cs_needs_head_bits_at(n->strategy) : bytes_of_cells(plan)));
done:
    return status;
}

static clscan_status launch(clscan_plan *plan, const cs_variant *v, const cs_overlap *overlap, cs_run *run,
                            const cs_needs *n, in_flight *own) {
    clscan_status status = CLSCAN_OK;
    cs_states brought = { 0 }; /* a workspace of the caller's may hold anything */
    TRY(take_workspaces(plan, overlap, run, n, own));
    TRY(wait_for_last_uses(run, own));
    TRY(prepare(plan, overlap, run, n, own->scratch));
    if (own->workspace)
        run->workspace = own->workspace->mem;
    own->kept = own->workspace && run->followed && cs_workspace_can_keep(plan->workspaces, own->workspace);
    run->want_event = run->want_event || (own->workspace && !own->kept) || own->scratch;
    run->states = own->workspace ? &own->workspace->states : &brought;
    if (own->workspace && own->workspace->user != v)
        own->workspace->states = (cs_states) { 0 }; /* another strategy's words stand there */
    if (own->workspace)
        own->workspace->user = v;
    if (v->has_states && n->strategy > 0)
        TRY(cs_begin_epoch(run, own->workspace ? own->workspace->bytes : n->strategy));
    TRY(v->strategy->launch(run, &v->shape));
done:
    run->states = NULL;
    return status;
}

/* Returns a reference to the run's event: one more while others need it too, else the run's own. Drivers are spared
 * a retain that a release follows. NULL: there is none. */
static cl_event take_reference(cs_run *run, bool others) {
    cl_event event = run->previous;
    if (!others)
        run->previous = NULL;
    else if (event && clRetainEvent(event) != CL_SUCCESS)
        event = NULL;
    return event;
}

/* Marks the workspace as in use until the run has ended. `others` says whether somebody else needs the run's event too.
 * If the run failed half-way, the contents of the workspace are unknown. */
static void keep_until_end(cs_workspace *w, bool kept, cs_run *run, clscan_status status, bool others) {
    if (w && status != CLSCAN_OK)
        w->states = (cs_states) { 0 };
    if (w && run->started && kept && status == CLSCAN_OK)
        cs_workspace_keep(w, run);
    else if (w && run->started)
        cs_workspace_give(w, run, status == CLSCAN_OK ? take_reference(run, others) : NULL);
}

/* The lock is held: the kernels' arguments and the pools are the plan's. */
static clscan_status launch_all(clscan_plan *plan, const cs_variant *v, const cs_overlap *overlap, cs_run *run,
                                const cs_needs *n, cl_event *event) {
    in_flight own = { 0 };
    const bool unseen = run->num_wait > 0 && cs_driver_has(plan->device->caps.faults, CS_FAULT_DROPS);
    const bool noted = cs_program_wants_run(&plan->device->programs, v->program);
    run->want_event = event != NULL || noted;
    const clscan_status status = launch(plan, v, overlap, run, n, &own);
    free(own.more_waits);
    if (noted && status == CLSCAN_OK && run->previous)
        cs_program_note_run(&plan->device->programs, v->program, run->previous);
    if (own.workspace && unseen) /* if the scan was dropped, nobody will hear of it */
        own.workspace->states = (cs_states) { 0 };
    keep_until_end(own.scratch, false, run, status, event || (own.workspace && !own.kept));
    keep_until_end(own.workspace, own.kept, run, status, event != NULL);
    if (status == CLSCAN_OK && event) {
        *event = run->previous;
        run->previous = NULL;
    }
    if (run->previous)
        clReleaseEvent(run->previous);
    return status;
}

static clscan_status enqueue_nothing(cl_command_queue queue, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    CL(clEnqueueMarkerWithWaitList(queue, num_wait, wait, event));
done:
    return status;
}

/* Of states, zeros may not be there, or tickets not be taken, where a scan failed unseen. */
static bool leaves_nothing(const clscan_plan *plan, const cs_variant *v, cl_uint num_wait) {
    return !v->has_states || (num_wait == 0 && plan->device->caps.starts_in_order);
}

/* Which variant scans, and what it needs. The arguments tell only when they are checked whether a scan is in place: a
 * workspace of the caller's must hold what either may need. */
static clscan_status choose(const clscan_plan *plan, const cs_call *call, const cs_variant **v, cs_needs *n,
                            cs_overlap *overlap) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *in_place = cs_plan_variant(plan, call, true);
    cs_needs other = { 0 };
    *v = cs_plan_variant(plan, call, false);
    TRY(cs_needs_find(plan, *v, call->count, cs_plan_line(plan, call), n));
    if (in_place != *v)
        TRY(cs_needs_find(plan, in_place, call->count, cs_plan_line(plan, call), &other));
    const size_t bytes = cs_needs_bytes(n) > cs_needs_bytes(&other) ? cs_needs_bytes(n) : cs_needs_bytes(&other);
    TRY(cs_args_check(plan->device, &plan->traits, call, bytes, overlap));
    if (overlap->in_place && in_place != *v) {
        *v = in_place;
        *n = other;
    }
done:
    return status;
}

clscan_status cs_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const cs_call *call, cl_uint num_wait,
                              const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    bool in_order = false;
    const cs_variant *v;
    cs_needs n;
    cs_overlap overlap;
    TRY(cs_args_check_queue(plan->device, queue, &in_order));
    TRY(cs_args_check_wait_list(plan->device, num_wait, wait));
    if (call->count == 0 && !call->total.handle)
        return enqueue_nothing(queue, num_wait, wait, event);
    TRY(choose(plan, call, &v, &n, &overlap));
    cs_run run = { .queue = queue,
                   .ordered = in_order,
                   .in_order = in_order && num_wait == 0,
                   .followed = in_order && leaves_nothing(plan, v, num_wait),
                   .kernels = v->kernels[call->memory][call->memory != CS_BUFFERS && overlap.cells],
                   .wg_size = v->shape.wg_size,
                   .traits = &plan->traits,
                   .kernel_args = cs_kernel_args_of(&plan->traits, call, &plan->device->memory, overlap.in_place),
                   .count = call->count,
                   .num_offsets = call->num_segments + 1,
                   .workspace = call->workspace,
                   .withheld = plan->withheld,
                   .num_wait = num_wait,
                   .wait = wait,
                   .launches = cs_plan_launches(plan, v, call->count),
                   .log = &plan->device->log };
    cs_program_save(&plan->device->programs, v->program, false);
    pthread_mutex_lock(&plan->mutex);
    status = launch_all(plan, v, &overlap, &run, &n, event);
    pthread_mutex_unlock(&plan->mutex);
done:
    return status;
}

clscan_status cs_plan_scan_by(const clscan_plan *plan, const cs_variant *v, cl_command_queue queue, const cs_call *call,
                              size_t withheld) {
    clscan_status status = CLSCAN_OK;
    cs_variant alone = *v;
    alone.limit = SIZE_MAX;
    clscan_plan other = {
        .device = plan->device, .traits = plan->traits, .variants = &alone, .num_variants = 1, .withheld = withheld
    };
    pthread_mutex_init(&other.mutex, NULL);
    TRY(cs_plan_enqueue(&other, queue, call, 0, NULL, NULL));
    CL(clFinish(queue));
done:
    cs_workspace_destroy(other.workspaces);
    cs_workspace_destroy(other.scratch);
    pthread_mutex_destroy(&other.mutex);
    return status;
}
