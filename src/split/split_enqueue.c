#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "self_test/adder.h"
#include "split/launch.h"
#include "split/runs.h"
#include "split/split.h"
#include "split/upload_summaries.h"

#include <string.h>

static clscan_status check_memory(const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(call->first_array && call->memory != CS_BUFFERS, CLSCAN_ERROR_UNSUPPORTED_MEMORY,
            "args.%s is not a buffer: the arrays of a part have to be buffers", call->first_array);
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- summaries */

/* Returns the call that computes the sum of a part: with its inputs, but without its outputs and initial value. */
static cs_call call_of_sum(const clscan_split *s, const cs_call *call) {
    cs_call sum = cs_call_contiguous(call->count);
    const cs_traits *traits = &s->sums->traits;
    memcpy(sum.in, call->in, traits->num_in * sizeof *sum.in);
    sum.first_array = call->first_array;
    sum.of_part = call->of_part;
    sum.count_at = call->count_at;
    sum.segments = call->segments;
    sum.first_index = call->first_index;
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        sum.out[i].handle = s->results[i];
    *(traits->histogram.bins ? &sum.out[0] : &sum.total) = (cs_call_array) { .handle = s->sum };
    return sum;
}

static clscan_status launch_summarize(clscan_split *s, cl_command_queue queue, const cs_call *sum, const cs_waits *w,
                                      cl_event *event) {
    const cs_split_arg args[] = { { sizeof s->number, &s->number },
                                  { sizeof s->layout, &s->layout },
                                  { sizeof s->sum, &s->sum },
                                  { sizeof s->summary, &s->summary } };
    cs_call call = *sum;
    call.total.handle = NULL;
    return cs_split_launch(s, queue, CS_SUMMARIZE, &call, args, sizeof args / sizeof *args, w, event);
}

/* Puts the counts of a histogram into the summary, in which the kernel has put one of them. */
static clscan_status copy_counts(clscan_split *s, cl_command_queue queue, cl_event after, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    CL(clEnqueueCopyBuffer(queue, s->sum, s->summary, 0, s->layout.sum, cs_summary_sum_bytes(&s->plan->traits), 1,
                           &after, event));
done:
    return status;
}

/* The lock of the split is held. */
static clscan_status summarize_locked(clscan_split *s, cl_command_queue queue, const cs_call *call, void *summary,
                                      bool lasting, const cs_waits *w, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_commands c = { .written = NULL };
    cl_event *const e = c.events;
    const bool counts = s->plan->traits.histogram.bins > 0;
    const cs_call sum = call_of_sum(s, call);
    TRY(cs_plan_enqueue(s->sums, queue, &sum, w->num, w->num ? w->list : NULL, &e[0]));
    TRY(launch_summarize(s, queue, &sum, &(cs_waits) { 1, &e[0] }, &e[1]));
    if (counts)
        TRY(copy_counts(s, queue, e[1], &e[2]));
    CL(clEnqueueReadBuffer(queue, s->summary, CL_FALSE, 0, s->layout.bytes, summary, 1, &e[counts ? 2 : 1],
                           lasting ? &e[3] : &c.written));
done:
    return cs_split_hand_over(s, queue, &c, status, event);
}

clscan_status cs_split_summarize(clscan_split *s, cl_command_queue queue, const cs_call *call, void *summary,
                                 bool lasting, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_waits w = { 0 };
    pthread_mutex_lock(&s->mutex);
    TRY(check_memory(call));
    TRY(cs_waits_of(s, num_wait, wait, &w));
    TRY(summarize_locked(s, queue, call, summary, lasting, &w, event));
done:
    cs_waits_free(&w);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

/* --------------------------------------------------------------------------------------------------- a part */

static bool has_init(const cs_call *call) {
    return call->init || call->init_at.handle;
}

/* Takes the count of the part from its summary, so that the kernels need no count on the device. */
static clscan_status take_count(const cs_summaries *summaries, size_t part, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const cl_ulong count = cs_summary_count(summaries, part);
    FAIL_IF(call->count_at.handle ? count > call->count : count != call->count, CLSCAN_ERROR_INVALID_VALUE,
            "args.count is %zu, but summary %zu is of %llu elements", call->count, part, (unsigned long long)count);
    call->count = (size_t)count;
    call->rows = cs_rows_dense(count > 0 ? (size_t)count : 1, 1);
    call->count_at = (cs_call_array) { .handle = NULL };
done:
    return status;
}

clscan_status cs_split_take_part(const clscan_split *s, const cs_summaries *summaries, cs_part *part, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const bool reverse = s->plan->traits.reverse;
    TRY(take_count(summaries, part->number, call));
    part->num_parts = summaries->num;
    part->summaries = summaries->at;
    part->elements_before = cs_summaries_before(summaries, part->number);
    part->all_elements = cs_summaries_before(summaries, summaries->num);
    part->has_elements = part->has_elements_before = part->follows_round;
    for (size_t i = 0; i < summaries->num; i++) {
        const bool any = cs_summary_count(summaries, i) > 0;
        part->has_elements = part->has_elements || any;
        part->has_elements_before =
            part->has_elements_before || (any && (reverse ? i > part->number : i < part->number));
    }
done:
    return status;
}

/* Fails if the part may have no value to begin with. If only the device knows whether elements come before the part,
 * the kernel stores the identity if there are none. */
static clscan_status check_init(const clscan_split *s, const cs_call *call, const cs_part *part) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &s->plan->traits;
    if (traits->value.has_identity || has_init(call) || traits->moves)
        goto done;
    FAIL_IF(traits->exclusive, CLSCAN_ERROR_INVALID_VALUE,
            "args.init and args.init_at are not given, and the operator has no identity: an exclusive scan has nothing "
            "to begin with");
    FAIL_IF(part->counts_late && !traits->part.continues, CLSCAN_ERROR_INVALID_VALUE,
            "args.count_at is given, and the operator has no identity: without args.init, the first part that has "
            "elements, which only the device knows, would begin with nothing");
done:
    return status;
}

static clscan_status check_counts(const clscan_split *s, const cs_part *part) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &s->plan->traits;
    FAIL_IF(traits->histogram.bins && part->all_elements > traits->histogram.most_counted, CLSCAN_ERROR_INVALID_VALUE,
            "all parts have %llu elements, which is more than desc.value can count: %llu",
            (unsigned long long)part->all_elements, (unsigned long long)traits->histogram.most_counted);
    FAIL_IF(
        traits->lengths.output && part->all_elements > cs_traits_most_length(traits), CLSCAN_ERROR_INVALID_VALUE,
        "all parts have %llu elements, and a run of all of them would be longer than desc.length_type can count: %llu",
        (unsigned long long)part->all_elements, (unsigned long long)cs_traits_most_length(traits));
done:
    return status;
}

/* Returns the call of the plan for a part. */
static cs_call call_of_part(const clscan_split *s, const cs_call *given, const cs_part *part) {
    cs_call call = *given;
    const cs_traits *traits = &s->plan->traits;
    if (traits->value.accumulates_index || traits->indices.output)
        call.first_index += part->elements_before;
    return call;
}

/* Makes the start cell the initial value of the call. `any` says whether elements come before the part. A reduction
 * becomes a call without elements, because its start cell already combines all parts. */
static void continue_from_start(const clscan_split *s, bool any, cs_call *call) {
    const cs_traits *traits = &s->plan->traits;
    const bool has_value = has_init(call);
    call->total.handle = NULL;
    call->init = NULL;
    call->init_at = (cs_call_array) { .handle = any || has_value || traits->part.continues ? s->start : NULL };
    call->has_only_carry = traits->part.continues && !has_value;
    if (traits->reduces) {
        call->count = 0;
        call->count_at = (cs_call_array) { .handle = NULL };
        call->rows = cs_rows_dense(1, 1);
    }
}

/* Adds the counts of all parts. */
static clscan_status add_counts(clscan_split *s, cl_command_queue queue, const cs_call *call, const cs_part *part,
                                cl_mem all, const cs_waits *w, cl_event *event) {
    const size_t size = s->plan->traits.out[0].size;
    const cs_tables tables = { .buffer = all,
                               .offset = s->layout.sum / size,
                               .pitch = s->layout.bytes / size,
                               .num = part->num_parts,
                               .bins = s->plan->traits.histogram.bins };
    return cs_adder_enqueue(s->adder, queue, &tables, &call->out[0], w->num, w->num ? w->list : NULL, event);
}

/* Launches the kernel that combines the summaries. For a reduction, it combines all of them. */
static clscan_status launch_combine(clscan_split *s, cl_command_queue queue, const cs_call *call, const cs_part *part,
                                    cl_mem all, const cs_waits *w, cl_event *event) {
    const cl_ulong num = part->num_parts, number = s->plan->traits.reduces ? num : part->number;
    const cl_ulong follows = part->follows_round;
    const cl_mem joined = part->joined ? part->joined : s->joined;
    const cs_split_arg args[] = {
        { sizeof s->layout, &s->layout }, { sizeof all, &all },           { sizeof num, &num },
        { sizeof number, &number },       { sizeof s->start, &s->start }, { sizeof follows, &follows },
        { sizeof joined, &joined }
    };
    return cs_split_launch(s, queue, CS_COMBINE, call, args, sizeof args / sizeof *args, w, event);
}

size_t cs_split_joined_bytes(const clscan_split *s) {
    return s->layout.bytes;
}

clscan_status cs_split_check(clscan_split *s, cl_command_queue queue, const cs_call *given, const cs_part *part) {
    clscan_status status = CLSCAN_OK;
    cs_ready_call checked;
    const cs_call call = call_of_part(s, given, part);
    TRY(check_memory(given));
    TRY(check_init(s, given, part));
    TRY(check_counts(s, part));
    TRY(cs_ready_call_create(s->plan, queue, &call, &checked));
done:
    return status;
}

/* The lock of the split is held. */
static clscan_status enqueue_counts(clscan_split *s, cl_command_queue queue, const cs_call *call, const cs_part *part,
                                    const cs_waits *w, cl_event *event) {
    cs_commands c = { .written = NULL };
    const clscan_status status = cs_split_upload_summaries(s, queue, call, part, w, add_counts, &c.events[0]);
    return cs_split_hand_over(s, queue, &c, status, event);
}

/* The lock of the split is held. */
static clscan_status enqueue_scan(clscan_split *s, cl_command_queue queue, const cs_call *given, const cs_part *part,
                                  const cs_waits *w, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_commands c = { .written = NULL };
    cs_call call = *given;
    continue_from_start(s, s->plan->traits.reduces ? part->has_elements : part->has_elements_before, &call);
    TRY(cs_split_upload_summaries(s, queue, given, part, w, launch_combine, &c.events[0]));
    TRY(cs_plan_enqueue(s->plan, queue, &call, 1, &c.events[0], &c.events[1]));
done:
    return cs_split_hand_over(s, queue, &c, status, event);
}

/* A selection without runs needs only its first index from the other parts. */
static clscan_status enqueue_selection(clscan_split *s, cl_command_queue queue, const cs_call *call,
                                       const cs_part *part, const cs_waits *w, cl_event *event) {
    (void)part;
    return cs_plan_enqueue(s->plan, queue, call, w->num, w->num ? w->list : NULL, event);
}

clscan_status cs_split_enqueue(clscan_split *s, cl_command_queue queue, const cs_call *given, const cs_part *part,
                               cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cs_waits w = { 0 };
    const cs_call call = call_of_part(s, given, part);
    pthread_mutex_lock(&s->mutex);
    TRY(cs_split_check(s, queue, given, part));
    TRY(cs_waits_of(s, num_wait, wait, &w));
    if (part->ready)
        w.list[w.num++] = part->ready;
    TRY((s->plan->traits.selection.run_rule ? cs_split_enqueue_runs
         : s->plan->traits.moves            ? enqueue_selection
         : s->adder                         ? enqueue_counts
                                            : enqueue_scan)(s, queue, &call, part, &w, event));
done:
    cs_waits_free(&w);
    pthread_mutex_unlock(&s->mutex);
    return status;
}

clscan_status cs_split_join(clscan_split *s, cl_command_queue queue, const cs_call *call, const cs_part *part) {
    clscan_status status = CLSCAN_OK;
    cs_waits w = { 0 };
    cs_commands c = { .written = NULL };
    pthread_mutex_lock(&s->mutex);
    TRY(cs_waits_of(s, 0, NULL, &w));
    TRY(cs_split_upload_summaries(s, queue, call, part, &w, launch_combine, &c.events[0]));
done:
    status = cs_split_hand_over(s, queue, &c, status, NULL);
    cs_waits_free(&w);
    pthread_mutex_unlock(&s->mutex);
    return status;
}
