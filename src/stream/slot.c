#include "stream/slot.h"

#include "base/try.h"

bool cs_stream_has_results(const clscan_stream *s) {
    return s->traits.kind == CS_SCAN || s->traits.moves;
}

clscan_status cs_slot_create(const clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &s->traits;
    for (unsigned i = 0; i < s->num_in; i++)
        TRY(cs_slot_array_create(&s->queues, cs_arrays_input_size(&s->traits, i),
                                 cs_arrays_input_count(&s->traits, i, s->piece + cs_arrays_front(&s->traits)),
                                 &slot->in[i]));
    if (traits->moves)
        TRY(cs_slot_array_create(&s->queues, traits->total.type.size, 1, &slot->counted));
    for (unsigned i = 0; i < traits->num_out && cs_stream_has_results(s); i++)
        TRY(cs_slot_array_create(&s->queues, traits->out[i].size,
                                 cs_arrays_is_single(&s->traits, i) ? 1 : s->piece + cs_arrays_front(&s->traits),
                                 &slot->out[i]));
done:
    return status;
}

static void release_events(cs_slot *slot) {
    if (slot->computed)
        clReleaseEvent(slot->computed);
    if (slot->downloaded)
        clReleaseEvent(slot->downloaded);
    slot->computed = slot->downloaded = NULL;
}

void cs_slot_clear(cs_slot *slot) {
    release_events(slot);
    slot->settled = false;
    slot->count = slot->first_head = slot->begin = slot->end = 0;
    for (unsigned i = 0; i < CS_STREAM_INPUTS; i++)
        slot->in[i].callers_memory = NULL;
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        slot->out[i].callers_memory = NULL;
}

void cs_slot_release(const clscan_stream *s, cs_slot *slot) {
    cs_slot_clear(slot);
    for (unsigned i = 0; i < CS_STREAM_INPUTS; i++)
        cs_slot_array_release(&s->queues, &slot->in[i]);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        cs_slot_array_release(&s->queues, &slot->out[i]);
    cs_slot_array_release(&s->queues, &slot->counted);
}
