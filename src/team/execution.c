#include "team/execution.h"

#include "base/min_max.h"
#include "base/try.h"
#include "enqueue/plan_enqueue.h"

/* --------------------------------------------------------------------------------------------------- the pieces */

enum {
    LEAST_BYTES = 2 << 20, /* 40 us at 50 GB/s, an estimate of the time that a round takes besides its copies */
    ROUNDS = 4             /* copies overlap in this number of rounds and more */
};

size_t cs_execution_piece(const cs_execution *e, size_t given, size_t bytes, size_t most) {
    const size_t even = e->call->count / (ROUNDS * e->team->num);
    const size_t chosen = cs_min(most / bytes, cs_max(even, cs_min(most, LEAST_BYTES) / bytes));
    return cs_max(1, cs_min(given ? given : chosen, e->call->count));
}

static clscan_status check_piece(const cs_traits *traits, size_t given, cl_ulong most_bytes) {
    clscan_status status = CLSCAN_OK;
    const cl_ulong most = most_bytes / cs_arrays_widest(traits);
    FAIL_IF(given > most - (most < CS_BITS_OF_WORD ? most : CS_BITS_OF_WORD), CLSCAN_ERROR_INVALID_VALUE,
            "piece_elements is %zu elements of up to %zu bytes, but a buffer of the device has %llu bytes at most",
            given, cs_arrays_widest(traits), (unsigned long long)most_bytes);
done:
    return status;
}

clscan_status cs_execution_check_piece(const cs_execution *e, size_t given) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++)
        TRY(cs_team_named(e->team, i, check_piece(e->traits, given, e->team->splits[i]->plan->device->caps.max_alloc)));
done:
    return status;
}

cs_pipeline_slot *cs_execution_slot(const cs_execution *e, size_t round, size_t part) {
    return &e->team->pipelines[part].slots[round % CS_PIPELINE_SLOTS];
}

char *cs_execution_summaries(const cs_execution *e, size_t round) {
    return e->summaries + round % CS_PIPELINE_SLOTS * e->team->num * e->team->splits[0]->layout.bytes;
}

/* Divides the elements of a round among the devices. */
static void place_pieces(const cs_execution *e, size_t round) {
    size_t at = round * e->round;
    const size_t left = e->call->count - at, count = left < e->round ? left : e->round;
    for (size_t i = 0; i < e->team->num; i++) {
        cs_pipeline_slot *const slot = cs_execution_slot(e, round, i);
        slot->at = at;
        slot->count = cs_team_share(e->team, count, i);
        at += slot->count;
    }
}

static bool keeps_last(const cs_execution *e) {
    return e->traits->selection.run_rule == CS_RUN_RULE_LAST;
}

size_t cs_execution_elements_before(const cs_execution *e, const cs_pipeline_slot *slot) {
    return cs_arrays_front(e->traits) && !keeps_last(e) && slot->count > 0 && slot->at > 0;
}

size_t cs_execution_elements_after(const cs_execution *e, const cs_pipeline_slot *slot) {
    return keeps_last(e) && slot->count > 0 && slot->at + slot->count < e->call->count;
}

/* Returns how many elements the kernels get for a piece. */
static size_t elements_of(const cs_execution *e, const cs_pipeline_slot *slot) {
    return cs_execution_elements_before(e, slot) + slot->count + cs_execution_elements_after(e, slot);
}

/* ------------------------------------------------------------------------------------------------------ uploads */

static clscan_status upload_piece(const cs_execution *e, cl_command_queue up, cs_pipeline_slot *slot) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = e->traits;
    const size_t first = slot->at - cs_execution_elements_before(e, slot), n = elements_of(e, slot);
    for (unsigned i = 0; n > 0 && i < cs_arrays_num_in(traits); i++) {
        const size_t size = cs_arrays_input_size(traits, i);
        const size_t begin = cs_arrays_has_bits(traits, i) ? first / CS_BITS_OF_WORD : first;
        CL(clEnqueueWriteBuffer(up, slot->in[i], CL_FALSE, 0, cs_arrays_input_count(traits, i, n) * size,
                                cs_arrays_element(cs_arrays_input(traits, e->call, i), begin, size), 0, NULL, NULL));
    }
    CL(clEnqueueMarkerWithWaitList(up, 0, NULL, &slot->sent));
    CL(clFlush(up));
done:
    return status;
}

clscan_status cs_execution_send(cs_execution *e, size_t round) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++)
        TRY(cs_pipeline_slot_free(cs_execution_slot(e, round, i)));
    place_pieces(e, round);
    for (size_t i = 0; i < e->team->num; i++)
        TRY(upload_piece(e, e->team->pipelines[i].queues.up, cs_execution_slot(e, round, i)));
done:
    return status;
}

/* -------------------------------------------------------------------------------------------------------- calls */

cs_call cs_execution_call(const cs_execution *e, size_t round, size_t part) {
    const cs_traits *traits = e->traits;
    const cs_pipeline *pipeline = &e->team->pipelines[part];
    const cs_pipeline_slot *slot = cs_execution_slot(e, round, part);
    const size_t n = elements_of(e, slot);
    cs_call call = cs_call_contiguous(n);
    for (unsigned i = 0; i < traits->num_in; i++)
        call.in[i] = (cs_call_array) { .handle = slot->in[i] };
    if (traits->segments.kind)
        call.segments = (cs_call_array) { .handle = slot->in[traits->num_in] };
    for (unsigned i = 0; i < traits->num_out; i++)
        if (e->call->out[i].handle)
            call.out[i] =
                (cs_call_array) { .handle = cs_arrays_is_single(traits, i) ? pipeline->single : slot->out[i] };
    call.memory = CS_BUFFERS;
    return call;
}

clscan_status cs_execution_compute(const cs_execution *e, size_t round, size_t part, const cs_call *call, cl_mem from,
                                   size_t bytes, void *to) {
    clscan_status status = CLSCAN_OK;
    const cs_stream_queues *queues = &e->team->pipelines[part].queues;
    cs_pipeline_slot *const slot = cs_execution_slot(e, round, part);
    cl_event computed = NULL;
    TRY(cs_plan_enqueue(e->team->splits[part]->plan, queues->compute, call, 1, &slot->sent, &computed));
    CL(clFlush(queues->compute));
    CL(clEnqueueReadBuffer(queues->down, from, CL_FALSE, 0, bytes, to, 1, &computed, &slot->known));
    CL(clFlush(queues->down));
done:
    if (computed)
        clReleaseEvent(computed);
    return status;
}

/* ---------------------------------------------------------------------------------------------------- downloads */

clscan_status cs_execution_fetch(const cs_execution *e, size_t round, size_t part, size_t from, size_t to, size_t n,
                                 cl_event computed) {
    clscan_status status = CLSCAN_OK;
    cs_pipeline_slot *const slot = cs_execution_slot(e, round, part);
    CL(clRetainEvent(computed));
    slot->computed = computed;
    slot->from = from;
    slot->to = to;
    slot->results = n;
done:
    return status;
}

static clscan_status download_results(const cs_execution *e, size_t part, cs_pipeline_slot *slot, cl_event next) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = e->traits;
    const cl_command_queue down = e->team->pipelines[part].queues.down;
    const cl_event after[] = { slot->computed, next };
    const cl_uint num = next ? 2 : 1;
    for (unsigned i = 0; slot->results > 0 && i < traits->num_out; i++) {
        const size_t size = traits->out[i].size;
        if (e->call->out[i].handle && !cs_arrays_is_single(traits, i))
            CL(clEnqueueReadBuffer(down, slot->out[i], CL_FALSE, slot->from * size, slot->results * size,
                                   cs_arrays_element(&e->call->out[i], slot->to, size), num, after, NULL));
    }
    CL(clEnqueueMarkerWithWaitList(down, num, after, &slot->ended));
    CL(clFlush(down));
done:
    return status;
}

clscan_status cs_execution_download(const cs_execution *e, size_t round, const size_t *next) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < e->team->num; i++) {
        cs_pipeline_slot *const slot = cs_execution_slot(e, round, i);
        if (slot->computed)
            TRY(download_results(e, i, slot, next ? cs_execution_slot(e, *next, i)->known : NULL));
    }
done:
    return status;
}

clscan_status cs_execution_finish(const cs_execution *e, clscan_status status) {
    for (size_t i = 0; i < e->team->num; i++) {
        const clscan_status finished = cs_pipeline_finish(&e->team->pipelines[i]);
        status = status ? status : finished;
    }
    return status;
}
