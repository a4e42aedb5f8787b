#include "stream/calls.h"

#include "base/try.h"
#include "enqueue/args_check.h"
#include "stream/portion.h"
#include "stream/ring.h"
#include "stream/slot.h"
#include "table/table.h"

clscan_status cs_stream_lock(clscan_stream *s) {
    pthread_mutex_lock(&s->mutex);
    const clscan_status status = cs_ring_check(s);
    return status ? cs_stream_unlock(s, status) : CLSCAN_OK;
}

clscan_status cs_stream_unlock(clscan_stream *s, clscan_status status) {
    pthread_mutex_unlock(&s->mutex);
    return status;
}

static clscan_status check_unfinished(const clscan_stream *s) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(s->finished, CLSCAN_ERROR_INVALID_VALUE, "the stream is finished: elements cannot be pushed any more");
done:
    return status;
}

/* -------------------------------------------------------------------------------------------------------- copies */

clscan_status cs_stream_push(clscan_stream *s, const cs_call *call, size_t *taken) {
    clscan_status status = CLSCAN_OK;
    TRY(check_unfinished(s));
    TRY(cs_portion_check_inputs(s, call));
    TRY(cs_portion_push(s, call, 0, false, taken));
done:
    return status;
}

clscan_status cs_stream_pull(clscan_stream *s, const cs_call *call, size_t *given) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_portion_check_outputs(s, call));
    TRY(cs_portion_pull(s, call, 0, call->count, given));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- without copies */

static clscan_ref at_host(const char *at, size_t n) {
    return (clscan_ref) { .host = at, .capacity = n };
}

static clscan_ref *input_ref(const clscan_stream *s, clscan_args *args, unsigned i) {
    if (i == s->traits.num_in)
        return &args->segments;
    if (i > 0 && i == s->traits.selection.deciding_input)
        return s->traits.selection.run_rule ? &args->segments : &args->mask;
    return &args->in[i];
}

static clscan_ref *output_ref(const clscan_stream *s, clscan_args *args, unsigned i) {
    if (i > 0 && i == s->traits.indices.output)
        return &args->indices;
    return i > 0 && i == s->traits.lengths.output ? &args->lengths : &args->out[i];
}

clscan_status cs_stream_reserve(clscan_stream *s, clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    cs_slot *slot = NULL;
    TRY(check_unfinished(s));
    FAIL_IF(cs_arrays_any_bits(&s->traits), CLSCAN_ERROR_INVALID_DESC,
            "the description has one bit for each element, and the next element may begin within a word: use "
            "clscan_stream_push");
    TRY(cs_ring_open(s, &slot));
    args->count = slot ? s->piece - slot->count : 0;
    for (unsigned i = 0; slot && i < s->num_in; i++)
        *input_ref(s, args, i) =
            at_host(slot->in[i].host + (cs_arrays_front(&s->traits) + slot->count) * slot->in[i].element, args->count);
done:
    return status;
}

clscan_status cs_stream_commit(clscan_stream *s, size_t count) {
    clscan_status status = CLSCAN_OK;
    cs_slot *slot = NULL;
    TRY(check_unfinished(s));
    if (count == 0)
        goto done;
    TRY(cs_ring_open(s, &slot));
    const size_t room = slot && !cs_arrays_any_bits(&s->traits) ? s->piece - slot->count : 0;
    FAIL_IF(count > room, CLSCAN_ERROR_INVALID_VALUE, "count is %zu, but clscan_stream_reserve gives room for %zu",
            count, room);
    TRY(cs_ring_add(s, slot, count));
done:
    return status;
}

clscan_status cs_stream_peek(clscan_stream *s, clscan_args *args) {
    clscan_status status = CLSCAN_OK;
    cs_results results;
    TRY(cs_ring_results(s, &results));
    args->count = results.n;
    for (unsigned i = 0; results.n > 0 && i < s->traits.num_out; i++)
        *output_ref(s, args, i) = at_host(results.at[i], cs_arrays_is_single(&s->traits, i) ? 1 : results.n);
done:
    return status;
}

clscan_status cs_stream_release(clscan_stream *s, size_t count) {
    clscan_status status = CLSCAN_OK;
    cs_results results;
    if (count == 0)
        goto done;
    TRY(cs_ring_results(s, &results));
    FAIL_IF(count > results.n, CLSCAN_ERROR_INVALID_VALUE, "count is %zu, but clscan_stream_peek gives %zu results",
            count, results.n);
    cs_ring_drop(s, count);
done:
    return status;
}

/* -------------------------------------------------------------------------------------------------------- the end */

clscan_status cs_stream_total(clscan_stream *s, void *total, size_t size) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!s->finished, CLSCAN_ERROR_INVALID_VALUE,
            "the stream is not finished, so that its total is not known yet: call clscan_stream_finish first");
    TRY(cs_ring_check_total(s, size));
    TRY(cs_ring_total(s, total));
done:
    return status;
}

/* ---------------------------------------------------------------------------------------------------- host arrays */

/* Alternates between pushes, as far as the ring has room, and pulls, as far as it has results. Results that do not fit
 * are dropped. */
static clscan_status execute(clscan_stream *s, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const bool pinned = s->pinned && !s->queues.shared && !cs_arrays_any_bits(&s->traits) && s->traits.kind == CS_SCAN;
    const size_t room = cs_portion_room(s, call);
    size_t pushed = 0, pulled = 0, n;
    do {
        TRY(cs_portion_push(s, call, pushed, pinned, &n));
        pushed += n;
        if (pushed == call->count)
            TRY(cs_ring_finish(s));
        TRY(pulled < room ? cs_portion_pull(s, call, pulled, room - pulled, &n) : cs_portion_drop(s, &n));
        pulled += pulled < room ? n : 0;
    } while (n > 0 || pushed < call->count);
    if (call->total.handle)
        TRY(cs_ring_total(s, (char *)call->total.handle + call->total.offset * s->traits.total.type.size));
done:
    return status;
}

/* Refuses args that the options of a stream replace, or that have no meaning for a stream. */
static clscan_status refuse_args(const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(call->init || call->init_at.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is given, but a stream has the initial value of options.init", call->init ? "init" : "init_at");
    FAIL_IF(call->first_index, CLSCAN_ERROR_INVALID_VALUE,
            "args.first_index is %llu, but a stream takes the index from options.first_index",
            (unsigned long long)call->first_index);
    FAIL_IF(call->count_at.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.count_at is given, but a stream takes the number of elements from args.count");
    FAIL_IF(call->workspace, CLSCAN_ERROR_INVALID_VALUE, "args.workspace is given, but a stream has one of its own");
done:
    return status;
}

static clscan_status check_execute(const clscan_stream *s, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    cs_byte_ranges in, out;
    cs_findings findings;
    cs_traits traits = s->traits;
    traits.value.has_identity = traits.value.has_identity || s->init; /* the arguments need no initial value */
    FAIL_IF(s->next_push > 0 || s->finished || s->slots[0].count > 0, CLSCAN_ERROR_INVALID_VALUE,
            "elements have been pushed to the stream: clscan_stream_execute takes all elements at once");
    TRY(refuse_args(call));
    TRY(cs_portion_check_inputs(s, call));
    TRY(cs_portion_check_all_outputs(s, call));
    FAIL_IF(call->total.handle && s->traits.total.why_none, CLSCAN_ERROR_INVALID_VALUE,
            "args.total is given, but desc.task is CLSCAN_TASK_%s, %s", cs_task_at(s->traits.task)->id,
            s->traits.total.why_none);
    if (call->count > 0)
        TRY(cs_args_ranges(s->queues.device, &traits, call, &in, &out, &findings));
done:
    return status;
}

clscan_status cs_stream_execute(clscan_stream *s, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    TRY(check_execute(s, call));
    status = execute(s, call);
    const clscan_status reset = cs_stream_reset(s); /* after it, no command uses the arrays of the caller */
    TRY(status ? status : reset);
done:
    return status;
}
