#include "problem/arrays.h"

unsigned cs_arrays_num_in(const cs_traits *traits) {
    return traits->num_in + (traits->segments.kind != CLSCAN_SEGMENTS_NONE);
}

bool cs_arrays_has_bits(const cs_traits *traits, unsigned i) {
    if (i == traits->num_in)
        return traits->segments.kind == CLSCAN_SEGMENTS_BITS;
    return i > 0 && i == traits->selection.deciding_input && cs_traits_decides_by_bits(traits);
}

bool cs_arrays_any_bits(const cs_traits *traits) {
    bool any = false;
    for (unsigned i = 0; i < cs_arrays_num_in(traits); i++)
        any = any || cs_arrays_has_bits(traits, i);
    return any;
}

const char *cs_arrays_input_name(const cs_traits *traits, unsigned i) {
    if (i == traits->num_in)
        return "segments";
    if (i > 0 && i == traits->selection.deciding_input)
        return traits->selection.run_rule ? "segments" : "mask";
    return cs_in_names[i];
}

const char *cs_arrays_output_name(const cs_traits *traits, unsigned i) {
    if (i > 0 && i == traits->indices.output)
        return "indices";
    return i > 0 && i == traits->lengths.output ? "lengths" : cs_out_names[i];
}

bool cs_arrays_is_single(const cs_traits *traits, unsigned i) {
    return i == 1 && traits->more_out_is_single;
}

size_t cs_arrays_front(const cs_traits *traits) {
    return traits->selection.run_rule != CS_RUN_RULE_NONE;
}

size_t cs_arrays_input_size(const cs_traits *traits, unsigned i) {
    if (cs_arrays_has_bits(traits, i))
        return sizeof(cl_uint);
    if (i < traits->num_in)
        return traits->in[i].size;
    return traits->segments.kind == CLSCAN_SEGMENTS_KEYS ? traits->segments.key.size : 1;
}

size_t cs_arrays_widest(const cs_traits *traits) {
    size_t most = 1;
    for (unsigned i = 0; i < cs_arrays_num_in(traits); i++)
        if (!cs_arrays_has_bits(traits, i) && cs_arrays_input_size(traits, i) > most)
            most = cs_arrays_input_size(traits, i);
    for (unsigned i = 0; i < traits->num_out && (traits->kind == CS_SCAN || traits->moves); i++)
        most = traits->out[i].size > most ? traits->out[i].size : most;
    return most;
}

size_t cs_arrays_input_count(const cs_traits *traits, unsigned i, size_t n) {
    return cs_arrays_has_bits(traits, i) ? n / CS_BITS_OF_WORD + (n % CS_BITS_OF_WORD > 0) : n;
}

const cs_call_array *cs_arrays_input(const cs_traits *traits, const cs_call *call, unsigned i) {
    return i < traits->num_in ? &call->in[i] : &call->segments;
}

char *cs_arrays_element(const cs_call_array *array, size_t at, size_t size) {
    return (char *)array->handle + (array->offset + at) * size;
}
