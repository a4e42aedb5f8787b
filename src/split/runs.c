#include "split/runs.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "split/upload_summaries.h"

/* ------------------------------------------------------------------------------------------------ the kernels */

/* Launches the kernel that finds the runs that cross parts. It writes the start cell of the part. */
static clscan_status find_runs(clscan_split *s, cl_command_queue queue, const cs_call *call, const cs_part *part,
                               cl_mem all, const cs_waits *w, cl_event *event) {
    const cl_ulong num = part->num_parts, number = part->number;
    const cl_mem start = part->start ? part->start : s->start;
    const cs_split_arg args[] = { { sizeof s->layout, &s->layout },
                                  { sizeof all, &all },
                                  { sizeof num, &num },
                                  { sizeof number, &number },
                                  { sizeof start, &start } };
    return cs_split_launch(s, queue, CS_COMBINE, call, args, sizeof args / sizeof *args, w, event);
}

/* Enqueues the plan's call on a part. The start cell that find_runs has written takes the place of the initial
 * value. */
static clscan_status select_runs(clscan_split *s, const cs_ready_call *ready, cl_event found, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_kernel_args args;
    cs_ready_call_kernel_args(ready, &args);
    TRY(cs_ready_call_enqueue(ready, &s->plan->pools, &args, 1, &found, event));
done:
    return status;
}

/* Adds the elements of later parts to the length of the last run. */
static clscan_status lengthen_run(clscan_split *s, cl_command_queue queue, const cs_call *call, size_t capacity,
                                  cl_event after, cl_event *event) {
    const cl_ulong room = capacity;
    const cs_split_arg args[] = { { sizeof s->start, &s->start }, { sizeof room, &room } };
    return cs_split_launch(s, queue, CS_LENGTHEN, call, args, sizeof args / sizeof *args, &(cs_waits) { 1, &after },
                           event);
}

static clscan_status read_results(cl_command_queue queue, cl_mem start, cl_bool waits, cs_run_results *results,
                                  cl_event after, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    CL(clEnqueueReadBuffer(queue, start, waits, CS_RUN_RESULTS_AT, sizeof *results, results, 1, &after, event));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------ a part */

clscan_status cs_split_enqueue_runs(clscan_split *s, cl_command_queue queue, const cs_call *given, const cs_part *part,
                                    const cs_waits *w, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_call call = *given;
    cs_ready_call ready;
    cs_commands c = { .written = NULL };
    cl_event *const e = c.events;
    call.init = NULL;
    call.init_at = (cs_call_array) { .handle = s->start };
    TRY(cs_ready_call_create(s->plan, queue, &call, &ready));
    const bool lengthens = s->plan->traits.lengths.output && ready.variant;
    TRY(cs_split_upload_summaries(s, queue, given, part, w, find_runs, &e[0]));
    TRY(select_runs(s, &ready, e[0], &e[1]));
    if (lengthens)
        TRY(lengthen_run(s, queue, &call, ready.findings.capacity, e[1], &e[2]));
    if (part->run_results)
        TRY(read_results(queue, s->start, CL_FALSE, part->run_results, e[lengthens ? 2 : 1], &c.written));
done:
    return cs_split_hand_over(s, queue, &c, status, event);
}

/* ------------------------------------------------------------------------------------------- numbers of results */

/* Lets the device count the results of runs that a part has, and waits for it. The lock of the split protects the
 * kernel only, so that other calls go on meanwhile. */
static clscan_status count_results(clscan_split *s, const cs_part *part, cs_run_results *results) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    cl_event found = NULL;
    const cs_call none = cs_call_contiguous(0);
    cs_part own = *part;
    own.start = clCreateBuffer(s->plan->device->context, CL_MEM_READ_WRITE, cs_summary_start_bytes(&s->plan->traits),
                               NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    pthread_mutex_lock(&s->mutex);
    status = cs_split_upload_summaries(s, s->counting, &none, &own, &(cs_waits) { 0, NULL }, find_runs, &found);
    pthread_mutex_unlock(&s->mutex);
    TRY(status);
    TRY(read_results(s->counting, own.start, CL_TRUE, results, found, NULL));
done:
    if (found)
        clReleaseEvent(found);
    if (own.start)
        clReleaseMemObject(own.start);
    return status;
}

clscan_status cs_split_info(clscan_split *s, const cs_summaries *summaries, size_t number, clscan_part_info *info) {
    clscan_status status = CLSCAN_OK;
    const cs_part part = { .number = number, .num_parts = summaries->num, .summaries = summaries->at };
    cs_run_results found;
    *info = cs_summaries_info(summaries, &s->plan->traits, number);
    if (!s->plan->traits.selection.run_rule)
        goto done;
    TRY(count_results(s, &part, &found));
    info->kept = found.kept;
    info->kept_before = found.kept_before;
    info->kept_total = found.kept_total;
done:
    return status;
}
