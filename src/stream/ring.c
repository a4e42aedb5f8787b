#include "stream/ring.h"

#include "base/try.h"
#include "stream/runs.h"
#include "stream/slot.h"
#include "stream/submit.h"

#include <stdio.h>
#include <string.h>

static const char earlier[] = "an earlier call for this stream";

static cs_slot *slot_of(const clscan_stream *s, size_t piece) {
    return &s->slots[piece % s->num_slots];
}

/* Notes that a command has failed, so that the ring is in no known state. Returns `status`. */
static clscan_status note_failure(clscan_stream *s, clscan_status status) {
    if (status != CLSCAN_OK && s->failed == CLSCAN_OK) {
        s->failed = status;
        s->cl_error = cs_cl_error();
        snprintf(s->message, sizeof s->message, "%s", cs_message());
    }
    return status;
}

clscan_status cs_ring_check(const clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(s->failed && s->cl_error == CL_SUCCESS, s->failed, "%s failed, and the stream can only be destroyed: %s",
            earlier, s->message);
    if (s->failed) {
        status = cs_fail_cl(s->cl_error, earlier);
        cs_message_add(", and the stream can only be destroyed: %s", s->message);
    }
done:
    return status;
}

/* ---------------------------------------------------------------------------------------------------------- pushes */

/* Gives up the oldest piece. */
static void retire(clscan_stream *s) {
    cs_slot_clear(slot_of(s, s->next_pull));
    s->next_pull++;
}

/* Makes room if pieces have no results that the caller has to pull. */
static clscan_status make_room(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    if (s->next_push - s->next_pull < s->num_slots || cs_stream_has_results(s))
        goto done;
    TRY(note_failure(s, cs_piece_wait(s, slot_of(s, s->next_pull))));
    retire(s);
done:
    return status;
}

clscan_status cs_ring_open(clscan_stream *s, cs_slot **slot) {
    clscan_status status = CLSCAN_OK;
    *slot = NULL;
    TRY(make_room(s));
    if (s->next_push - s->next_pull == s->num_slots)
        goto done;
    cs_slot *next = slot_of(s, s->next_push);
    for (unsigned i = 0; i < s->num_in; i++)
        TRY(note_failure(s, cs_slot_array_open(&s->queues, &next->in[i])));
    *slot = next;
done:
    return status;
}

/* Enqueues the downloads of all pieces whose number of results was not known when their kernels were enqueued. */
static clscan_status fetch(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    while (s->next_download < s->next_push) {
        TRY(note_failure(s, cs_piece_fetch(s, slot_of(s, s->next_download))));
        s->next_download++;
    }
done:
    return status;
}

/* Sends a slot to the device. The downloads of the piece before follow its kernels, so that the host waits for the
 * number of its results only while the device has work. */
static clscan_status submit(clscan_stream *s, cs_slot *slot) {
    clscan_status status = CLSCAN_OK;
    slot->before = s->pushed;
    TRY(note_failure(s, cs_piece_submit(s, slot)));
    s->pushed += slot->count;
    TRY(fetch(s));
    s->next_push++;
    if (!s->traits.moves)
        s->next_download = s->next_push;
done:
    return status;
}

clscan_status cs_ring_add(clscan_stream *s, cs_slot *slot, size_t n) {
    clscan_status status = CLSCAN_OK;
    slot->count += n;
    if (slot->count == s->piece)
        TRY(submit(s, slot));
done:
    return status;
}

clscan_status cs_ring_flush(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    cs_slot *const slot = slot_of(s, s->next_push);
    if (s->next_push - s->next_pull < s->num_slots && slot->count > 0)
        TRY(submit(s, slot));
done:
    return status;
}

/* A stream without elements gets one piece without elements. Its total is the initial value or the identity. */
clscan_status cs_ring_finish(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    cs_slot *slot = NULL;
    if (s->finished)
        goto done;
    TRY(cs_ring_flush(s));
    if (s->next_push == 0) {
        TRY(cs_ring_open(s, &slot));
        TRY(submit(s, slot));
    }
    s->finished = true;
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------------------- pulls */

/* Finds the oldest piece that has results; NULL: there is none. */
static clscan_status find_oldest(clscan_stream *s, cs_slot **found) {
    clscan_status status = CLSCAN_OK;
    *found = NULL;
    for (; s->next_pull < s->next_push; retire(s)) {
        cs_slot *const slot = slot_of(s, s->next_pull);
        if (s->next_pull == s->next_download)
            TRY(fetch(s));
        TRY(note_failure(s, cs_piece_wait(s, slot)));
        if (slot->begin == slot->end)
            continue;
        *found = slot;
        break;
    }
done:
    return status;
}

/* Returns how many results follow the results of all pieces. */
static size_t count_last(const clscan_stream *s) {
    if (cs_stream_has_results(s))
        return s->has_last && !cs_runs_last_is_short(s);
    return s->traits.histogram.bins ? s->traits.histogram.bins : 1;
}

static clscan_status read_last(const clscan_stream *s, cl_mem from, unsigned output, size_t n) {
    clscan_status status = CLSCAN_OK;
    CL(clEnqueueReadBuffer(s->queues.compute, from, CL_TRUE, 0, n * s->traits.out[output].size, s->last[output], 0,
                           NULL, NULL));
done:
    return status;
}

/* Waits for the result of a reduction or a histogram. */
static clscan_status fetch_last(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    if (s->has_last || cs_stream_has_results(s))
        goto done;
    for (unsigned i = 0; i < s->traits.num_out; i++)
        TRY(note_failure(s,
                         read_last(s, s->traits.histogram.bins ? s->cells[s->cell] : s->result[i], i, count_last(s))));
    s->has_last = true;
done:
    return status;
}

static void results_of_slot(const clscan_stream *s, const cs_slot *slot, cs_results *results) {
    for (unsigned i = 0; i < s->traits.num_out; i++) {
        const cs_slot_array *array = &slot->out[i];
        results->at[i] = array->host + (cs_arrays_is_single(&s->traits, i) ? 0 : slot->begin) * array->element;
    }
    results->in_callers_memory = slot->out[0].callers_memory != NULL;
    results->n = slot->end - slot->begin;
}

static void last_results(const clscan_stream *s, cs_results *results) {
    results->n = count_last(s) - s->last_begin;
    for (unsigned i = 0; results->n > 0 && i < s->traits.num_out; i++)
        results->at[i] = s->last[i] + (cs_arrays_is_single(&s->traits, i) ? 0 : s->last_begin) * s->traits.out[i].size;
}

clscan_status cs_ring_results(clscan_stream *s, cs_results *results) {
    clscan_status status = CLSCAN_OK;
    cs_slot *slot = NULL;
    *results = (cs_results) { .n = 0 };
    TRY(find_oldest(s, &slot));
    if (slot)
        results_of_slot(s, slot, results);
    if (slot || !s->finished)
        goto done;
    TRY(fetch_last(s));
    last_results(s, results);
done:
    return status;
}

void cs_ring_drop(clscan_stream *s, size_t n) {
    cs_slot *const slot = slot_of(s, s->next_pull);
    if (s->next_pull == s->next_push) {
        s->last_begin += n;
        return;
    }
    slot->begin += n;
    if (slot->begin == slot->end)
        retire(s);
}

/* Waits for the results of all pieces. Short runs among them are no longer counted then. */
static clscan_status settle_all(clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    TRY(fetch(s));
    for (size_t piece = s->next_pull; piece < s->next_push; piece++)
        TRY(note_failure(s, cs_piece_wait(s, slot_of(s, piece))));
done:
    return status;
}

clscan_status cs_ring_total(clscan_stream *s, void *total) {
    clscan_status status = CLSCAN_OK;
    if (s->traits.moves) {
        TRY(settle_all(s));
        const cl_ulong kept = s->kept - cs_runs_last_is_short(s);
        memcpy(total, &kept, sizeof kept);
        goto done;
    }
    TRY(note_failure(s, cs_check_cl(clEnqueueReadBuffer(s->queues.compute, s->cells[s->cell], CL_TRUE, 0,
                                                        s->traits.value.type.size, total, 0, NULL, NULL),
                                    "clEnqueueReadBuffer")));
done:
    return status;
}

clscan_status cs_ring_check_total(const clscan_stream *s, size_t size) {
    clscan_status status = CLSCAN_OK;
    const size_t bytes = s->traits.moves ? sizeof s->kept : s->traits.value.type.size;
    FAIL_IF(s->traits.total.why_none, CLSCAN_ERROR_INVALID_VALUE,
            "the stream has no total: desc.task is CLSCAN_TASK_%s, %s", cs_task_at(s->traits.task)->id,
            s->traits.total.why_none);
    FAIL_IF(size != bytes, CLSCAN_ERROR_INVALID_VALUE, "size is %zu, but the total has %zu bytes", size, bytes);
done:
    return status;
}
