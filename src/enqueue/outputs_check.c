#include "enqueue/outputs_check.h"

#include "base/try.h"

/* Returns the name of output `i`, and the reason why the plan needs it. */
static cs_named_array output(const cs_traits *traits, unsigned i) {
    if (i > 0 && i == traits->indices.output)
        return (cs_named_array) { "indices", traits->lengths.output ? CS_NEEDED_BY_RUN_LENGTH : CS_NEEDED_BY_INDEX };
    if (i > 0 && i == traits->lengths.output)
        return (cs_named_array) { "lengths", CS_NEEDED_BY_RUN_LENGTH };
    if (i > 0 && i == traits->segments.keys_output)
        return (cs_named_array) { "keys", CS_NEEDED_BY_TYPE };
    if (i > 0 && i == traits->selection.offsets_output)
        return (cs_named_array) { "offsets", CS_NEEDED_BY_SEGMENTS };
    return (cs_named_array) { cs_out_names[i], i > 0 ? CS_NEEDED_BY_TYPE : CS_NEEDED_BY_CALL };
}

/* Returns how many elements a call that compacts may append to the elements that output `i` already holds. The first
 * output may receive `extent` elements. */
static size_t most_received(const cs_traits *traits, const cs_call *call, unsigned i, size_t extent) {
    if (traits->sort.top_k)
        return (size_t)cs_call_moved(traits, call);
    if (i > 0 && i == traits->selection.offsets_output)
        return cs_traits_offsets(traits, extent);
    return extent / cs_traits_result_elements(traits, 0) * cs_traits_result_elements(traits, i);
}

/* Returns how many elements of output `i` the scan may write. In a buffer, a selection or the results of segments may
 * be written up to the end. At a pointer, the capacity limits them. Without a capacity, the limit is the number of
 * elements that the output already holds, as far as the host knows it, plus the number of elements in the input. Sets
 * *open to true if the caller has given no capacity, but could give one without losing results. */
static size_t elements_written(const cs_scope *s, const cs_traits *traits, const cs_call *call, unsigned i,
                               size_t extent, bool *open) {
    const cs_call_array *array = &call->out[i];
    *open = false;
    if (traits->more_out_is_single && i == 1)
        return 1;
    if (cs_traits_selects_rows(traits))
        return extent;
    if (traits->segments.offsets_input && i > 0 && i == traits->selection.offsets_output)
        return cs_traits_offsets(traits, call->lines);
    if (!cs_traits_compacts(traits))
        return traits->writes_anywhere ? cs_array_elements_anywhere(s, array, extent) : extent;
    *open = !array->capacity && !cs_traits_moves_all(traits);
    const cl_ulong held = i > 0 && i == traits->selection.offsets_output ? 0 : cs_call_held(traits, call),
                   most = held + most_received(traits, call, i, extent);
    if (s->host && most < array->capacity)
        return (size_t)most;
    return !s->pointers ? CS_REST : array->capacity ? array->capacity : (size_t)most;
}

static bool has_output(const cs_traits *traits, const cs_call *call) {
    bool any = false;
    for (unsigned i = 0; i < traits->num_out; i++)
        any = any || call->out[i].handle;
    return any;
}

/* Returns true if a selection or a reduction by segments only counts. A run-length encoding does not. */
static bool only_counts(const cs_traits *traits, const cs_call *call) {
    return (cs_traits_compacts(traits) || cs_traits_selects_rows(traits)) && !traits->lengths.output &&
           call->total.handle && !has_output(traits, call);
}

/* Returns true if the caller may leave out the output of the elements: in a sort with another output, and in a
 * selection with indices that is not a run-length encoding. */
static bool needs_no_elements(const cs_traits *traits, const cs_call *call) {
    if (traits->kind == CS_SORT)
        return has_output(traits, call);
    return traits->kind == CS_SELECTION && !traits->lengths.output && traits->indices.output &&
           call->out[traits->indices.output].handle;
}

/* Returns true if the call writes results to output `i`. A selection by segments without elements writes only where
 * segments begin. */
static bool has_results_in(const cs_traits *traits, const cs_call *call, unsigned i) {
    return traits->selection.offsets_output && i != traits->selection.offsets_output
               ? call->count > 0
               : cs_call_has_results(traits, call);
}

/* Returns true if a selection by segments stores only where they begin: no other output is given. */
static bool has_only_offsets(const cs_traits *traits, const cs_call *call) {
    bool others = false;
    for (unsigned i = 0; i < traits->num_out; i++)
        others = others || (i != traits->selection.offsets_output && call->out[i].handle);
    return traits->selection.offsets_output && call->out[traits->selection.offsets_output].handle && !others;
}

/* Returns true if output `i` is missing, and is one that the caller need not give: the keys of segments, the offsets of
 * a partition, the elements, the outputs besides the offsets of a selection by segments, or an output without results.
 */
static bool is_left_out(const cs_traits *traits, const cs_call *call, unsigned i) {
    const bool keys = i > 0 && i == traits->segments.keys_output,
               offsets = traits->selection.rest && i > 0 && i == traits->selection.offsets_output,
               besides_offsets = i != traits->selection.offsets_output && has_only_offsets(traits, call);
    return !call->out[i].handle && (keys || offsets || besides_offsets || !has_results_in(traits, call, i) ||
                                    (i == 0 && needs_no_elements(traits, call)));
}

/* Adds the room of output `i`, whose range is the last one, to the findings. */
static void find_room(const cs_traits *traits, const cs_call *call, unsigned i, const cs_byte_ranges *out,
                      cs_findings *findings) {
    const cs_byte_range *range = &out->at[out->n - 1];
    const size_t fit = (range->end - range->begin) / traits->out[i].size / cs_traits_result_elements(traits, i);
    if (i > 0 && i == traits->selection.offsets_output)
        findings->segment_room = fit;
    else
        findings->capacity = out->n == 1 || fit < findings->capacity ? fit : findings->capacity;
    if (cs_traits_selects_rows(traits))
        findings->capacity = call->rows.room;
    if (i > 0 && i == traits->segments.keys_output)
        findings->segment_room = findings->capacity;
}

clscan_status cs_outputs_check(cs_scope *s, const cs_traits *traits, const cs_call *call, size_t extent,
                               cs_byte_ranges *out, cs_findings *findings) {
    clscan_status status = CLSCAN_OK;
    const unsigned num_out = only_counts(traits, call) ? 0 : traits->num_out;
    for (unsigned i = 0; i < num_out; i++) {
        const cs_call_array *array = &call->out[i];
        if (is_left_out(traits, call, i))
            continue;
        bool open;
        TRY(cs_array_add(out, s, output(traits, i), array, CL_MEM_READ_ONLY,
                         elements_written(s, traits, call, i, extent, &open), traits->out[i]));
        out->open[out->n - 1] = open;
        if ((traits->moves || traits->segments.results) && !(traits->more_out_is_single && i == 1))
            find_room(traits, call, i, out, findings);
    }
    if (call->total.handle)
        TRY(cs_array_add(out, s, (cs_named_array) { "total", CS_NEEDED_BY_CALL }, &call->total, CL_MEM_READ_ONLY,
                         cs_call_total_numbers(traits, call), traits->total.type));
done:
    return status;
}
