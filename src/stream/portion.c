#include "stream/portion.h"

#include "base/try.h"
#include "stream/bits.h"
#include "stream/copy.h"
#include "stream/slot.h"

#include <string.h>

/* --------------------------------------------------------------------------------------------------------- checks */

static clscan_status check_array(const char *name, const cs_call_array *callers, size_t count) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!callers->handle && count > 0, CLSCAN_ERROR_INVALID_VALUE, "args.%s is NULL: set its host", name);
    FAIL_IF(callers->capacity && callers->capacity < count, CLSCAN_ERROR_BUFFER_TOO_SMALL,
            "args.%s.capacity is %zu, but args.count is %zu", name, callers->capacity, count);
done:
    return status;
}

static clscan_status check_memory(const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(call->first_array && call->memory != CS_HOST, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is not in host memory: a stream takes the field host of each array", call->first_array);
done:
    return status;
}

clscan_status cs_portion_check_inputs(const clscan_stream *s, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    TRY(check_memory(call));
    for (unsigned i = 0; i < s->num_in; i++)
        TRY(check_array(cs_arrays_input_name(&s->traits, i), cs_arrays_input(&s->traits, call, i),
                        cs_arrays_input_count(&s->traits, i, call->count)));
done:
    return status;
}

/* Returns true if output `i` need not be given: the elements of a selection whose indices are written. */
static bool may_be_missing(const clscan_stream *s, unsigned i) {
    return i == 0 && s->traits.indices.output > 0 && s->traits.lengths.output == 0;
}

static clscan_status check_outputs(const clscan_stream *s, const cs_call *call, size_t count) {
    clscan_status status = CLSCAN_OK;
    TRY(check_memory(call));
    for (unsigned i = 0; i < s->traits.num_out; i++)
        if (call->out[i].handle || !may_be_missing(s, i))
            TRY(check_array(cs_arrays_output_name(&s->traits, i), &call->out[i],
                            cs_arrays_is_single(&s->traits, i) && count > 0 ? 1 : count));
done:
    return status;
}

clscan_status cs_portion_check_outputs(const clscan_stream *s, const cs_call *call) {
    return check_outputs(s, call, call->count);
}

static bool has_output(const clscan_stream *s, const cs_call *call) {
    bool any = false;
    for (unsigned i = 0; i < s->traits.num_out; i++)
        any = any || call->out[i].handle;
    return any;
}

/* A selection may only count. Its outputs may have room for fewer elements than are kept. */
clscan_status cs_portion_check_all_outputs(const clscan_stream *s, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const bool counts = call->total.handle && !has_output(s, call) && s->traits.lengths.output == 0;
    if (s->traits.moves && counts)
        goto done;
    TRY(check_outputs(s, call, cs_portion_room(s, call)));
done:
    return status;
}

size_t cs_portion_room(const clscan_stream *s, const cs_call *call) {
    size_t room = s->traits.reduces ? 1 : s->traits.histogram.bins ? s->traits.histogram.bins : call->count;
    for (unsigned i = 0; s->traits.moves && i < s->traits.num_out; i++)
        if (call->out[i].handle && call->out[i].capacity && call->out[i].capacity < room)
            room = call->out[i].capacity;
    return room;
}

/* ------------------------------------------------------------------------------------------------------------ push */

/* Returns how many of `wanted` elements to add to a slot. Words of bits are taken whole, except the last one: the next
 * push could not say that it begins within a word. */
static size_t elements_that_fit(const clscan_stream *s, const cs_slot *slot, size_t wanted) {
    const size_t room = s->piece - slot->count, n = wanted < room ? wanted : room;
    return cs_arrays_any_bits(&s->traits) && n < wanted ? n / CS_BITS_OF_WORD * CS_BITS_OF_WORD : n;
}

/* Copies `n` elements, from element `at` of the call on, after the elements that the slot has. `at` is a multiple of 32
 * if there are bits. */
static void copy_in(const clscan_stream *s, cs_slot *slot, const cs_call *call, size_t at, size_t n) {
    for (unsigned i = 0; i < s->num_in; i++) {
        cs_slot_array *const array = &slot->in[i];
        const cs_call_array *callers = cs_arrays_input(&s->traits, call, i);
        if (cs_arrays_has_bits(&s->traits, i))
            cs_bits_copy((cl_uint *)array->host, slot->count,
                         cs_arrays_element(callers, at / CS_BITS_OF_WORD, sizeof(cl_uint)), n);
        else
            cs_copy_by_threads(array->host + (cs_arrays_front(&s->traits) + slot->count) * array->element,
                               cs_arrays_element(callers, at, array->element), n * array->element, s->copy_threads);
    }
}

/* Lets the arrays of the caller take the place of the slot's memory. */
static void use_callers_memory(const clscan_stream *s, cs_slot *slot, const cs_call *call, size_t at) {
    for (unsigned i = 0; i < s->num_in; i++)
        slot->in[i].callers_memory = cs_arrays_element(cs_arrays_input(&s->traits, call, i), at, slot->in[i].element);
    for (unsigned i = 0; i < s->traits.num_out; i++)
        if (!cs_arrays_is_single(&s->traits, i))
            slot->out[i].callers_memory = cs_arrays_element(&call->out[i], at, slot->out[i].element);
}

clscan_status cs_portion_push(clscan_stream *s, const cs_call *call, size_t at, bool pinned, size_t *taken) {
    clscan_status status = CLSCAN_OK;
    const size_t first = at;
    while (at < call->count) {
        cs_slot *slot = NULL;
        TRY(cs_ring_open(s, &slot));
        if (!slot)
            break;
        const size_t n = elements_that_fit(s, slot, call->count - at);
        if (pinned)
            use_callers_memory(s, slot, call, at);
        else
            copy_in(s, slot, call, at, n);
        TRY(n > 0 ? cs_ring_add(s, slot, n) : cs_ring_flush(s));
        at += n;
    }
    *taken = at - first;
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------------------ pull */

/* Copies `n` results. The overflow flag, an output with one number for all elements, stays set once it is set. */
static void copy_out(const clscan_stream *s, const cs_results *results, const cs_call *call, size_t at, size_t n) {
    for (unsigned i = 0; i < s->traits.num_out; i++) {
        const size_t size = s->traits.out[i].size;
        cl_uint one, more;
        if (!cs_arrays_is_single(&s->traits, i)) {
            if (!results->in_callers_memory && call->out[i].handle)
                cs_copy_by_threads(cs_arrays_element(&call->out[i], at, size), results->at[i], n * size,
                                   s->copy_threads);
            continue;
        }
        memcpy(&one, cs_arrays_element(&call->out[i], 0, size), sizeof one);
        memcpy(&more, results->at[i], sizeof more);
        one |= more;
        memcpy(cs_arrays_element(&call->out[i], 0, size), &one, sizeof one);
    }
}

clscan_status cs_portion_pull(clscan_stream *s, const cs_call *call, size_t at, size_t most, size_t *given) {
    clscan_status status = CLSCAN_OK;
    cs_results results;
    TRY(cs_ring_results(s, &results));
    *given = results.n < most ? results.n : most;
    if (*given > 0) {
        copy_out(s, &results, call, at, *given);
        cs_ring_drop(s, *given);
    }
done:
    return status;
}

clscan_status cs_portion_drop(clscan_stream *s, size_t *dropped) {
    clscan_status status = CLSCAN_OK;
    cs_results results;
    TRY(cs_ring_results(s, &results));
    *dropped = results.n;
    if (results.n > 0)
        cs_ring_drop(s, results.n);
done:
    return status;
}
