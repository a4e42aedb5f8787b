#include "problem/problem.h"

unsigned cs_num_arrays(const clscan_type *arrays) {
    unsigned n = 1;
    while (n < CLSCAN_MAX_ARRAYS && arrays[n].name)
        n++;
    return n;
}

size_t cs_traits_init_bytes(const cs_traits *traits) {
    return traits->init.why_none ? 0 : traits->init.type.size;
}

size_t cs_traits_total_bytes(const cs_traits *traits) {
    return traits->total.why_none ? 0 : traits->total.numbers * traits->total.type.size;
}

/* Returns the width of flags in bytes. In a reduction by segments they also count heads, and are at least as wide as
 * the total: flags of 4 bytes count fewer than 2^31. */
size_t cs_traits_flags_size(const cs_traits *traits) {
    const cs_element *value = &traits->value.type;
    const bool of_opencl = value->alignment == value->size;
    const size_t size = of_opencl && (value->size < 4 || value->size == 8) ? value->size : 4;
    if (!traits->reduces_segments)
        return size;
    return size > traits->total.type.size ? size : traits->total.type.size;
}

bool cs_traits_selects_rows(const cs_traits *traits) {
    return traits->kind == CS_SELECTION && traits->has_rows;
}

bool cs_traits_compacts(const cs_traits *traits) {
    return (traits->moves && !cs_traits_selects_rows(traits)) ||
           (traits->segments.results && !traits->segments.offsets_input);
}

bool cs_traits_has_dense_outputs(const cs_traits *traits) {
    return traits->line_results > 0 || (traits->has_rows && (traits->sort.top_k > 0 || traits->segments.results > 0));
}

bool cs_traits_takes_columns(const cs_traits *traits) {
    return traits->sort.passes && traits->has_rows && !traits->sort.top_k_of_segments;
}

bool cs_traits_packs_rows(const cs_traits *traits) {
    return cs_traits_takes_columns(traits) && !traits->sort.top_k;
}

bool cs_traits_moves_all(const cs_traits *traits) {
    return traits->selection.rest || (traits->kind == CS_SORT && !traits->sort.top_k_of_segments);
}

size_t cs_traits_result_elements(const cs_traits *traits, unsigned i) {
    return i == 0 && traits->segments.results ? traits->segments.results : 1;
}

bool cs_traits_partitions_segments(const cs_traits *traits) {
    return traits->selection.rest && traits->selection.offsets_output;
}

size_t cs_traits_offsets(const cs_traits *traits, size_t segments) {
    return segments * (traits->selection.rest ? 2 : 1) + 1;
}

unsigned cs_traits_given_in(const cs_traits *traits) {
    return traits->num_in - (traits->segments.offsets_input > 0);
}

unsigned cs_traits_given_out(const cs_traits *traits) {
    return traits->num_out - (traits->segments.keys_output > 0);
}

/* Returns the greatest number that an integer type of up to 8 bytes can hold. */
static cl_ulong most_of(cs_element type, bool is_signed) {
    return CL_ULONG_MAX >> (8 * (sizeof(cl_ulong) - type.size) + is_signed);
}

cl_ulong cs_traits_most_count(const cs_traits *traits) {
    const cl_ulong most_segments =
        traits->segments.results ? most_of(traits->total.type, traits->count.is_signed) : CL_ULONG_MAX;
    if (traits->histogram.bins)
        return traits->histogram.most_counted < most_segments ? traits->histogram.most_counted : most_segments;
    if (traits->moves)
        return most_of((cs_element) { .size = traits->count.size }, traits->count.is_signed);
    return traits->reduces_segments ? most_of((cs_element) { .size = cs_traits_flags_size(traits) }, true)
                                    : CL_ULONG_MAX;
}

cl_ulong cs_traits_most_index(const cs_traits *traits) {
    return traits->indices.output ? most_of(traits->out[traits->indices.output], traits->indices.is_signed)
                                  : CL_ULONG_MAX;
}

cl_ulong cs_traits_most_length(const cs_traits *traits) {
    return traits->lengths.output ? most_of(traits->out[traits->lengths.output], traits->lengths.is_signed)
                                  : CL_ULONG_MAX;
}

bool cs_traits_counts_by_index(const cs_traits *traits) {
    return traits->selection.mask || traits->selection.run_rule || traits->selection.offsets_output;
}

bool cs_traits_decides_by_bits(const cs_traits *traits) {
    return traits->selection.mask == CLSCAN_MASK_BITS || traits->selection.run_segments == CLSCAN_SEGMENTS_BITS;
}

bool cs_traits_contiguous_values(const cs_traits *traits) {
    return traits->value.as_in_memory && !traits->has_rows;
}

void cs_problem_print(cs_strbuf *text, const cs_problem *problem) {
    problem->print(text, problem);
    if (problem->key_function)
        cs_strbuf_add(text, ", keys computed by %s", problem->key_function);
}
