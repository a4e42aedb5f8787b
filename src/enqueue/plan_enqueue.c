#include "enqueue/plan_enqueue.h"

#include "base/try.h"
#include "enqueue/args_check.h"
#include "enqueue/empty_segments.h"
#include "enqueue/head_bits.h"
#include "enqueue/in_flight.h"
#include "enqueue/load_elements.h"
#include "enqueue/queue_check.h"
#include "enqueue/run_lengths.h"

/* Copies the initial value and the count, which the scan would overwrite, to the beginning of the scratch buffer. */
static clscan_status copy_cells(cs_submission *submission, cl_mem scratch, size_t words) {
    clscan_status status = CLSCAN_OK;
    cs_kernel_args *args = submission->kernel_args;
    submission->launches++;
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, CS_COPY_CELLS, 1, CS_BUFFER(scratch), CS_ULONG(words)));
    args->init = args->count = (cs_array) { .handle = scratch };
    args->params.init_offset = 0;
    args->params.count_offset = words;
done:
    return status;
}

/* Returns the 32-bit words of a cell's copy. bytes_of_cells returns the bytes of the scratch buffer before the arrays
 * of the prologue: whole cache lines, so that a buffer that ends at the end of a page begins with a line. */
static size_t words_of_cell(const clscan_plan *plan) {
    return (plan->traits.value.type.size + 3) / 4;
}
static size_t bytes_of_cells(const clscan_plan *plan) {
    const size_t bytes = (words_of_cell(plan) + 2) * sizeof(cl_uint);
    return (bytes + CS_PROLOGUE_ALIGNMENT - 1) / CS_PROLOGUE_ALIGNMENT * CS_PROLOGUE_ALIGNMENT;
}

/* Returns true if the prologue makes arrays, besides copies of cells. */
static bool makes_arrays(const cs_workspace_layout *layout) {
    return layout->head_bits > 0 || layout->loaded > 0;
}

/* Enqueues the kernels that make the arrays of the prologue, in a buffer whose first `bytes` bytes have another use. */
static clscan_status make_arrays(const cs_ready_call *ready, cs_submission *submission, cl_mem mem, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    const cs_prologue_places at = cs_workspace_layout_places(&ready->workspace, bytes);
    if (ready->workspace.head_bits > 0)
        TRY(cs_make_head_bits(submission, mem, at.head_bits));
    if (ready->workspace.loaded > 0)
        TRY(cs_load_elements(submission, mem, at.loaded));
done:
    return status;
}

/* Enqueues the kernels of the prologue. If the caller gave a workspace, the arrays are in it. */
static clscan_status prepare(const cs_ready_call *ready, cs_submission *submission, const cs_workspace *scratch) {
    clscan_status status = CLSCAN_OK;
    const cl_mem callers = ready->call->workspace;
    if (ready->findings.cells)
        TRY(copy_cells(submission, scratch->mem, words_of_cell(ready->plan)));
    if (makes_arrays(&ready->workspace))
        TRY(make_arrays(ready, submission, callers ? callers : scratch->mem,
                        callers ? ready->workspace.strategy : bytes_of_cells(ready->plan)));
done:
    return status;
}

/* Returns the bytes that the submission takes from the pools. */
static cs_in_flight_bytes bytes_to_take(const cs_ready_call *ready) {
    const size_t cells = bytes_of_cells(ready->plan);
    if (ready->call->workspace)
        return (cs_in_flight_bytes) { .scratch = ready->findings.cells ? cells : 0 };
    return (cs_in_flight_bytes) {
        .workspace = ready->workspace.strategy,
        .scratch = ready->findings.cells || makes_arrays(&ready->workspace)
                       ? cs_workspace_layout_places(&ready->workspace, cells).end
                       : 0,
    };
}

/* Enqueues all commands of the submission: the prologue, the beginning of an epoch, and the kernels of the strategy. */
static clscan_status launch(const cs_ready_call *ready, cs_submission *submission, const cs_in_flight *f) {
    clscan_status status = CLSCAN_OK;
    const cs_variant *v = ready->variant;
    TRY(prepare(ready, submission, f->scratch));
    if (v->has_states && ready->workspace.strategy > 0)
        TRY(cs_begin_epoch(submission, f->workspace ? f->workspace->bytes : ready->workspace.strategy));
    TRY(v->strategy->launch(submission, &v->shape));
    TRY(cs_make_run_lengths(submission));
    TRY(cs_store_empty_segments(submission));
done:
    return status;
}

/* The caller holds the lock of the pools, which is also the lock of the kernels. */
static clscan_status launch_all(const cs_ready_call *ready, cs_pools *pools, cs_submission *submission,
                                cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_in_flight f = { 0 };
    submission->want_event = event != NULL;
    TRY(cs_in_flight_begin(&f, pools, ready->plan->device, ready->variant, bytes_to_take(ready), submission));
    TRY(launch(ready, submission, &f));
done:
    cs_in_flight_end(&f, submission, status, event);
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
 * scan is in place, so a workspace of the caller's must be large enough for either variant. On devices with fences,
 * every variant can scan in place. */
static clscan_status choose(cs_ready_call *ready) {
    clscan_status status = CLSCAN_OK;
    const clscan_plan *plan = ready->plan;
    const cs_call *call = ready->call;
    const size_t line = cs_plan_line(plan, call);
    cs_workspace_layout *layout = &ready->workspace, other = { 0 };
    TRY(cs_plan_check_count(plan, call->count));
    ready->variant = cs_plan_variant(plan, call, false);
    const cs_variant *in_place = plan->device->caps.has_fence ? ready->variant : cs_plan_variant(plan, call, true);
    TRY(cs_workspace_layout_find(plan, ready->variant, call->count, line, layout));
    if (in_place != ready->variant)
        TRY(cs_workspace_layout_find(plan, in_place, call->count, line, &other));
    const size_t bytes = cs_workspace_layout_bytes(layout) > cs_workspace_layout_bytes(&other)
                             ? cs_workspace_layout_bytes(layout)
                             : cs_workspace_layout_bytes(&other);
    TRY(cs_args_check(plan->device, &plan->traits, call, bytes, &ready->findings));
    if (ready->findings.in_place && in_place != ready->variant) {
        ready->variant = in_place;
        *layout = other;
    }
done:
    return status;
}

/* Returns the kernels of the variant for this kind of memory. */
static cs_kernel *const *kernels_for(const cs_ready_call *ready) {
    return ready->variant->kernels[ready->call->memory][ready->call->memory != CS_BUFFERS && ready->findings.cells];
}

clscan_status cs_ready_call_create(const clscan_plan *plan, cl_command_queue queue, const cs_call *call,
                                   cs_ready_call *ready) {
    clscan_status status = CLSCAN_OK;
    *ready = (cs_ready_call) { .plan = plan, .call = call, .queue = queue };
    TRY(cs_queue_check(plan->device, queue, &ready->queue_in_order));
    TRY(cs_args_check_memory(plan->device, call)); /* also if there is nothing to do */
    if (!cs_plan_has_work(plan, call))
        goto done;
    TRY(choose(ready));
    ready->kernels = kernels_for(ready);
done:
    return status;
}

bool cs_ready_call_has_prologue(const cs_ready_call *ready) {
    return ready->findings.cells || makes_arrays(&ready->workspace);
}

void cs_ready_call_kernel_args(const cs_ready_call *ready, cs_kernel_args *kernel_args) {
    cs_kernel_args_of(&ready->plan->traits, ready->call, &ready->plan->device->memory, ready->findings.in_place,
                      ready->findings.capacity, ready->findings.segment_room, kernel_args);
}

clscan_status cs_ready_call_enqueue(const cs_ready_call *ready, cs_pools *pools, cs_kernel_args *kernel_args,
                                    cl_uint num_wait, const cl_event *wait, cl_event *event) {
    const clscan_plan *plan = ready->plan;
    const cs_call *call = ready->call;
    const cs_variant *v = ready->variant;
    clscan_status status = CLSCAN_OK;
    TRY(cs_wait_list_check(plan->device, num_wait, wait));
    if (!v) {
        status = enqueue_nothing(ready->queue, num_wait, wait, event);
        goto done;
    }
    cs_submission submission = { .queue = ready->queue,
                                 .queue_in_order = ready->queue_in_order,
                                 .needs_no_events = ready->queue_in_order && num_wait == 0,
                                 .next_may_follow = ready->queue_in_order && leaves_nothing(plan, v, num_wait),
                                 .kernels = ready->kernels,
                                 .wg_size = v->shape.wg_size,
                                 .traits = &plan->traits,
                                 .kernel_args = kernel_args,
                                 .bound = ready->bound,
                                 .count = call->count,
                                 .packs = cs_plan_packs(plan, call),
                                 .num_offsets = call->num_segments + 1,
                                 .workspace = call->workspace,
                                 .edges = plan->edges,
                                 .withheld = ready->withheld,
                                 .num_wait = num_wait,
                                 .wait = wait,
                                 .launches = cs_plan_launches(plan, v, call),
                                 .log = &plan->device->log };
    pthread_mutex_lock(&pools->mutex);
    status = launch_all(ready, pools, &submission, event);
    pthread_mutex_unlock(&pools->mutex);
done:
    return status;
}

clscan_status cs_plan_enqueue(clscan_plan *plan, cl_command_queue queue, const cs_call *call, cl_uint num_wait,
                              const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_ready_call ready;
    cs_kernel_args kernel_args;
    TRY(cs_ready_call_create(plan, queue, call, &ready));
    cs_ready_call_kernel_args(&ready, &kernel_args);
    TRY(cs_ready_call_enqueue(&ready, &plan->pools, &kernel_args, num_wait, wait, event));
done:
    return status;
}

clscan_status cs_plan_scan_by(const clscan_plan *plan, const cs_variant *v, cl_command_queue queue, const cs_call *call,
                              size_t withheld) {
    clscan_status status = CLSCAN_OK;
    cs_pools pools;
    cs_kernel_args kernel_args;
    cs_ready_call ready = { .plan = plan, .call = call, .queue = queue, .variant = v, .withheld = withheld };
    cs_pools_init(&pools);
    TRY(cs_queue_check(plan->device, queue, &ready.queue_in_order));
    TRY(cs_workspace_layout_find(plan, v, call->count, cs_plan_line(plan, call), &ready.workspace));
    TRY(cs_args_check(plan->device, &plan->traits, call, cs_workspace_layout_bytes(&ready.workspace), &ready.findings));
    ready.kernels = kernels_for(&ready);
    cs_ready_call_kernel_args(&ready, &kernel_args);
    TRY(cs_ready_call_enqueue(&ready, &pools, &kernel_args, 0, NULL, NULL));
    CL(clFinish(queue));
done:
    cs_pools_destroy(&pools);
    return status;
}
