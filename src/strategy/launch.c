#include "strategy/launch.h"

#include "base/try.h"

/* The wait list of the next command. The first command of a run waits for the caller's list. Each later command waits
 * for the command before it, unless the order of the queue is enough; `previous` is then NULL. */
typedef struct waits {
    cl_uint num;
    const cl_event *list;
} waits;

static waits waits_of(const cs_run *run) {
    if (!run->started)
        return (waits) { run->num_wait, run->wait };
    return (waits) { run->previous != NULL, run->previous ? &run->previous : NULL };
}

static void follow(cs_run *run, cl_event event) {
    run->started = true;
    if (run->previous)
        clReleaseEvent(run->previous);
    run->previous = event;
}

clscan_status cs_launch(cs_run *run, size_t kernel, bool elements, size_t groups, const cs_arg *args, size_t num_args) {
    clscan_status status = CLSCAN_OK;
    cl_event event = NULL;
    const waits w = waits_of(run);
    if (run->dry_run) {
        cs_strbuf_add(run->dry_run, ", %zu", groups);
        return CLSCAN_OK;
    }
    cs_kernel *const k = run->kernels[kernel];
    const cl_uint first = elements ? cs_kernel_args_count(run->traits) : 0;
    size_t global = groups * run->wg_size;
    bool last = --run->launches == 0, needed = last ? run->want_event : !run->needs_no_events;
    cs_log_line(run->log, "launch: kernel %zu on %zu work-groups of %zu", kernel, groups, run->wg_size);
    if (elements && !(run->bound && k->is_set))
        TRY(cs_kernel_args_set(run->kernel_args, run->traits, k));
    for (size_t i = 0; i < num_args; i++)
        CL(clSetKernelArg(k->object, first + (cl_uint)i, args[i].size, args[i].value));
    CL(clEnqueueNDRangeKernel(run->queue, k->object, 1, NULL, &global, &run->wg_size, w.num, w.list,
                              needed ? &event : NULL));
    follow(run, event);
done:
    return status;
}

size_t cs_run_length(const cs_run *run) {
    return run->traits->batched && run->count ? run->kernel_args->numbers.length : run->count;
}

/* A record has the same size with 64-bit words, each with 32 bits of an element, as with twice as many 32-bit words;
 * see cl/grid/tile_state.h. The ticket counter takes the place of one record. */
size_t cs_states_bytes(size_t tiles, size_t blocks, size_t size) {
    return (1 + tiles + blocks) * CS_RECORD_BYTES(size);
}

clscan_status cs_begin_epoch(cs_run *run, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    cl_event event = NULL;
    const waits w = waits_of(run);
    const cl_uint zero = 0;
    if (run->states->epoch++ % CS_LAST_EPOCH > 0)
        goto done;
    *run->states = (cs_states) { .epoch = 1 };
    CL(clEnqueueFillBuffer(run->queue, run->workspace, &zero, sizeof zero, 0, bytes, w.num, w.list,
                           run->needs_no_events ? NULL : &event));
    follow(run, event);
done:
    return status;
}
