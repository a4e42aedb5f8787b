#include "stream/runs.h"

#include "base/try.h"
#include "problem/call.h"

#include <string.h>

bool cs_runs_keep_last(const clscan_stream *s) {
    return s->traits.selection.run_rule == CS_RUN_RULE_LAST || s->traits.lengths.output > 0;
}

/* Returns true if a result's run is shorter than desc.min_run_length. `length` points to its length. */
static bool is_short(const clscan_stream *s, const void *length) {
    const cs_traits *traits = &s->traits;
    return traits->selection.min_run_length > 0 &&
           cs_number_at(length, traits->out[traits->lengths.output].size) < traits->selection.min_run_length;
}

static void store_number(char *to, size_t size, cl_ulong number) {
    const cl_uint narrow = (cl_uint)number;
    memcpy(to, size == sizeof narrow ? (const void *)&narrow : (const void *)&number, size);
}

/* Continues the run that was kept: the first run of this piece began with the last element of the piece before, which
 * both of them count. */
static clscan_status continue_run(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    const unsigned at = s->traits.lengths.output;
    const size_t size = slot->out[at].element;
    const cl_ulong most = cs_traits_most_length(&s->traits), before = cs_number_at(s->last[at], size);
    const cl_ulong here = cs_number_at(slot->out[at].host, size);
    FAIL_IF(here - 1 > most - before, CLSCAN_ERROR_INVALID_VALUE,
            "a run has %llu elements so far, but desc.length_type can count %llu only",
            (unsigned long long)(before + here - 1), (unsigned long long)most);
    for (unsigned i = 0; i < s->traits.num_out; i++)
        memcpy(slot->out[i].host, s->last[i], slot->out[i].element);
    store_number(slot->out[at].host, size, before + here - 1);
done:
    return status;
}

/* Keeps the last result until the end of its run is known. */
static void keep_last(clscan_stream *s, cs_slot *slot) {
    slot->end--;
    for (unsigned i = 0; i < s->traits.num_out; i++)
        memcpy(s->last[i], slot->out[i].host + slot->end * slot->out[i].element, slot->out[i].element);
    s->has_last = true;
}

/* Drops the results of short runs, whose lengths are known now, and moves the others together. */
static void drop_short(clscan_stream *s, cs_slot *slot) {
    const cs_slot_array *lengths = &slot->out[s->traits.lengths.output];
    size_t kept = slot->begin;
    for (size_t k = slot->begin; k < slot->end; k++) {
        if (is_short(s, lengths->host + k * lengths->element))
            continue;
        for (unsigned i = 0; i < s->traits.num_out; i++) {
            const cs_slot_array *out = &slot->out[i];
            memmove(out->host + kept * out->element, out->host + k * out->element, out->element);
        }
        kept++;
    }
    s->kept -= slot->end - kept;
    slot->end = kept;
}

bool cs_runs_last_is_short(const clscan_stream *s) {
    return s->has_last && is_short(s, s->last[s->traits.lengths.output]);
}

clscan_status cs_runs_settle(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    const bool goes_on = slot->before > 0;
    if (slot->end == 0)
        goto done;
    if (goes_on && s->traits.lengths.output)
        TRY(continue_run(s, slot));
    if (cs_runs_keep_last(s))
        keep_last(s, slot);
    else
        slot->begin = goes_on; /* the run of this element began in an earlier piece */
    if (s->traits.selection.min_run_length)
        drop_short(s, slot);
done:
    return status;
}
