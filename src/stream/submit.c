#include "stream/submit.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "stream/bits.h"
#include "stream/slot.h"

#include <string.h>

bool cs_stream_has_results(const clscan_stream *s) {
    return s->traits.kind == CS_SCAN;
}

/* --------------------------------------------------------------------------------------------------------- upload */

/* Returns the first element of the piece that begins a segment. In the first piece this is element 0. */
static size_t find_head(const clscan_stream *s, const cs_slot *slot) {
    const unsigned last = s->num_in - 1;
    const char *marks = slot->in[last].away ? slot->in[last].away : slot->in[last].host;
    if (slot->before == 0)
        return 0;
    switch (s->traits.segments) {
    case CLSCAN_SEGMENTS_FLAGS:
        return cs_first_flag((const unsigned char *)marks, slot->pushed);
    case CLSCAN_SEGMENTS_BITS:
        return cs_bits_first((const cl_uint *)marks, slot->pushed);
    default:
        return cs_first_key(&s->key, s->previous[last], marks, slot->pushed);
    }
}

/* Looks at the segments, and keeps the last key for the next piece. The kernels begin at the first head, so bits have
 * to begin there too. */
static void prepare_segments(clscan_stream *s, cs_slot *slot) {
    const unsigned last = s->num_in - 1;
    const cs_lane *lane = &slot->in[last];
    if (!s->traits.segments)
        return;
    slot->head = find_head(s, slot);
    if (s->traits.segments == CLSCAN_SEGMENTS_BITS)
        cs_bits_drop((cl_uint *)lane->host, slot->pushed, slot->head);
    if (s->previous[last] && slot->pushed > 0)
        memcpy(s->previous[last], (lane->away ? lane->away : lane->host) + (slot->pushed - 1) * lane->element,
               lane->element);
}

/* Gives the lanes of a slot to the device. *sent completes when the device has them. */
static clscan_status upload(const clscan_stream *s, cs_slot *slot, cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < s->num_in; i++) {
        const size_t n = cs_stream_has_bits(s, i) ? (slot->pushed + 31) / 32 : slot->pushed;
        TRY(cs_lane_send(&s->link, &slot->in[i], n * slot->in[i].element));
    }
    for (unsigned i = 0; i < s->traits.num_out; i++)
        TRY(cs_lane_close(&s->link, &slot->out[i]));
    CL(clEnqueueMarkerWithWaitList(s->link.up, 0, NULL, sent));
done:
    return status;
}

/* -------------------------------------------------------------------------------------------------------- kernels */

/* Returns the call on `n` elements of a slot, from element `at` on. */
static cs_call call_on(const clscan_stream *s, const cs_slot *slot, size_t at, size_t n) {
    const cs_traits *traits = &s->traits;
    cs_call call = cs_call_contiguous(n);
    for (unsigned i = 0; i < traits->num_in; i++)
        call.in[i] = (cs_call_array) { .handle = slot->in[i].buffer, .offset = at };
    for (unsigned i = 0; i < traits->num_out; i++)
        call.out[i] = (cs_call_array) { .handle = slot->out[i].buffer, .offset = cs_stream_is_single(s, i) ? 0 : at };
    call.memory = CS_BUFFERS;
    if (traits->accumulates_index)
        call.first_index = s->first_index + slot->before + at;
    return call;
}

/* Enqueues a plan that continues the running result, or that begins with the initial value. */
static clscan_status run(clscan_stream *s, clscan_plan *plan, cs_call *call, bool continues, const cl_event *after,
                         cl_event *event) {
    clscan_status status = CLSCAN_OK;
    call->init_at.handle = continues ? s->cells[s->cell] : s->init;
    call->total.handle = s->cells[!s->cell];
    TRY(cs_plan_enqueue(plan, s->link.compute, call, after != NULL, after, event));
    s->cell = !s->cell;
    s->has_cell = true;
done:
    return status;
}

static clscan_status scan(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    cs_call call = call_on(s, slot, 0, slot->pushed);
    TRY(run(s, s->plan, &call, s->has_cell, sent, &slot->computed));
done:
    return status;
}

/* Scans first the elements whose segment began in an earlier piece, and then the segments that begin in this one. */
static clscan_status scan_segments(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    const size_t head = slot->head, rest = slot->pushed - head;
    const bool bits = s->traits.segments == CLSCAN_SEGMENTS_BITS;
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
        if (cs_stream_is_single(s, i))
            CL(clEnqueueFillBuffer(s->link.compute, slot->out[i].buffer, &zero, sizeof zero, 0, sizeof zero, 1, sent,
                                   NULL));
done:
    return status;
}

static clscan_status compute(clscan_stream *s, cs_slot *slot, const cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    TRY(clear_single(s, slot, sent));
    TRY(s->traits.segments ? scan_segments(s, slot, sent) : scan(s, slot, sent));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------- download */

/* Enqueues the downloads of the first `n` results. */
static clscan_status download(const clscan_stream *s, cs_slot *slot, size_t n) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < s->traits.num_out; i++)
        TRY(cs_lane_fetch(&s->link, &slot->out[i], (cs_stream_is_single(s, i) ? 1 : n) * slot->out[i].element,
                          &slot->computed));
    CL(clEnqueueMarkerWithWaitList(s->link.down, 1, &slot->computed, &slot->fetched));
    slot->begin = 0;
    slot->end = n;
done:
    return status;
}

clscan_status cs_piece_submit(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    cl_event sent = NULL;
    prepare_segments(s, slot);
    TRY(upload(s, slot, &sent));
    TRY(compute(s, slot, &sent));
    TRY(download(s, slot, slot->pushed));
    TRY(cs_link_flush(&s->link));
done:
    if (sent)
        clReleaseEvent(sent);
    return status;
}

clscan_status cs_piece_fetch(clscan_stream *s, cs_slot *slot) {
    (void)s, (void)slot;
    return CLSCAN_OK;
}

clscan_status cs_piece_wait(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    (void)s;
    CL(clWaitForEvents(1, &slot->fetched));
done:
    return status;
}
