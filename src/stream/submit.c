#include "stream/submit.h"

#include "base/try.h"
#include "stream/bits.h"
#include "stream/kernels.h"
#include "stream/runs.h"
#include "stream/slot.h"

#include <string.h>

/* --------------------------------------------------------------------------------------------------------- upload */

/* Returns the first element of the piece that begins a segment. In the first piece this is element 0. */
static size_t find_head(const clscan_stream *s, const cs_slot *slot) {
    const unsigned last = s->num_in - 1;
    const char *marks = slot->in[last].callers_memory ? slot->in[last].callers_memory : slot->in[last].host;
    if (slot->before == 0)
        return 0;
    switch (s->traits.segments.kind) {
    case CLSCAN_SEGMENTS_FLAGS:
        return cs_first_flag((const unsigned char *)marks, slot->count);
    case CLSCAN_SEGMENTS_BITS:
        return cs_bits_first((const cl_uint *)marks, slot->count);
    default:
        return cs_first_key(&s->key, s->previous[last], marks, slot->count);
    }
}

/* Looks at the segments, and keeps the last key for the next piece. The kernels begin at the first head, so bits have
 * to begin there too. */
static void prepare_segments(clscan_stream *s, cs_slot *slot) {
    const unsigned last = s->num_in - 1;
    const cs_slot_array *array = &slot->in[last];
    if (!s->traits.segments.kind)
        return;
    slot->first_head = find_head(s, slot);
    if (s->traits.segments.kind == CLSCAN_SEGMENTS_BITS)
        cs_bits_drop((cl_uint *)array->host, slot->count, slot->first_head);
    if (s->previous[last] && slot->count > 0)
        memcpy(s->previous[last],
               (array->callers_memory ? array->callers_memory : array->host) + (slot->count - 1) * array->element,
               array->element);
}

/* If runs of equal elements may cross pieces, puts the last element of the previous piece in front of this piece, and
 * keeps the last element for the next piece. */
static void prepare_runs(clscan_stream *s, cs_slot *slot) {
    for (unsigned i = 0; i < s->num_in && cs_arrays_front(&s->traits) > 0 && slot->count > 0; i++) {
        cs_slot_array *const array = &slot->in[i];
        if (slot->before > 0)
            memcpy(array->host, s->previous[i], array->element);
        memcpy(s->previous[i], array->host + slot->count * array->element, array->element);
    }
}

/* Gives the arrays of a slot to the device. *sent completes when the device has them. */
static clscan_status upload(const clscan_stream *s, cs_slot *slot, cl_event *sent) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < s->num_in; i++) {
        const size_t n =
            cs_arrays_has_bits(&s->traits, i) ? (slot->count + 31) / 32 : cs_arrays_front(&s->traits) + slot->count;
        TRY(cs_slot_array_send(&s->queues, &slot->in[i], n * slot->in[i].element));
    }
    for (unsigned i = 0; i < s->traits.num_out; i++)
        TRY(cs_slot_array_close(&s->queues, &slot->out[i]));
    TRY(cs_slot_array_close(&s->queues, &slot->counted));
    CL(clEnqueueMarkerWithWaitList(s->queues.up, 0, NULL, sent));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------- download */

/* Enqueues the downloads of the first `n` results. */
static clscan_status download(const clscan_stream *s, cs_slot *slot, size_t n) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < s->traits.num_out; i++)
        TRY(cs_slot_array_fetch(&s->queues, &slot->out[i],
                                (cs_arrays_is_single(&s->traits, i) ? 1 : n) * slot->out[i].element, &slot->computed));
    CL(clEnqueueMarkerWithWaitList(s->queues.down, 1, &slot->computed, &slot->downloaded));
    slot->begin = 0;
    slot->end = n;
done:
    return status;
}

/* Enqueues the download of the number of results. */
static clscan_status download_count(const clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_slot_array_fetch(&s->queues, &slot->counted, slot->counted.element, &slot->computed));
    CL(clEnqueueMarkerWithWaitList(s->queues.down, 1, &slot->computed, &slot->downloaded));
done:
    return status;
}

static clscan_status check_count(const clscan_stream *s, const cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    const cl_ulong most = s->traits.histogram.bins ? s->traits.histogram.most_counted : CL_ULONG_MAX;
    FAIL_IF(slot->before + slot->count > most, CLSCAN_ERROR_INVALID_VALUE,
            "%llu elements have been pushed, but desc.value can count %llu only",
            (unsigned long long)(slot->before + slot->count), (unsigned long long)most);
done:
    return status;
}

clscan_status cs_piece_submit(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    cl_event sent = NULL;
    TRY(check_count(s, slot));
    prepare_segments(s, slot);
    prepare_runs(s, slot);
    TRY(upload(s, slot, &sent));
    TRY(cs_piece_compute(s, slot, &sent));
    if (s->traits.moves)
        TRY(download_count(s, slot));
    else
        TRY(download(s, slot, cs_stream_has_results(s) ? slot->count : 0));
    TRY(cs_stream_queues_flush(&s->queues));
done:
    if (sent)
        clReleaseEvent(sent);
    return status;
}

static clscan_status wait(const cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    CL(clWaitForEvents(1, &slot->downloaded));
done:
    return status;
}

/* The element in front of the piece is the first one of its run there, and was counted with the piece before. */
clscan_status cs_piece_fetch(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    if (!s->traits.moves)
        goto done;
    TRY(wait(slot));
    clReleaseEvent(slot->downloaded);
    slot->downloaded = NULL;
    const size_t n = slot->count > 0 ? (size_t)cs_number_at(slot->counted.host, slot->counted.element) : 0;
    s->kept += n - (cs_arrays_front(&s->traits) > 0 && slot->before > 0 && n > 0);
    TRY(download(s, slot, n));
    TRY(cs_stream_queues_flush(&s->queues));
done:
    return status;
}

clscan_status cs_piece_wait(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    TRY(wait(slot));
    if (!slot->settled && cs_arrays_front(&s->traits) > 0)
        TRY(cs_runs_settle(s, slot));
    slot->settled = true;
done:
    return status;
}
