#include "problem/selection.h"

#include "base/try.h"
#include "problem/task_functions.h"
#include "table/table.h"
#include "table/type_name.h"

#include <string.h>

bool cs_selection_are_same(const clscan_type *a, const clscan_type *b) {
    return strcmp(a->name, b->name) == 0 && (a->size == b->size || !cs_type_name_is_users(a->name));
}

bool cs_selection_has_runs(const clscan_desc *desc) {
    return cs_task_at(desc->task)->of_run != CS_OF_RUN_NONE;
}

/* Returns the type of the array that decides which elements are kept: a mask or keys. Without a name there is none. */
static clscan_type mask_or_keys(const clscan_desc *desc) {
    static const char *const words[] = { NULL, [CLSCAN_MASK_FLAGS] = "uchar", [CLSCAN_MASK_BITS] = "uint" };
    const clscan_type key = { .name = desc->key.name ? desc->key.name : "int", .size = desc->key.size };
    return desc->segments ? key : (clscan_type) { .name = words[desc->mask] };
}

/* Returns the type of the indices, or that of the lengths of runs. Without a name there are none. Lengths are computed
 * from indices, so that a run-length encoding has both. */
static clscan_type number_type(const clscan_desc *desc, const clscan_type *given) {
    const bool lengths = cs_task_at(desc->task)->lengths;
    return lengths && !given->name ? (clscan_type) { .name = "uint" } : *given;
}

/* Returns how many outputs follow those of desc.out. */
static unsigned num_index_and_length_outputs(const clscan_desc *desc) {
    const bool indices = number_type(desc, &desc->index).name, lengths = number_type(desc, &desc->length).name;
    return (unsigned)indices + (unsigned)lengths;
}

/* An array after the first one is carried from its input to its output, or is an input that `load` reads. */
clscan_status cs_selection_check_carried(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_task_row *row = cs_task_at(desc->task);
    for (unsigned i = 1; i < CLSCAN_MAX_ARRAYS; i++) {
        const clscan_type *in = &desc->in[i], *out = &desc->out[i];
        FAIL_IF(out->name && !in->name, CLSCAN_ERROR_INVALID_DESC,
                "desc.out[%u].name is %s, but desc.in[%u].name is NULL: what CLSCAN_TASK_%s writes there comes from "
                "in[%u]",
                i, out->name, i, row->id, i);
        FAIL_IF(out->name && !cs_selection_are_same(in, out), CLSCAN_ERROR_INVALID_DESC,
                "desc.in[%u].name is %s, and desc.out[%u].name %s: CLSCAN_TASK_%s copies, and does not convert", i,
                in->name, i, out->name, row->id);
        FAIL_IF(in->name && !out->name && !desc->user.load, CLSCAN_ERROR_INVALID_DESC,
                "desc.in[%u].name is %s, but there is no desc.out[%u].name%s", i, in->name, i,
                row->kind == CS_SELECTION ? ", and no desc.user.load that reads the array" : "");
    }
    FAIL_IF(mask_or_keys(desc).name && desc->in[CLSCAN_MAX_ARRAYS - 1].name, CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is given beside %d input arrays; at most %d are possible with it",
            desc->mask ? "mask" : "segments", CLSCAN_MAX_ARRAYS, CLSCAN_MAX_ARRAYS - 1);
    const unsigned outputs = cs_num_arrays(desc->out), numbers = num_index_and_length_outputs(desc);
    FAIL_IF(outputs + numbers > CLSCAN_MAX_ARRAYS, CLSCAN_ERROR_INVALID_DESC,
            "desc.out has %u arrays; at most %u are possible with %s", outputs, CLSCAN_MAX_ARRAYS - numbers,
            numbers > 1 ? "indices and lengths of runs" : "desc.index");
done:
    return status;
}

/* The runs decide which elements are kept. */
static clscan_status check_runs(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!cs_segments_at(desc->segments), CLSCAN_ERROR_INVALID_VALUE,
            "desc.segments is %d, which is not a clscan_segments", (int)desc->segments);
    FAIL_IF(desc->segments != CLSCAN_SEGMENTS_NONE && desc->segments != CLSCAN_SEGMENTS_KEYS, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is CLSCAN_SEGMENTS_%s, but desc.task is CLSCAN_TASK_%s, whose runs are of equal elements "
            "or, with keys, of equal keys; CLSCAN_TASK_SELECT keeps elements by flags or bits",
            cs_segments_at(desc->segments)->id, cs_task_at(desc->task)->id);
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
done:
    return status;
}

/* Returns the type of the scanned counts. Three parts have counts for the first part and the second. */
static clscan_type count_type(const clscan_desc *desc) {
    static const struct {
        const char *one, *two;
    } names[] = { { "int", "int2" }, { "long", "long2" }, { "ulong", "ulong2" }, { "uint", "uint2" } };
    const char *given = desc->count.name ? desc->count.name : "uint";
    size_t i = 0;
    while (i + 1 < sizeof names / sizeof *names && strcmp(names[i].one, given) != 0)
        i++;
    return (clscan_type) { .name = desc->parts == 3 ? names[i].two : names[i].one };
}

/* A predicate or a mask decides. */
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
    TRY(cs_selection_check_carried(desc));
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
    if (mask_or_keys(desc).name)
        scan.in[cs_num_arrays(desc->in)] = mask_or_keys(desc);
    if (cs_selection_has_runs(desc))
        scan.key = desc->segments ? mask_or_keys(desc) : scan.in[0];
    scan.segments = CLSCAN_SEGMENTS_NONE;
    const clscan_type numbers[] = { number_type(desc, &desc->index), number_type(desc, &desc->length) };
    for (size_t i = 0, at = cs_num_arrays(desc->out); i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].name)
            scan.out[at++] = numbers[i];
    scan.user.map = desc->user.keep;
    scan.user.load = desc->user.keep ? desc->user.load : "clscan_select_count";
    scan.user.store = "clscan_select_store";
    return scan;
}

void cs_selection_set_arrays(const clscan_desc *desc, cs_traits *traits) {
    traits->reads_anywhere = desc->user.load != NULL;
    traits->mask_or_keys_input = mask_or_keys(desc).name ? cs_num_arrays(desc->in) : 0;
    const clscan_type index = number_type(desc, &desc->index), length = number_type(desc, &desc->length);
    traits->indices_output = index.name ? cs_num_arrays(desc->out) : 0;
    traits->index_signed = index.name && *index.name != 'u';
    traits->lengths_output = length.name ? traits->indices_output + 1 : 0;
    traits->length_signed = length.name && *length.name != 'u';
}

void cs_selection_print_carried(cs_strbuf *text, const cs_traits *traits) {
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
                  traits->three_parts ? "three-way partition"
                  : traits->rest      ? "partition"
                                      : "selection",
                  type, in->size, in->size == 1 ? "" : "s",
                  problem->keep    ? problem->keep
                  : traits->of_run ? runs[traits->of_run]
                                   : cs_mask_at(traits->mask)->name,
                  traits->of_run && traits->mask_or_keys_input ? " of equal keys" : "", problem->type);
    if (problem->keep && problem->load)
        cs_strbuf_add(text, ", loaded by %s", problem->load);
    if (problem->user_map)
        cs_strbuf_add(text, ", mapped by %s", problem->user_map);
    cs_selection_print_carried(text, traits);
}

/* The keys of runs are the elements, or an array of their own. */
static void set_keys(const clscan_desc *desc, cs_problem *problem) {
    problem->compares = true;
    problem->key_field = desc->segments ? problem->key_field : desc->in[0].name ? "desc.in[0].name" : "desc.value.name";
}

static void set_problem(const clscan_desc *desc, cs_problem *problem) {
    const cs_task_row *row = cs_task_at(desc->task);
    cs_traits *traits = &problem->traits;
    cs_selection_set_arrays(desc, traits);
    traits->selects = true;
    traits->rest = row->rest;
    traits->three_parts = desc->parts == 3;
    traits->mask = desc->mask;
    traits->of_run = row->of_run;
    problem->print = print_selection;
    problem->task_file = "select";
    problem->keep = desc->user.keep;
    problem->user_map_type = problem->out[0];
    if (cs_selection_has_runs(desc))
        set_keys(desc, problem);
}

const cs_task_functions cs_selection_task = {
    .check = check, .scan = selection_scan, .set_problem = set_problem, .moves = true
};
