/* Selections in rounds. Each piece is selected from by itself, and the host knows how many elements the pieces before
 * it have kept. In tasks that find runs, the element before a piece or the element after the piece comes with it. The
 * run of that element is counted with the other piece, so its result is dropped here. */
#include "base/try.h"
#include "team/execution.h"

#include <string.h>

/* Selects from a piece, and reads how many elements are kept. */
static clscan_status select_from_piece(const cs_execution *e, size_t round, size_t i) {
    cs_pipeline_slot *const slot = cs_execution_slot(e, round, i);
    cs_call call = cs_execution_call(e, round, i);
    call.total.handle = slot->kept;
    if (e->traits->indices.output)
        call.first_index = e->call->first_index + slot->at - cs_execution_elements_before(e, slot);
    return cs_execution_compute(e, round, i, &call, slot->kept, e->traits->total.type.size, slot->number);
}

static clscan_status select_from_pieces(cs_execution *e, size_t round) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++)
        TRY(select_from_piece(e, round, i));
done:
    return status;
}

/* Returns true if the result that is dropped comes first. In reverse, results are in the order of falling indices. */
static bool drops_first(const cs_traits *traits) {
    return (traits->selection.run_rule == CS_RUN_RULE_LAST) == traits->reverse;
}

/* Notes that a run continues in a piece. Its result is the latest one; in reverse it comes next. */
static clscan_status note_longer_run(cs_execution *e, size_t round, size_t i, cl_ulong kept) {
    clscan_status status = CLSCAN_OK;
    const unsigned at = e->traits->lengths.output;
    const size_t size = e->traits->out[at].size, which = drops_first(e->traits) ? 0 : (size_t)kept - 1;
    const cs_pipeline_slot *slot = cs_execution_slot(e, round, i);
    char length[sizeof(cl_ulong)];
    CL(clEnqueueReadBuffer(e->team->pipelines[i].queues.down, slot->out[at], CL_TRUE, which * size, size, length, 0,
                           NULL, NULL));
    e->longer[e->num_longer++] =
        (cs_longer_run) { e->traits->reverse ? e->results + kept - 1 : e->results - 1, cs_number_at(length, size) - 1 };
done:
    return status;
}

/* Fetches the results of a piece, as far as there is room. */
static clscan_status fetch_kept_elements(cs_execution *e, size_t round, size_t i) {
    clscan_status status = CLSCAN_OK;
    cs_pipeline_slot *const slot = cs_execution_slot(e, round, i);
    CL(clWaitForEvents(1, &slot->known));
    const cl_ulong kept = cs_number_at(slot->number, e->traits->total.type.size);
    const size_t dropped = cs_execution_elements_before(e, slot) + cs_execution_elements_after(e, slot);
    const cl_ulong given = kept - dropped, room = e->room > e->results ? e->room - e->results : 0;
    if (dropped > 0 && e->traits->lengths.output)
        TRY(note_longer_run(e, round, i, kept));
    TRY(cs_execution_fetch(e, round, i, drops_first(e->traits) ? dropped : 0, (size_t)e->results,
                           (size_t)(given < room ? given : room), slot->known));
    e->results += given;
done:
    return status;
}

static clscan_status fetch_kept_of_pieces(cs_execution *e, size_t round) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++)
        TRY(fetch_kept_elements(e, round, e->traits->reverse ? e->team->num - 1 - i : i));
done:
    return status;
}

static void store_number(char *to, size_t size, cl_ulong number) {
    const cl_uint narrow = (cl_uint)number;
    memcpy(to, size == sizeof narrow ? (const void *)&narrow : (const void *)&number, size);
}

/* Adds the elements of other pieces to the lengths of runs. All results are there. */
static void lengthen_runs(const cs_execution *e) {
    const unsigned i = e->traits->lengths.output;
    const size_t size = e->traits->out[i].size;
    for (const cs_longer_run *run = e->longer; run < e->longer + e->num_longer; run++) {
        char *const length = cs_arrays_element(&e->call->out[i], (size_t)run->place, size);
        if (run->place < e->room)
            store_number(length, size, cs_number_at(length, size) + run->more);
    }
}

static clscan_status complete_lengths_and_total(cs_execution *e) {
    clscan_status status = CLSCAN_OK;
    const size_t size = e->traits->total.type.size;
    for (size_t i = 0; i < e->team->num; i++)
        TRY(cs_stream_queues_finish(&e->team->pipelines[i].queues));
    if (e->traits->lengths.output)
        lengthen_runs(e);
    if (e->call->total.handle)
        store_number(cs_arrays_element(&e->call->total, 0, size), size, e->results);
done:
    return status;
}

const cs_rounds cs_rounds_selected = { select_from_pieces, fetch_kept_of_pieces, complete_lengths_and_total };
