#include "stream/slot.h"

#include "base/try.h"
#include "problem/call.h"

enum { BITS_OF_WORD = 32 };

bool cs_stream_has_bits(const clscan_stream *s, unsigned i) {
    const cs_traits *traits = &s->traits;
    if (i == traits->num_in)
        return traits->segments == CLSCAN_SEGMENTS_BITS;
    return i > 0 && i == traits->selection.mask_or_keys_input && traits->selection.mask == CLSCAN_MASK_BITS;
}

bool cs_stream_any_bits(const clscan_stream *s) {
    bool any = false;
    for (unsigned i = 0; i < s->num_in; i++)
        any = any || cs_stream_has_bits(s, i);
    return any;
}

const char *cs_stream_input_name(const clscan_stream *s, unsigned i) {
    const cs_traits *traits = &s->traits;
    if (i == traits->num_in)
        return "segments";
    if (i > 0 && i == traits->selection.mask_or_keys_input)
        return traits->selection.of_run ? "segments" : "mask";
    return cs_in_names[i];
}

const char *cs_stream_output_name(const clscan_stream *s, unsigned i) {
    const cs_traits *traits = &s->traits;
    if (i > 0 && i == traits->indices_output)
        return "indices";
    return i > 0 && i == traits->lengths_output ? "lengths" : cs_out_names[i];
}

bool cs_stream_is_single(const clscan_stream *s, unsigned i) {
    return i == 1 && s->traits.more_out_is_single;
}

size_t cs_stream_front(const clscan_stream *s) {
    return s->traits.selection.of_run != CS_OF_RUN_NONE;
}

bool cs_stream_has_results(const clscan_stream *s) {
    return s->traits.kind == CS_SCAN || s->traits.moves;
}

size_t cs_stream_input_size(const clscan_stream *s, unsigned i) {
    const cs_traits *traits = &s->traits;
    if (cs_stream_has_bits(s, i))
        return sizeof(cl_uint);
    if (i < traits->num_in)
        return traits->in[i].size;
    return traits->segments == CLSCAN_SEGMENTS_KEYS ? traits->key.size : 1;
}

/* Returns how many elements, or words of bits, the array of input `i` has. Pieces with bits are of whole words. */
static size_t input_count(const clscan_stream *s, unsigned i) {
    return cs_stream_has_bits(s, i) ? s->piece / BITS_OF_WORD : s->piece + cs_stream_front(s);
}

clscan_status cs_slot_create(const clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &s->traits;
    for (unsigned i = 0; i < s->num_in; i++)
        TRY(cs_slot_array_create(&s->queues, cs_stream_input_size(s, i), input_count(s, i), &slot->in[i]));
    if (traits->moves)
        TRY(cs_slot_array_create(&s->queues, traits->total.size, 1, &slot->counted));
    for (unsigned i = 0; i < traits->num_out && cs_stream_has_results(s); i++)
        TRY(cs_slot_array_create(&s->queues, traits->out[i].size,
                                 cs_stream_is_single(s, i) ? 1 : s->piece + cs_stream_front(s), &slot->out[i]));
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
