/* Scans and reductions in rounds. The host brings the summaries of a round together. On every device, a cell joins the
 * rounds: it has the combination of all elements before the round. */
#include "base/try.h"
#include "team/execution.h"

#include <string.h>

/* In reverse, the last round comes first. */
static bool is_first(const cs_execution *e, size_t round) {
    return round == (e->traits->reverse ? e->num_rounds - 1 : 0);
}

static bool is_last(const cs_execution *e, size_t round) {
    return round == (e->traits->reverse ? 0 : e->num_rounds - 1);
}

/* The call begins with the index of the first element of the round. The index of the piece follows from the summaries.
 */
static cs_call call_of_piece(const cs_execution *e, size_t round, size_t part) {
    const cs_pipeline *pipeline = &e->team->pipelines[part];
    cs_call call = cs_execution_call(e, round, part);
    if (e->traits->value.accumulates_index)
        call.first_index = e->call->first_index + round * e->round;
    if (e->call->init || e->call->init_at.handle)
        call.init_at.handle = pipeline->init;
    return call;
}

static clscan_status summarize_pieces(cs_execution *e, size_t round) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++) {
        clscan_split *const split = e->team->splits[i];
        cs_pipeline_slot *const slot = cs_execution_slot(e, round, i);
        const cs_call call = call_of_piece(e, round, i);
        TRY(cs_split_summarize(split, e->team->pipelines[i].queues.compute, &call,
                               cs_execution_summaries(e, round) + i * split->layout.bytes, true, 1, &slot->sent,
                               &slot->known));
    }
done:
    return status;
}

/* Scans a piece, and fetches the results. */
static clscan_status scan_piece(const cs_execution *e, size_t round, const cs_call *call, const cs_part *part) {
    clscan_status status = CLSCAN_OK;
    const cs_pipeline_slot *slot = cs_execution_slot(e, round, part->number);
    cl_event computed = NULL;
    TRY(cs_split_enqueue(e->team->splits[part->number], e->team->pipelines[part->number].queues.compute, call, part, 0,
                         NULL, &computed));
    TRY(cs_execution_fetch(e, round, part->number, 0, e->traits->reduces ? 0 : slot->at,
                           e->traits->reduces ? 1 : slot->count, computed));
done:
    if (computed)
        clReleaseEvent(computed);
    return status;
}

/* A reduction has one result, which the first device computes in the last round. */
static clscan_status compute_piece(const cs_execution *e, size_t round, size_t i) {
    clscan_status status = CLSCAN_OK;
    clscan_split *const split = e->team->splits[i];
    const cs_pipeline *pipeline = &e->team->pipelines[i];
    const cs_summaries all = { &split->layout, e->team->num, cs_execution_summaries(e, round) };
    const bool ends = is_last(e, round) && i == 0;
    cs_part part = { .number = i, .lasting = true, .joined = pipeline->joined, .follows_round = !is_first(e, round) };
    cs_call call = call_of_piece(e, round, i);
    TRY(cs_split_take_part(split, &all, &part, &call));
    call.total.handle = ends && e->call->total.handle ? pipeline->total : NULL;
    TRY(!e->traits->reduces || ends ? scan_piece(e, round, &call, &part)
                                    : cs_split_join(split, pipeline->queues.compute, &call, &part));
done:
    return status;
}

static clscan_status compute_pieces(cs_execution *e, size_t round) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++)
        CL(clWaitForEvents(1, &cs_execution_slot(e, round, i)->known));
    for (size_t i = 0; i < e->team->num; i++)
        TRY(compute_piece(e, round, i));
done:
    return status;
}

/* The flag of the caller is set if it is set on any device. */
static clscan_status fetch_single(const cs_execution *e, const cs_pipeline *pipeline) {
    clscan_status status = CLSCAN_OK;
    cl_uint here = 0, all;
    char *const to = cs_arrays_element(&e->call->out[1], 0, sizeof all);
    CL(clEnqueueReadBuffer(pipeline->queues.compute, pipeline->single, CL_TRUE, 0, sizeof here, &here, 0, NULL, NULL));
    memcpy(&all, to, sizeof all);
    all |= here;
    memcpy(to, &all, sizeof all);
done:
    return status;
}

static clscan_status fetch_total(cs_execution *e) {
    clscan_status status = CLSCAN_OK;
    const size_t bytes = e->traits->total.type.size;
    const cs_pipeline *first = &e->team->pipelines[0];
    for (size_t i = 0; e->traits->more_out_is_single && e->call->out[1].handle && i < e->team->num; i++)
        TRY(fetch_single(e, &e->team->pipelines[i]));
    if (e->call->total.handle)
        CL(clEnqueueReadBuffer(first->queues.compute, first->total, CL_TRUE, 0, bytes,
                               cs_arrays_element(&e->call->total, 0, bytes), 0, NULL, NULL));
done:
    return status;
}

const cs_rounds cs_rounds_combined = { summarize_pieces, compute_pieces, fetch_total };
