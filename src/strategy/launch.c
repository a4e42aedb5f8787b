#include "strategy/launch.h"

#include "base/try.h"

/* The wait list of the next command. The first command of a submission waits for the caller's list. Each later command
 * waits for the command before it, unless the order of the queue is enough; `previous` is then NULL. */
typedef struct waits {
    cl_uint num;
    const cl_event *list;
} waits;

static waits waits_of(const cs_submission *submission) {
    if (!submission->started)
        return (waits) { submission->num_wait, submission->wait };
    return (waits) { submission->previous != NULL, submission->previous ? &submission->previous : NULL };
}

static void follow(cs_submission *submission, cl_event event) {
    submission->started = true;
    if (submission->previous)
        clReleaseEvent(submission->previous);
    submission->previous = event;
}

clscan_status cs_launch(cs_submission *submission, size_t kernel, bool elements, size_t groups, const cs_arg *args,
                        size_t num_args) {
    clscan_status status = CLSCAN_OK;
    cl_event event = NULL;
    const waits w = waits_of(submission);
    if (submission->dry_run) {
        cs_strbuf_add(submission->dry_run, ", %zu", groups);
        goto done;
    }
    cs_kernel *const k = submission->kernels[kernel];
    const cl_uint first = elements ? cs_kernel_args_count(submission->traits) : 0;
    size_t global = groups * submission->wg_size;
    bool last = --submission->launches == 0, needed = last ? submission->want_event : !submission->needs_no_events;
    cs_log_line(submission->log, "launch: kernel %zu on %zu work-groups of %zu", kernel, groups, submission->wg_size);
    if (elements && !(submission->bound && k->is_set))
        TRY(cs_kernel_args_set(submission->kernel_args, submission->traits, k));
    for (size_t i = 0; i < num_args; i++)
        CL(clSetKernelArg(k->object, first + (cl_uint)i, args[i].size, args[i].value));
    CL(clEnqueueNDRangeKernel(submission->queue, k->object, 1, NULL, &global, &submission->wg_size, w.num, w.list,
                              needed ? &event : NULL));
    follow(submission, event);
done:
    return status;
}

size_t cs_submission_line(const cs_submission *submission) {
    return submission->traits->has_rows && submission->count ? submission->kernel_args->params.length
                                                             : submission->count;
}

/* A record has the same size with 64-bit words, each with 32 bits of an element, as with twice as many 32-bit words;
 * see cl/grid/look_back/tile_state.h. The ticket counter takes the place of one record. */
size_t cs_states_bytes(size_t tiles, size_t blocks, size_t size) {
    return (1 + tiles + blocks) * CS_RECORD_BYTES(size);
}

clscan_status cs_begin_epoch(cs_submission *submission, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    cl_event event = NULL;
    const waits w = waits_of(submission);
    const cl_uint zero = 0;
    if (submission->epochs->epoch++ % CS_LAST_EPOCH > 0)
        goto done;
    *submission->epochs = (cs_epochs) { .epoch = 1 };
    CL(clEnqueueFillBuffer(submission->queue, submission->workspace, &zero, sizeof zero, 0, bytes, w.num, w.list,
                           submission->needs_no_events ? NULL : &event));
    follow(submission, event);
done:
    return status;
}
