#include "enqueue/inputs_check.h"

#include "base/try.h"
#include "strategy/kernel_args.h"

/* Returns the name of input `i`, and the reason why the plan needs it. */
static cs_named_array input(const cs_traits *traits, unsigned i) {
    if (i > 0 && i == traits->selection.deciding_input)
        return traits->selection.run_rule ? (cs_named_array) { "segments", CS_NEEDED_BY_SEGMENTS }
                                          : (cs_named_array) { "mask", CS_NEEDED_BY_MASK };
    return (cs_named_array) { cs_in_names[i], i > 0 ? CS_NEEDED_BY_TYPE : CS_NEEDED_BY_CALL };
}

/* Returns the words of 32 bits for `extent` elements. */
static size_t words_of_bits(size_t extent) {
    return extent / 32 + (extent % 32 > 0);
}

/* Returns true if an array of elements, flags or keys is missing and the call has no elements to read from it. */
static bool is_not_read(const cs_call *call, const cs_call_array *array) {
    return call->count == 0 && !array->handle;
}

/* Adds args.segments to the inputs, with as many flags, words, keys or offsets as the scan reads. */
static clscan_status find_segments(cs_scope *s, const cs_traits *traits, const cs_call *call, size_t extent,
                                   cs_byte_ranges *in) {
    clscan_status status = CLSCAN_OK;
    const struct {
        size_t count;
        cs_element element;
    } needs[] = { [CLSCAN_SEGMENTS_FLAGS] = { extent, { 1, 1 } },
                  [CLSCAN_SEGMENTS_BITS] = { words_of_bits(extent), { 4, 4 } },
                  [CLSCAN_SEGMENTS_KEYS] = { extent, traits->segments.key },
                  [CLSCAN_SEGMENTS_OFFSETS] = { call->num_segments + 1, traits->segments.offset } };
    const bool offsets =
        traits->segments.kind == CLSCAN_SEGMENTS_OFFSETS; /* there is one offset even without segments */
    if (traits->segments.kind && (offsets || !is_not_read(call, &call->segments)))
        TRY(cs_array_add(in, s, (cs_named_array) { "segments", CS_NEEDED_BY_SEGMENTS }, &call->segments,
                         CL_MEM_WRITE_ONLY, needs[traits->segments.kind].count, needs[traits->segments.kind].element));
done:
    return status;
}

/* Returns how many elements of input `i` the scan reads. */
static size_t elements_read(const cs_scope *s, const cs_traits *traits, const cs_call *call, unsigned i,
                            size_t extent) {
    if (i > 0 && i == traits->selection.deciding_input)
        return cs_traits_decides_by_bits(traits) ? words_of_bits(extent) : extent;
    if (traits->moves && i > 0 && i < traits->num_out && i != traits->indices.output && i != traits->lengths.output &&
        i != traits->selection.offsets_output)
        return extent;
    return traits->reads_anywhere || (i > 0 && traits->writes_anywhere)
               ? cs_array_elements_anywhere(s, &call->in[i], extent)
               : extent;
}

clscan_status cs_inputs_check(cs_scope *s, const cs_traits *traits, const cs_call *call, size_t extent,
                              cs_byte_ranges *in) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < cs_traits_given_in(traits); i++) { /* offsets are args.segments */
        if (is_not_read(call, &call->in[i]))
            continue;
        TRY(cs_array_add(in, s, input(traits, i), &call->in[i], CL_MEM_WRITE_ONLY,
                         elements_read(s, traits, call, i, extent), traits->in[i]));
    }
    TRY(find_segments(s, traits, call, extent, in));
done:
    return status;
}

/* A user's store function may overwrite the cells through a pointer to memory of unknown size. */
clscan_status cs_cells_check(cs_scope *s, const cs_traits *traits, const cs_call *call, cs_byte_ranges *in,
                             const cs_byte_ranges *out, cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    const size_t arrays = in->n;
    FAIL_IF(call->init && call->init_at.handle, CLSCAN_ERROR_INVALID_VALUE,
            "args.init and args.init_at are both given");
    FAIL_IF(call->init && traits->init.type.size > CS_MAX_INIT, CLSCAN_ERROR_INVALID_VALUE,
            "args.init has %zu bytes, but host memory can give at most %d: use args.init_at", traits->init.type.size,
            CS_MAX_INIT);
    FAIL_IF(
        !call->init && !call->init_at.handle && !traits->value.has_identity && traits->exclusive && call->count > 0,
        CLSCAN_ERROR_INVALID_VALUE,
        "args.init and args.init_at are not given, and the operator has no identity: an exclusive scan has nothing to "
        "begin with");
    if (call->init_at.handle)
        TRY(cs_array_add(in, s, (cs_named_array) { "init_at", CS_NEEDED_BY_CALL }, &call->init_at, CL_MEM_WRITE_ONLY, 1,
                         traits->init.type));
    TRY(cs_call_check_count_at(call));
    if (call->count_at.handle)
        TRY(cs_array_add(in, s, (cs_named_array) { "count_at", CS_NEEDED_BY_CALL }, &call->count_at, CL_MEM_WRITE_ONLY,
                         1, (cs_element) { traits->count.size, traits->count.size }));
    findings->cells =
        s->pointers && traits->writes_anywhere && !traits->moves && (call->init_at.handle || call->count_at.handle);
    for (size_t i = arrays; i < in->n; i++)
        for (size_t j = 0; j < out->n; j++)
            findings->cells = findings->cells || cs_byte_ranges_overlap(&in->at[i], &out->at[j]);
done:
    return status;
}
