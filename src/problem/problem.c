#include "problem/problem.h"

unsigned cs_num_arrays(const clscan_type *arrays) {
    unsigned n = 1;
    while (n < CLSCAN_MAX_ARRAYS && arrays[n].name)
        n++;
    return n;
}

/* Flags that count heads have no room for 2^31 of them in 4 bytes. */
size_t cs_traits_flags_size(const cs_traits *traits) {
    const cs_element *value = &traits->value;
    const bool of_opencl = value->alignment == value->size;
    const size_t size = of_opencl && (value->size < 4 || value->size == 8) ? value->size : 4;
    if (!traits->reduces_segments)
        return size;
    return size > traits->total.size ? size : traits->total.size;
}

bool cs_traits_compacts(const cs_traits *traits) {
    return traits->selects || (traits->reduces_segments && !traits->offsets_input);
}

unsigned cs_traits_given_in(const cs_traits *traits) {
    return traits->num_in - (traits->offsets_input > 0);
}

unsigned cs_traits_given_out(const cs_traits *traits) {
    return traits->num_out - (traits->keys_output > 0);
}

/* Returns the greatest number that an integer type of up to 8 bytes can hold. */
static cl_ulong most_of(cs_element type, bool is_signed) {
    return CL_ULONG_MAX >> (8 * (sizeof(cl_ulong) - type.size) + is_signed);
}

cl_ulong cs_traits_most_count(const cs_traits *traits) {
    if (traits->bins)
        return traits->most_counted;
    if (traits->selects)
        return most_of(traits->value, traits->count_signed);
    return traits->reduces_segments ? most_of((cs_element) { .size = cs_traits_flags_size(traits) }, true)
                                    : CL_ULONG_MAX;
}

cl_ulong cs_traits_most_index(const cs_traits *traits) {
    return traits->indices_output ? most_of(traits->out[traits->indices_output], traits->index_signed) : CL_ULONG_MAX;
}

cl_ulong cs_traits_most_length(const cs_traits *traits) {
    return traits->lengths_output ? most_of(traits->out[traits->lengths_output], traits->length_signed) : CL_ULONG_MAX;
}

bool cs_traits_counts_by_index(const cs_traits *traits) {
    return traits->mask || traits->of_run;
}

bool cs_traits_contiguous_values(const cs_traits *traits) {
    return traits->as_in_memory && !traits->batched;
}

static void print_carried(cs_strbuf *text, const cs_traits *traits) {
    const unsigned further = traits->num_out - (traits->indices_output > 0) - (traits->lengths_output > 0) - 1;
    if (further > 0)
        cs_strbuf_add(text, ", with %u further array%s", further, further > 1 ? "s" : "");
    if (traits->indices_output)
        cs_strbuf_add(text, ", with indices");
    if (traits->lengths_output)
        cs_strbuf_add(text, ", with lengths");
}

static void print_selection(cs_strbuf *text, const cs_problem *problem) {
    static const char *const runs[] = {
        [CS_OF_RUN_FIRST] = "the first of each run", [CS_OF_RUN_LAST] = "the last of each run"
    };
    const cs_traits *traits = &problem->traits;
    const cs_element *in = &traits->in[0];
    const char *type = problem->in[0] ? problem->in[0] : problem->type;
    cs_strbuf_add(text, "%s%s of %s (%zu byte%s) by %s%s, counted in %s", traits->reverse ? "reverse " : "",
                  traits->rest ? "partition" : "selection", type, in->size, in->size == 1 ? "" : "s",
                  problem->keep    ? problem->keep
                  : traits->of_run ? runs[traits->of_run]
                                   : cs_mask_at(traits->mask)->name,
                  traits->of_run && traits->mask_or_keys_input ? " of equal keys" : "", problem->type);
    if (problem->keep && problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    if (problem->selected)
        cs_strbuf_add(text, ", mapped by %s", problem->selected);
    print_carried(text, traits);
}

static void print_sort(cs_strbuf *text, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const cs_element *in = &traits->in[0];
    cs_strbuf_add(text, "%ssort of %s (%zu byte%s)", traits->reverse ? "descending " : "",
                  problem->in[0] ? problem->in[0] : problem->type, in->size, in->size == 1 ? "" : "s");
    if (problem->selected)
        cs_strbuf_add(text, " by %s of %s", problem->key, problem->selected);
    if (problem->sort_num_bits < 8 * traits->key.size)
        cs_strbuf_add(text, ", bits %u to %u", problem->sort_first_bit,
                      problem->sort_first_bit + problem->sort_num_bits - 1);
    print_carried(text, traits);
}

static void print_scan(cs_strbuf *text, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    cs_strbuf_add(text, "%s%s %s over %s%s (%s%zu byte%s)", traits->reverse ? "reverse " : "",
                  traits->reduces || traits->reduces_segments ? "reduction by"
                  : traits->exclusive                         ? "exclusive"
                                                              : "inclusive",
                  problem->op_name, problem->type, problem->lanes, problem->op_file ? "an accumulator has " : "",
                  traits->value.size, traits->value.size == 1 ? "" : "s");
    if (problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    else if (problem->in[0])
        cs_strbuf_add(text, " from %s", problem->in[0]);
    if (problem->map)
        cs_strbuf_add(text, ", mapped by %s", problem->map);
    if (problem->store)
        cs_strbuf_add(text, ", stored by %s", problem->store);
    else if (problem->out[0])
        cs_strbuf_add(text, " to %s", problem->out[0]);
    if (traits->batched)
        cs_strbuf_add(text, ", in rows");
    if (traits->segments)
        cs_strbuf_add(text, ", segments by %s", cs_segments_at(traits->segments)->name);
}

static void print_histogram(cs_strbuf *text, const cs_problem *problem) {
    const clscan_bins *bins = &problem->bins;
    const cs_element *in = &problem->traits.in[0];
    cs_strbuf_add(text, "histogram of %s (%zu byte%s) in %u bin%s ", problem->in[0] ? problem->in[0] : problem->type,
                  in->size, in->size == 1 ? "" : "s", bins->count, bins->count == 1 ? "" : "s");
    if (bins->kind == CLSCAN_BINS_EVEN)
        cs_strbuf_add(text, "from %g to %g", bins->lower, bins->upper);
    else
        cs_strbuf_add(text, "by %s", bins->kind == CLSCAN_BINS_EDGES ? "edges" : bins->function);
    cs_strbuf_add(text, ", counted in %s", problem->type);
    if (problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    if (problem->weight)
        cs_strbuf_add(text, ", weighted by %s", problem->weight);
}

void cs_problem_print(cs_strbuf *text, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    (traits->bins      ? print_histogram
     : traits->sorts   ? print_sort
     : traits->selects ? print_selection
                       : print_scan)(text, problem);
}
