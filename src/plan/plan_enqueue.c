#include "plan/plan_enqueue.h"

#include "base/try.h"
#include "opencl/driver_fault.h"
#include "plan/args_check.h"
#include "plan/head_bits.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The buffers of a run until it has ended: the workspace of the strategy, and the scratch buffer that the prologue
 * writes. */
typedef struct in_flight {
    cs_workspace *workspace, *scratch;
    bool kept;            /* the workspace is kept for the queue; otherwise an event shows when it is free */
    cl_event waits[8];    /* the wait list of the run, if it is longer than the caller's */
    cl_event *more_waits; /* the same for more than 8 events; else NULL, so that warm plans allocate nothing */
} in_flight;

/* Copies the initial value and the count, which the scan would overwrite, to the beginning of the scratch buffer. */
static clscan_status keep_cells(cs_run *run, cl_mem scratch, size_t words) {
    clscan_status status = CLSCAN_OK;
    cs_kernel_args *r = run->kernel_args;
    run->launches++;
    TRY(CS_LAUNCH_ON_ELEMENTS(run, CS_KEEP_CELLS, 1, CS_BUFFER(scratch), CS_ULONG(words)));
    r->init = r->count = (cs_array) { .handle = scratch };
    r->numbers.init_offset = 0;
    r->numbers.count_offset = words;
done:
    return status;
}

/* Returns the 32-bit words of a cell's copy. bytes_of_cells returns the bytes of the scratch buffer before the head
 * bits. */
static size_t words_of_cell(const clscan_plan *plan) {
    return (plan->traits.value.size + 3) / 4;
}
static size_t bytes_of_cells(const clscan_plan *plan) {
    return cs_needs_head_bits_at((words_of_cell(plan) + 2) * sizeof(cl_uint));
}

/* If the caller brought a workspace, the head bits are in it. */
static clscan_status take_workspaces(const cs_order *o, cs_pools *pools, const cs_run *run, in_flight *own) {
    clscan_status status = CLSCAN_OK;
    const cl_context context = o->plan->device->context;
    const cs_needs *n = &o->needs;
    if (o->overlap.cells || (n->head_bits > 0 && !run->workspace))
        TRY(cs_workspace_take(&pools->scratch, context, run, bytes_of_cells(o->plan) + n->head_bits, &own->scratch));
    if (n->strategy > 0 && !run->workspace)
        TRY(cs_workspace_take(&pools->workspaces, context, run, n->strategy, &own->workspace));
done:
    return status;
}

/* Adds the events of the workspaces' last uses to the wait list of the first command. */
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

/* Enqueues the kernels of the prologue. */
static clscan_status prepare(const cs_order *o, cs_run *run, const cs_workspace *scratch) {
    clscan_status status = CLSCAN_OK;
    const cl_mem brought = run->workspace;
    if (o->overlap.cells)
        TRY(keep_cells(run, scratch->mem, words_of_cell(o->plan)));
    if (o->needs.head_bits > 0)
        TRY(cs_make_head_bits(run, brought ? brought : scratch->mem,
                              brought ? cs_needs_head_bits_at(o->needs.strategy) : bytes_of_cells(o->plan)));
done:
    return status;
}

static clscan_status launch(const cs_order *o, cs_pools *pools, cs_run *run, in_flight *own) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *v = o->variant;
    cs_states brought = { 0 }; /* a workspace of the caller's may hold anything */
    TRY(take_workspaces(o, pools, run, own));
    TRY(wait_for_last_uses(run, own));
    TRY(prepare(o, run, own->scratch));
    if (own->workspace)
        run->workspace = own->workspace->mem;
    own->kept = own->workspace && run->followed && cs_workspace_can_keep(pools->workspaces, own->workspace);
    run->want_event = run->want_event || (own->workspace && !own->kept) || own->scratch;
    run->states = own->workspace ? &own->workspace->states : &brought;
    if (own->workspace && own->workspace->user != v)
        own->workspace->states = (cs_states) { 0 }; /* another variant has written the workspace */
    if (own->workspace)
        own->workspace->user = v;
    if (v->has_states && o->needs.strategy > 0)
        TRY(cs_begin_epoch(run, own->workspace ? own->workspace->bytes : o->needs.strategy));
    TRY(v->strategy->launch(run, &v->shape));
done:
    run->states = NULL;
    return status;
}

/* Returns a reference to the run's event, or NULL if there is none. If others need the event too, the reference is a
 * new one. Otherwise the run gives up its own, which spares the driver a retain and a release. */
static cl_event take_reference(cs_run *run, bool others) {
    cl_event event = run->previous;
    if (!others)
        run->previous = NULL;
    else if (event && clRetainEvent(event) != CL_SUCCESS)
        event = NULL;
    return event;
}

/* Marks the workspace as in use until the run has ended. `others` says whether the run's event is also needed for
 * something else. If the run failed half-way, the contents of the workspace are unknown. */
static void keep_until_end(cs_workspace *w, bool kept, cs_run *run, clscan_status status, bool others) {
    if (w && status != CLSCAN_OK)
        w->states = (cs_states) { 0 };
    if (w && run->started && kept && status == CLSCAN_OK)
        cs_workspace_keep(w, run);
    else if (w && run->started)
        cs_workspace_give(w, run, status == CLSCAN_OK ? take_reference(run, others) : NULL);
}

/* The caller holds the lock of the pools, which is also the lock of the kernels. */
static clscan_status launch_all(const cs_order *o, cs_pools *pools, cs_run *run, cl_event *event) {
    in_flight own = { 0 };
    const bool unseen = run->num_wait > 0 && cs_driver_has(o->plan->device->caps.faults, CS_FAULT_DROPS);
    run->want_event = event != NULL;
    const clscan_status status = launch(o, pools, run, &own);
    free(own.more_waits);
    if (own.workspace && unseen) /* the driver may drop the scan without an error */
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

/* Returns true if this scan cannot leave its workspace with uncleared records or unclaimed tickets, even if it fails in
 * the queue. */
static bool leaves_nothing(const clscan_plan *plan, const cs_variant *v, cl_uint num_wait) {
    return !v->has_states || (num_wait == 0 && plan->device->caps.starts_in_order);
}

/* Chooses the variant, and computes the bytes of its workspace. Only the check of the arguments finds out whether a
 * scan is in place, so a workspace of the caller's must be large enough for either variant. */
static clscan_status choose(cs_order *o) {
    clscan_status status = CLSCAN_OK;
    const clscan_plan *plan = o->plan;
    const cs_call *call = o->call;
    const size_t line = cs_plan_line(plan, call);
    cs_needs *n = &o->needs, other = { 0 };
    TRY(cs_plan_check_count(plan, call->count));
    const cs_variant *in_place = cs_plan_variant(plan, call, true);
    o->variant = cs_plan_variant(plan, call, false);
    TRY(cs_needs_find(plan, o->variant, call->count, line, n));
    if (in_place != o->variant)
        TRY(cs_needs_find(plan, in_place, call->count, line, &other));
    const size_t bytes = cs_needs_bytes(n) > cs_needs_bytes(&other) ? cs_needs_bytes(n) : cs_needs_bytes(&other);
    TRY(cs_args_check(plan->device, &plan->traits, call, bytes, &o->overlap));
    if (o->overlap.in_place && in_place != o->variant) {
        o->variant = in_place;
        *n = other;
    }
done:
    return status;
}

/* Returns the kernels of the variant for this kind of memory. */
static cs_kernel *const *kernels_for(const cs_order *o) {
    return o->variant->kernels[o->call->memory][o->call->memory != CS_BUFFERS && o->overlap.cells];
}

clscan_status cs_order_create(const clscan_plan *plan, cl_command_queue queue, const cs_call *call, cs_order *o) {
    clscan_status status = CLSCAN_OK;
    *o = (cs_order) { .plan = plan, .call = call, .queue = queue };
    TRY(cs_args_check_queue(plan->device, queue, &o->in_order));
    if (call->count == 0 && !call->total.handle)
        goto done;
    TRY(choose(o));
    o->kernels = kernels_for(o);
done:
    return status;
}

bool cs_order_has_prologue(const cs_order *o) {
    return o->overlap.cells || o->needs.head_bits > 0;
}

cs_kernel_args cs_order_kernel_args(const cs_order *o) {
    return cs_kernel_args_of(&o->plan->traits, o->call, &o->plan->device->memory, o->overlap.in_place,
                             o->overlap.capacity);
}

clscan_status cs_order_enqueue(const cs_order *o, cs_pools *pools, cs_kernel_args *kernel_args, cl_uint num_wait,
                               const cl_event *wait, cl_event *event) {
    const clscan_plan *plan = o->plan;
    const cs_call *call = o->call;
    const cs_variant *v = o->variant;
    clscan_status status = CLSCAN_OK;
    TRY(cs_args_check_wait_list(plan->device, num_wait, wait));
    if (!v)
        return enqueue_nothing(o->queue, num_wait, wait, event);
    cs_run run = { .queue = o->queue,
                   .ordered = o->in_order,
                   .in_order = o->in_order && num_wait == 0,
                   .followed = o->in_order && leaves_nothing(plan, v, num_wait),
                   .kernels = o->kernels,
                   .wg_size = v->shape.wg_size,
                   .traits = &plan->traits,
                   .kernel_args = kernel_args,
                   .bound = o->bound,
                   .count = call->count,
                   .num_offsets = call->num_segments + 1,
                   .workspace = call->workspace,
                   .withheld = o->withheld,
                   .num_wait = num_wait,
                   .wait = wait,
                   .launches = cs_plan_launches(plan, v, call->count),
                   .log = &plan->device->log };
    pthread_mutex_lock(&pools->mutex);
    status = launch_all(o, pools, &run, event);
    pthread_mutex_unlock(&pools->mutex);
done:
    return status;
}

clscan_status cs_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const cs_call *call, cl_uint num_wait,
                              const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_order o;
    TRY(cs_order_create(plan, queue, call, &o));
    cs_kernel_args kernel_args = cs_order_kernel_args(&o);
    TRY(cs_order_enqueue(&o, &plan->pools, &kernel_args, num_wait, wait, event));
done:
    return status;
}

clscan_status cs_plan_scan_by(const clscan_plan *plan, const cs_variant *v, cl_command_queue queue, const cs_call *call,
                              size_t withheld) {
    clscan_status status = CLSCAN_OK;
    cs_pools pools;
    cs_order o = { .plan = plan, .call = call, .queue = queue, .variant = v, .withheld = withheld };
    cs_pools_init(&pools);
    TRY(cs_args_check_queue(plan->device, queue, &o.in_order));
    TRY(cs_needs_find(plan, v, call->count, cs_plan_line(plan, call), &o.needs));
    TRY(cs_args_check(plan->device, &plan->traits, call, cs_needs_bytes(&o.needs), &o.overlap));
    o.kernels = kernels_for(&o);
    cs_kernel_args kernel_args = cs_order_kernel_args(&o);
    TRY(cs_order_enqueue(&o, &pools, &kernel_args, 0, NULL, NULL));
    CL(clFinish(queue));
done:
    cs_pools_destroy(&pools);
    return status;
}
