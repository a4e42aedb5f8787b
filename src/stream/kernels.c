#include "stream/kernels.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "self_test/adder.h"
#include "stream/slot.h"

/* ----------------------------------------------------------------------------------------------- calls on a piece */

/* Returns the call on `n` elements of a slot, from element `at` on. */
static cs_call call_on(const clscan_stream *s, const cs_slot *slot, size_t at, size_t n) {
    const cs_traits *traits = &s->traits;
    cs_call call = cs_call_contiguous(n);
    for (unsigned i = 0; i < traits->num_in; i++)
        call.in[i] = (cs_call_array) { .handle = slot->in[i].buffer, .offset = at };
    for (unsigned i = 0; i < traits->num_out; i++)
        call.out[i] =
            (cs_call_array) { .handle = slot->out[i].buffer, .offset = cs_arrays_is_single(&s->traits, i) ? 0 : at };
    call.memory = CS_BUFFERS;
    if (traits->value.accumulates_index)
        call.first_index = s->first_index + slot->before + at;
    return call;
}

/* Enqueues a plan that continues the running result, or that begins with the initial value. */
static clscan_status run(clscan_stream *s, clscan_plan *plan, cs_call *call, bool continues, const cl_event *after,
                         cl_event *event) {
    clscan_status status = CLSCAN_OK;
    call->init_at.handle = continues ? s->cells[s->cell] : s->init;
    call->total.handle = s->cells[!s->cell];
    TRY(cs_plan_enqueue(plan, s->queues.compute, call, after != NULL, after, event));
    s->cell = !s->cell;
    s->has_cell = true;
done:
    return status;
}

static clscan_status scan_all(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    cs_call call = call_on(s, slot, 0, slot->count);
    TRY(run(s, s->plan, &call, s->has_cell, sent, &slot->computed));
done:
    return status;
}

/* Scans the elements that continue a segment of an earlier piece, and then the segments that begin in this piece. */
static clscan_status scan_segments(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    const size_t head = slot->first_head, rest = slot->count - head;
    const bool bits = s->traits.segments.kind == CLSCAN_SEGMENTS_BITS;
    cs_call before = call_on(s, slot, 0, head), after = call_on(s, slot, head, rest);
    after.segments = (cs_call_array) { .handle = slot->in[s->num_in - 1].buffer, .offset = bits ? 0 : head };
    if (head > 0)
        TRY(run(s, s->unsegmented, &before, true, sent, rest > 0 ? NULL : &slot->computed));
    if (rest > 0 || head == 0)
        TRY(run(s, s->plan, &after, false, head > 0 ? NULL : sent, &slot->computed));
done:
    return status;
}

/* Clears the outputs that have one number for all elements: kernels only ever set it. */
static clscan_status clear_single(const clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    const cl_uint zero = 0;
    for (unsigned i = 0; i < s->traits.num_out; i++)
        if (cs_arrays_is_single(&s->traits, i))
            CL(clEnqueueFillBuffer(s->queues.compute, slot->out[i].buffer, &zero, sizeof zero, 0, sizeof zero, 1, sent,
                                   NULL));
done:
    return status;
}

static clscan_status scan(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    TRY(clear_single(s, slot, sent));
    TRY(s->traits.segments.kind ? scan_segments(s, slot, sent) : scan_all(s, slot, sent));
done:
    return status;
}

/* --------------------------------------------------------------------------------------- one result for all pieces */

/* Every piece writes the result so far. The last one stays. */
static clscan_status reduce(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    cs_call call = call_on(s, slot, 0, slot->count);
    for (unsigned i = 0; i < s->traits.num_out; i++)
        call.out[i] = (cs_call_array) { .handle = s->result[i] };
    TRY(run(s, s->plan, &call, s->has_cell, sent, &slot->computed));
done:
    return status;
}

/* Adds the counts of a piece to those before, which the same cell has. */
static clscan_status add_counts(clscan_stream *s, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    const size_t bins = s->traits.histogram.bins;
    const cs_tables both = { .buffer = s->cells[s->cell], .pitch = bins, .num = 2, .bins = bins };
    const cs_call_array sums = { .handle = s->cells[!s->cell] };
    TRY(cs_adder_enqueue(s->adder, s->queues.compute, &both, &sums, 0, NULL, event));
    s->cell = !s->cell;
done:
    return status;
}

static clscan_status count(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    cs_call call = call_on(s, slot, 0, slot->count);
    call.out[0] = (cs_call_array) { .handle = s->cells[s->cell], .offset = s->traits.histogram.bins };
    TRY(cs_plan_enqueue(s->plan, s->queues.compute, &call, 1, sent, NULL));
    TRY(add_counts(s, &slot->computed));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------ selections */

/* The first piece has no element in front. */
static clscan_status select_elements(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    const size_t front = cs_arrays_front(&s->traits), before = slot->before > 0 ? front : 0;
    cs_call call = call_on(s, slot, front - before, slot->count > 0 ? slot->count + before : 0);
    for (unsigned i = 0; i < s->traits.num_out; i++)
        call.out[i].offset = 0;
    if (s->traits.indices.output)
        call.first_index = s->first_index + slot->before - before;
    call.total.handle = slot->counted.buffer;
    TRY(cs_plan_enqueue(s->plan, s->queues.compute, &call, 1, sent, &slot->computed));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------- all */

clscan_status cs_piece_compute(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    static clscan_status (*const by_kind[CS_TASK_KINDS])(clscan_stream *, cs_slot *, const cl_event *) = {
        [CS_SCAN] = scan, [CS_SELECTION] = select_elements, [CS_REDUCTION] = reduce, [CS_HISTOGRAM] = count
    };
    return by_kind[s->traits.kind](s, slot, sent);
}

static clscan_status fill_zeros(const clscan_stream *s, cl_mem buffer, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    const cl_uint zero = 0;
    CL(clEnqueueFillBuffer(s->queues.compute, buffer, &zero, sizeof zero, 0, bytes, 0, NULL, NULL));
done:
    return status;
}

clscan_status cs_stream_clear_results(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    if (s->traits.histogram.bins)
        TRY(fill_zeros(s, s->cells[s->cell], s->traits.histogram.bins * s->traits.out[0].size));
    for (unsigned i = 0; i < s->traits.num_out; i++)
        if (s->result[i] && cs_arrays_is_single(&s->traits, i))
            TRY(fill_zeros(s, s->result[i], sizeof(cl_uint)));
done:
    return status;
}
