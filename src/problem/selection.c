#include "problem/selection.h"

#include "base/try.h"
#include "problem/moved_arrays.h"
#include "problem/segment_results.h"
#include "problem/task_functions.h"
#include "table/table.h"
#include "table/type_name.h"

#include <string.h>

bool cs_selection_has_runs(const clscan_desc *desc) {
    return cs_task_at(desc->task)->run_rule != CS_RUN_RULE_NONE;
}

/* Checks the keys of runs, and the least length of a run, which is how far a work-item looks ahead. */
static clscan_status check_runs(const clscan_desc *desc) {
    enum { MOST_AHEAD = 1024 };
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->min_run_length > MOST_AHEAD, CLSCAN_ERROR_INVALID_VALUE,
            "desc.min_run_length is %u; the least length of a run is from 1 to %d", desc->min_run_length, MOST_AHEAD);
    FAIL_IF(!cs_segments_at(desc->segments), CLSCAN_ERROR_INVALID_VALUE,
            "desc.segments is %d, which is not a clscan_segments", (int)desc->segments);
    FAIL_IF(desc->segments == CLSCAN_SEGMENTS_OFFSETS && desc->user.key, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.key is \"%s\", but desc.segments is CLSCAN_SEGMENTS_OFFSETS, of which desc.key is the type: "
            "desc.user.same_key can compare elements by their keys",
            desc->user.key);
done:
    return status;
}

static clscan_status check_parts(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->parts == 1 || desc->parts > 3, CLSCAN_ERROR_INVALID_VALUE,
            "desc.parts is %u; a partition has 2 or 3 parts", desc->parts);
    FAIL_IF(desc->parts == 3 && desc->mask == CLSCAN_MASK_BITS, CLSCAN_ERROR_INVALID_DESC,
            "desc.parts is 3, but desc.mask is CLSCAN_MASK_BITS: one bit cannot say which of 3 parts an element is in, "
            "CLSCAN_MASK_FLAGS or desc.user.keep can");
    FAIL_IF(desc->parts == 3 && desc->segments, CLSCAN_ERROR_INVALID_DESC,
            "desc.parts is 3, but desc.segments is given: CLSCAN_TASK_SORT partitions each segment in three parts, if "
            "desc.value is uchar, desc.user.map returns the part of an element, and desc.sort.num_bits is 2");
done:
    return status;
}

/* Returns the type of the scanned counts. Three parts have counts for the first part and the second, and segments for
 * the kept elements and for themselves. The loop ends at "uint", the last row. cs_desc_check refuses other types than
 * these four. */
static clscan_type count_type(const clscan_desc *desc) {
    static const struct {
        const char *one, *two;
    } names[] = { { "int", "int2" }, { "long", "long2" }, { "ulong", "ulong2" }, { "uint", "uint2" } };
    const char *given = desc->count_type.name ? desc->count_type.name : "uint";
    const bool pairs = desc->parts == 3 || cs_moved_offsets_type(desc).name;
    size_t i = 0;
    while (i + 1 < sizeof names / sizeof *names && strcmp(names[i].one, given) != 0)
        i++;
    return (clscan_type) { .name = pairs ? names[i].two : names[i].one };
}

/* Checks that exactly one of desc.user.keep and desc.mask decides which elements are kept. */
static clscan_status check_decision(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const clscan_user *user = &desc->user;
    FAIL_IF(!user->keep && !desc->mask, CLSCAN_ERROR_INVALID_DESC,
            "desc.task is CLSCAN_TASK_%s, but nothing says which elements are kept: give desc.user.keep or desc.mask",
            cs_task_at(desc->task)->id);
    FAIL_IF(user->keep && desc->mask, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.keep is \"%s\", and desc.mask is given too: one of them says which elements are kept",
            user->keep);
    FAIL_IF(desc->mask && user->load, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is given without desc.user.keep: a mask selects the elements of in[0] themselves");
    FAIL_IF(desc->mask && user->with_position, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but there is no desc.user.keep that gets a position", user->with_position);
    FAIL_IF(
        desc->segments && desc->layout == CLSCAN_LAYOUT_ROWS, CLSCAN_ERROR_INVALID_DESC,
        "desc.segments is given, but desc.layout is CLSCAN_LAYOUT_ROWS: CLSCAN_TASK_%s takes segments of one range, "
        "or rows",
        cs_task_at(desc->task)->id);
    TRY(cs_segment_results_check(desc));
    TRY(check_parts(desc));
done:
    return status;
}

static clscan_status check_first_arrays(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!desc->user.map && !cs_is_value_name(desc, desc->in[0].name), CLSCAN_ERROR_INVALID_DESC,
            "desc.in[0].name is %s, and desc.value.name %s: a selection converts elements by desc.user.map only",
            desc->in[0].name, cs_value_name(desc));
    FAIL_IF(!cs_is_value_name(desc, desc->out[0].name), CLSCAN_ERROR_INVALID_DESC,
            "desc.out[0].name is %s, and desc.value.name %s: a selection writes elements of desc.value",
            desc->out[0].name, cs_value_name(desc));
done:
    return status;
}

static clscan_status check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_selection_has_runs(desc) ? check_runs(desc) : check_decision(desc));
    TRY(check_first_arrays(desc));
    TRY(cs_moved_check_carried(desc));
done:
    return status;
}

static clscan_desc selection_scan(const clscan_desc *desc) {
    clscan_desc scan = *desc;
    const clscan_type element = { .name = cs_value_name(desc), .size = desc->value.size };
    scan.value = count_type(desc);
    if (!scan.in[0].name)
        scan.in[0] = element;
    if (!scan.out[0].name)
        scan.out[0] = element;
    if (cs_moved_deciding_type(desc).name)
        scan.in[cs_num_arrays(desc->in)] = cs_moved_deciding_type(desc);
    if (cs_selection_has_runs(desc) && desc->segments != CLSCAN_SEGMENTS_OFFSETS)
        *(desc->user.key ? &scan.key_in : &scan.key) =
            desc->segments == CLSCAN_SEGMENTS_KEYS ? cs_moved_deciding_type(desc) : scan.in[0];
    if (cs_selection_has_runs(desc) && desc->segments != CLSCAN_SEGMENTS_OFFSETS)
        scan.segments = CLSCAN_SEGMENTS_NONE;
    const clscan_type numbers[] = { cs_moved_index_or_length_type(desc, &desc->index_type),
                                    cs_moved_index_or_length_type(desc, &desc->length_type),
                                    cs_moved_offsets_type(desc) };
    for (size_t i = 0, at = cs_num_arrays(desc->out); i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].name)
            scan.out[at++] = numbers[i];
    scan.user.map = desc->segments ? NULL : desc->user.keep; /* segments count elements by their index */
    scan.user.load = desc->user.keep ? desc->user.load : "clscan_select_count";
    scan.user.with_position = desc->segments ? 0 : desc->user.with_position;
    scan.user.store = "clscan_select_store";
    return scan;
}

static void print_selection(cs_strbuf *text, const cs_problem *problem) {
    const cs_traits *traits = &problem->traits;
    const cs_element *in = &traits->in[0];
    const char *type = problem->in[0] ? problem->in[0] : problem->type;
    const clscan_segments segments =
        traits->selection.offsets_output ? traits->segments.kind : traits->selection.run_segments;
    cs_strbuf_add(text, "%s%s of %s (%zu byte%s) by %s%s, counted in %s", traits->reverse ? "reverse " : "",
                  traits->selection.three_parts ? "three-way partition"
                  : traits->selection.rest      ? "partition"
                                                : "selection",
                  type, in->size, in->size == 1 ? "" : "s",
                  problem->keep                ? problem->keep
                  : traits->selection.run_rule ? cs_run_rule_at(traits->selection.run_rule)->name
                                               : cs_mask_at(traits->selection.mask)->name,
                  traits->selection.run_segments == CLSCAN_SEGMENTS_KEYS ? " of equal keys" : "", problem->type);
    if (segments && traits->selection.run_segments != CLSCAN_SEGMENTS_KEYS)
        cs_strbuf_add(text, ", segments by %s", cs_segments_at(segments)->name);
    if (traits->selection.min_run_length)
        cs_strbuf_add(text, ", of runs of at least %u", traits->selection.min_run_length);
    if (problem->keep && problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    if (problem->user_map)
        cs_strbuf_add(text, ", mapped by %s", problem->user_map);
    if (cs_traits_selects_rows(traits))
        cs_strbuf_add(text, ", in rows");
    cs_moved_print_carried(text, traits);
}

/* Runs are of equal keys in args.segments if there are keys, else of equal elements. */
static void set_keys(const clscan_desc *desc, cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    traits->selection.run_segments = desc->segments;
    problem->compares = true;
    if (desc->segments == CLSCAN_SEGMENTS_OFFSETS) { /* the key of the scan is an offset */
        traits->segments.key = traits->segments.computed_key = traits->in[0];
        problem->key = problem->computed_key = desc->in[0].name ? desc->in[0].name : cs_value_name(desc);
    }
    if (desc->segments != CLSCAN_SEGMENTS_KEYS)
        problem->key_field = desc->in[0].name ? "desc.in[0].name" : "desc.value.name";
}

/* In a selection by segments, the total is two numbers: of kept elements and of segments. The initial value is a number
 * of kept elements. */
static void set_segments(const clscan_desc *desc, cs_problem *problem) {
    cs_traits *traits = &problem->traits;
    traits->init.type = traits->total.type = (cs_element) { traits->count.size, traits->count.size };
    traits->total.numbers = 2;
    traits->asks_position = desc->user.with_position != 0;
    problem->with_position = desc->user.with_position != 0;
    problem->maps = desc->user.keep != NULL;
    cs_segment_results_set(problem);
}

static const char *why_whole(const cs_task_row *row) {
    if (row->rest)
        return "the place of an element that is not kept is known only when all elements are counted";
    return NULL;
}

static void set_problem(const clscan_desc *desc, cs_problem *problem) {
    const cs_task_row *row = cs_task_at(desc->task);
    cs_traits *traits = &problem->traits;
    cs_moved_set_arrays(desc, traits);
    traits->init.why_none = row->rest ? "which does not append" : NULL;
    traits->selection.rest = row->rest;
    traits->selection.three_parts = desc->parts == 3;
    traits->selection.mask = desc->mask;
    traits->selection.run_rule = row->run_rule;
    traits->selection.min_run_length = desc->min_run_length > 1 ? desc->min_run_length : 0;
    problem->print = print_selection;
    problem->task_file = "select";
    problem->keep = desc->user.keep;
    problem->user_map_type = problem->out[0];
    if (cs_selection_has_runs(desc))
        set_keys(desc, problem);
    else if (desc->segments)
        set_segments(desc, problem);
}

const cs_task_functions cs_selection_task = {
    .check = check, .scan = selection_scan, .set_problem = set_problem, .why_whole = why_whole, .moves = true
};
