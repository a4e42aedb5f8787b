#include "problem/sort.h"

#include "base/try.h"
#include "problem/moved_arrays.h"
#include "problem/task_functions.h"
#include "table/table.h"
#include "table/type_name.h"

/* Returns the number of bits of a key. */
static unsigned key_bits(const clscan_desc *desc) {
    return (unsigned)(8 * cs_value_type(desc).size);
}

static unsigned num_bits(const clscan_desc *desc) {
    return desc->sort.num_bits ? desc->sort.num_bits : key_bits(desc) - desc->sort.first_bit;
}

/* Returns the type of the elements that move: of in[0] and out[0]. */
static clscan_type element_type(const clscan_desc *desc) {
    const clscan_type key = { .name = cs_value_name(desc), .size = desc->value.size };
    return desc->in[0].name ? desc->in[0] : key;
}

/* Leaves names that are not types to the check of all types. */
static clscan_status check_key(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_type_name key = cs_value_type(desc);
    const clscan_sort_options *sort = &desc->sort;
    const bool is_users = !key.row && desc->value.size > 0;
    FAIL_IF(is_users || (key.row && key.components > 1), CLSCAN_ERROR_INVALID_DESC,
            "desc.value.name is \"%s\", but desc.task is CLSCAN_TASK_%s, whose keys are numbers: give desc.user.map, "
            "which computes a number from an element, the type of the elements as desc.in[0], and the type of the "
            "number as desc.value",
            cs_value_name(desc), cs_task_at(desc->task)->id);
    if (!key.row)
        goto done;
    FAIL_IF(sort->first_bit >= key_bits(desc) || sort->num_bits > key_bits(desc) - sort->first_bit,
            CLSCAN_ERROR_INVALID_DESC,
            "desc.sort.first_bit is %u, and desc.sort.num_bits %u, but a key of type %s has %u bits", sort->first_bit,
            sort->num_bits, cs_value_name(desc), key_bits(desc));
done:
    return status;
}

static clscan_status check_first_arrays(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_type element = element_type(desc);
    FAIL_IF(!desc->user.map && !desc->user.less && !cs_is_value_name(desc, desc->in[0].name), CLSCAN_ERROR_INVALID_DESC,
            "desc.in[0].name is %s, and desc.value.name %s: without desc.user.map, the elements are the keys",
            desc->in[0].name, cs_value_name(desc));
    FAIL_IF(desc->out[0].name && !cs_moved_are_same(&element, &desc->out[0]), CLSCAN_ERROR_INVALID_DESC,
            "desc.out[0].name is %s, but the elements are of type %s: a sort moves elements, and does not convert them",
            desc->out[0].name, element.name);
done:
    return status;
}

/* Checks the fields of a sort by desc.user.less, which compares the elements themselves. */
static clscan_status check_less(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const char *less = desc->user.less;
    FAIL_IF(desc->user.map, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.map is \"%s\", and desc.user.less \"%s\": a sort orders either by keys that map computes, or by "
            "less, which compares elements",
            desc->user.map, less);
    FAIL_IF(desc->sort.first_bit || desc->sort.num_bits, CLSCAN_ERROR_INVALID_DESC,
            "desc.sort.first_bit is %u, and desc.sort.num_bits %u, but desc.user.less is \"%s\": a sort "
            "that compares elements has no keys whose bits it could compare",
            desc->sort.first_bit, desc->sort.num_bits, less);
    FAIL_IF(desc->value.name && desc->in[0].name && !cs_moved_are_same(&desc->value, &desc->in[0]),
            CLSCAN_ERROR_INVALID_DESC,
            "desc.value.name is %s, and desc.in[0].name %s, but desc.user.less is \"%s\", which compares elements of "
            "in[0]: there are no keys, and desc.value may be left out",
            desc->value.name, desc->in[0].name, less);
    FAIL_IF(desc->tuning.strategy && desc->tuning.strategy != CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_ERROR_INVALID_DESC,
            "desc.tuning.strategy is %s, but desc.user.less is \"%s\": the only strategy of a sort by a comparison "
            "is reduce_scan",
            cs_strategy_name(desc->tuning.strategy), less);
done:
    return status;
}

/* A top-k is a sort from which the first elements are wanted. */
static clscan_status check_k(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const bool top = desc->task == CLSCAN_TASK_TOP_K;
    FAIL_IF(top && !desc->sort.k, CLSCAN_ERROR_INVALID_DESC,
            "desc.sort.k is 0, but desc.task is CLSCAN_TASK_TOP_K: it is the number of elements that are wanted");
    FAIL_IF(!top && desc->sort.k, CLSCAN_ERROR_INVALID_DESC,
            "desc.sort.k is %u, but desc.task is CLSCAN_TASK_SORT, which sorts all elements: it is for "
            "CLSCAN_TASK_TOP_K",
            desc->sort.k);
    FAIL_IF(top && desc->user.less, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.less is \"%s\", but desc.task is CLSCAN_TASK_TOP_K, which orders by keys", desc->user.less);
done:
    return status;
}

static clscan_status check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    TRY(check_k(desc));
    TRY(desc->user.less ? check_less(desc) : check_key(desc));
    TRY(check_first_arrays(desc));
    TRY(cs_moved_check_carried(desc));
done:
    return status;
}

/* The values of a sort are counts, for which elements are not converted. */
static clscan_desc sort_scan(const clscan_desc *desc) {
    clscan_desc scan = *desc;
    scan.value = desc->count_type.name ? desc->count_type : (clscan_type) { .name = "uint" };
    scan.in[0] = scan.out[0] = element_type(desc);
    if (desc->index_type.name)
        scan.out[cs_num_arrays(desc->out)] = desc->index_type;
    scan.user.map = NULL;
    return scan;
}

/* With one pass, the elements could not be moved in place. So a sort has two passes at least. A pass that is not needed
 * moves nothing. */
static unsigned passes_of(const clscan_desc *desc) {
    const unsigned passes = (num_bits(desc) + CS_DIGIT_BITS - 1) / CS_DIGIT_BITS;
    return passes > 1 || desc->sort.k ? passes : 2;
}

/* A sort by rows or by segments also sorts by the id of an element's segment, which is a number of the type that
 * counts elements. */
static unsigned segment_passes_of(const cs_traits *traits) {
    return traits->has_rows || traits->segments.kind ? (unsigned)traits->count.size : 0;
}

static void add_moved(cs_traits *traits, size_t size) {
    traits->sort.bytes += size;
    if (size <= CS_MOST_STAGED && size > traits->sort.staged)
        traits->sort.staged = size;
}

static void set_merge_traits(cs_traits *traits) {
    const size_t index = traits->num_out > 1 ? traits->value.type.size : 0;
    traits->sort.by_comparison = true;
    traits->sort.merge_bytes = traits->in[0].size + index;
    for (unsigned i = 1; i < traits->num_out; i++)
        traits->sort.merge_carried += i == traits->indices.output ? 0 : traits->out[i].size;
    traits->value.tile_bytes = traits->sort.merge_bytes;
}

static void set_radix_traits(const clscan_desc *desc, cs_traits *traits) {
    traits->sort.segment_passes = segment_passes_of(traits);
    traits->sort.passes = passes_of(desc) + traits->sort.segment_passes;
    for (unsigned i = 0; i < traits->num_out; i++)
        add_moved(traits, traits->out[i].size);
    if (traits->sort.segment_passes)
        add_moved(traits, traits->count.size);
}

static void set_traits(const clscan_desc *desc, cs_traits *traits) {
    cs_moved_set_arrays(desc, traits);
    traits->writes_anywhere = true;
    traits->loads_first = desc->user.load != NULL;
    traits->init.why_none = traits->total.why_none = "which combines and counts nothing";
    traits->sort.top_k_of_segments = desc->sort.k && desc->segments;
    if (traits->sort.top_k_of_segments)
        traits->total.why_none = NULL;
    if (desc->user.less)
        set_merge_traits(traits);
    else
        set_radix_traits(desc, traits);
    traits->sort.top_k = desc->sort.k;
}

static void print_sort(cs_strbuf *text, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const cs_element *in = &traits->in[0];
    if (traits->sort.top_k)
        cs_strbuf_add(text, "first %u of a ", traits->sort.top_k);
    cs_strbuf_add(text, "%ssort of %s (%zu byte%s)", traits->reverse ? "descending " : "",
                  problem->in[0] ? problem->in[0] : problem->type, in->size, in->size == 1 ? "" : "s");
    if (problem->user_map)
        cs_strbuf_add(text, " by %s of %s", problem->user_map_type, problem->user_map);
    if (problem->less)
        cs_strbuf_add(text, " by %s", problem->less);
    else if (problem->sort_num_bits < 8 * cs_type_name_parse(problem->user_map_type).size)
        cs_strbuf_add(text, ", bits %u to %u", problem->sort_first_bit,
                      problem->sort_first_bit + problem->sort_num_bits - 1);
    if (problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    cs_moved_print_carried(text, traits);
    if (traits->has_rows)
        cs_strbuf_add(text, ", in rows");
    if (traits->segments.kind)
        cs_strbuf_add(text, ", segments by %s", cs_segments_at(traits->segments.kind)->name);
}

static void set_problem(const clscan_desc *desc, cs_problem *problem) {
    set_traits(desc, &problem->traits);
    problem->print = print_sort;
    problem->maps = true;
    problem->less = desc->user.less;
    if (desc->user.less)
        return;
    problem->user_map_type = cs_value_name(desc);
    problem->needs_half |= cs_value_type(desc).row == cs_type_at(CS_TYPE_HALF);
    problem->needs_double |= cs_value_type(desc).row == cs_type_at(CS_TYPE_DOUBLE);
    problem->sort_first_bit = desc->sort.first_bit;
    problem->sort_num_bits = num_bits(desc);
}

static const char *why_whole(const cs_task_row *row) {
    (void)row;
    return "the last element of the input may be the first one of the output";
}

const cs_task_functions cs_sort_task = {
    .check = check, .scan = sort_scan, .set_problem = set_problem, .why_whole = why_whole, .moves = true
};
