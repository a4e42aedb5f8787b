#include "problem/desc.h"
#include "problem/operator.h"
#include "problem/task.h"
#include "table/type_name.h"

static size_t round_up(size_t size, size_t multiple) {
    return (size + multiple - 1) / multiple * multiple;
}

/* Returns the size of a struct of a value and its flags. The alignment of a user's type divides its size. */
static size_t flagged_size(const cs_traits *traits) {
    const cs_element *value = &traits->value.type;
    const size_t flags = cs_traits_flags_size(traits), divides = value->size & -value->size;
    const size_t aligned = divides < flags ? flags : divides > CS_MAX_ALIGNMENT ? CS_MAX_ALIGNMENT : divides;
    return round_up(round_up(value->size, flags) + flags, aligned);
}

/* An element in a struct with two numbers, its position and count. */
static size_t with_position_size(size_t element) {
    const size_t number = sizeof(cl_ulong), divides = element & -element;
    const size_t aligned = divides < number ? number : divides > CS_MAX_ALIGNMENT ? CS_MAX_ALIGNMENT : divides;
    return round_up(round_up(element, number) + 2 * number, aligned);
}

/* OpenCL C aligns its own types to their size. */
static cs_element element_of(const char *type, size_t size) {
    const cs_type_name builtin = cs_type_name_parse(type);
    return builtin.row ? (cs_element) { builtin.size, builtin.size } : (cs_element) { size, 1 };
}

static cs_element scanned_element(const clscan_desc *desc) {
    return element_of(cs_value_name(desc), desc->value.size);
}

static const char *key_type(const clscan_desc *desc) {
    if (desc->key.name && desc->segments == CLSCAN_SEGMENTS_OFFSETS)
        return cs_type_name_of_offsets(desc->key.name);
    return desc->key.name ? desc->key.name : desc->segments == CLSCAN_SEGMENTS_OFFSETS ? "uint" : "int";
}

/* Returns the type of the elements of args.segments. */
static clscan_type key_in_type(const clscan_desc *desc) {
    const clscan_type key = { .name = key_type(desc), .size = desc->key.size };
    return desc->user.key && desc->key_in.name ? desc->key_in : key;
}

static const char *count_name(const clscan_desc *desc) {
    return desc->count_type.name ? desc->count_type.name : "uint";
}

/* Returns true if values have flags: for segments, for rows that are scanned as segments, and for an operator without
 * an identity. */
static bool has_flags(const clscan_desc *desc, const cs_traits *traits) {
    const cs_task_row *task = cs_task_at(desc->task);
    const bool row_by_row = desc->tuning.strategy == CLSCAN_STRATEGY_COLUMNS ||
                            (task->kind == CS_SELECTION && desc->tuning.strategy == CLSCAN_STRATEGY_REDUCE_SCAN);
    const bool rows_have_flags = desc->task != CLSCAN_TASK_REDUCE && !row_by_row;
    const bool scans = !task->own; /* other tasks combine no values, and need no flags for rows */
    const bool segments_have_flags = traits->segments.kind && task->kind != CS_SELECTION;
    return scans && ((traits->has_rows && rows_have_flags) || segments_have_flags || !traits->value.has_identity);
}

/* Sets the bytes of a value: as it is computed, as it is loaded, and in a tile. */
static void set_bytes(const clscan_desc *desc, cs_traits *traits) {
    traits->value.computed_bytes = traits->value.flagged ? flagged_size(traits) : traits->value.type.size;
    traits->value.loaded_bytes = desc->user.map && desc->user.store ? traits->in[0].size : traits->value.type.size;
    if (desc->user.with_position && desc->user.store)
        traits->value.loaded_bytes = with_position_size(traits->value.loaded_bytes);
    traits->value.tile_bytes = traits->value.loaded_bytes > traits->value.computed_bytes ? traits->value.loaded_bytes
                                                                                         : traits->value.computed_bytes;
}

static cs_traits traits_of(const clscan_desc *desc) {
    const bool user_op = desc->user.combine != NULL;
    const cs_element element = scanned_element(desc);
    const cs_accumulator *accumulator = cs_operator_accumulator(desc);
    cs_traits traits = {
        .exclusive = desc->kind == CLSCAN_KIND_EXCLUSIVE,
        .reverse = desc->reverse != 0,
        .has_rows = desc->layout == CLSCAN_LAYOUT_ROWS,
        .value.has_identity = !user_op || desc->user.identity,
        .reads_anywhere = desc->user.load != NULL,
        .writes_anywhere = desc->user.store != NULL,
        .asks_position = desc->user.with_position != 0,
        .segments.kind = desc->segments,
        .num_in = cs_num_arrays(desc->in),
        .num_out = cs_num_arrays(desc->out),
        .value.type = element,
        .count.size = cs_type_name_parse(count_name(desc)).size,
        .count.is_signed = *count_name(desc) != 'u',
        .segments.offset =
            desc->segments == CLSCAN_SEGMENTS_OFFSETS ? element_of(key_type(desc), 0) : (cs_element) { 0, 0 },
        .segments.key = element_of(key_in_type(desc).name, key_in_type(desc).size),
        .segments.computed_key = element_of(key_type(desc), desc->key.size),
    };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        traits.in[i] = desc->in[i].name ? element_of(desc->in[i].name, desc->in[i].size) : element;
        traits.out[i] = desc->out[i].name ? element_of(desc->out[i].name, desc->out[i].size) : element;
    }
    if (accumulator)
        cs_operator_set_traits(accumulator, element.size, &traits);
    traits.segments.results = cs_task_segment_results(desc);
    traits.reduces_segments = traits.segments.results && cs_task_at(desc->task)->kind == CS_REDUCTION;
    traits.init.type = traits.value.type;
    traits.total.type = traits.segments.results || desc->parts == 3
                            ? (cs_element) { traits.count.size, traits.count.size }
                            : traits.value.type;
    traits.total.numbers = desc->parts == 3 ? 3 : 1;
    traits.value.flagged = has_flags(desc, &traits);
    set_bytes(desc, &traits);
    traits.value.as_in_memory = cs_task_combines(desc) && !accumulator && !traits.reads_anywhere &&
                                !traits.writes_anywhere && !desc->user.map &&
                                cs_is_value_name(desc, desc->in[0].name) && cs_is_value_name(desc, desc->out[0].name);
    return traits;
}

static cs_class class_of(const clscan_desc *desc, const char *type) {
    return cs_type_name_parse(type ? type : cs_value_name(desc)).row->class;
}

static const char *other_type(const clscan_desc *desc, const clscan_type *array) {
    return cs_is_value_name(desc, array->name) ? NULL : array->name;
}

static bool names_type(const clscan_type *type, const cs_type_row *row) {
    return type->name && cs_type_name_parse(type->name).row == row;
}

/* Returns whether elements of the type are scanned, read or written. */
static bool uses_type(const clscan_desc *desc, cs_type type) {
    const cs_type_row *row = cs_type_at(type);
    bool needed = cs_value_type(desc).row == row || names_type(&desc->key, row) || names_type(&desc->key_in, row);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        needed = needed || names_type(&desc->in[i], row) || names_type(&desc->out[i], row);
    return needed;
}

/* Sets an operator of the user's. Nothing is known of its properties. */
static void set_user_operator(const clscan_user *user, cs_problem *problem) {
    problem->in_registers = problem->type;
    problem->combine = user->combine;
    problem->combine_is_function = true;
    problem->identity = user->identity;
    problem->op_name = user->combine;
}

static cs_problem scan_problem(const clscan_desc *desc) {
    const cs_type_name type = cs_value_type(desc);
    const bool converts = cs_task_combines(desc);
    cs_problem problem = {
        .traits = traits_of(desc),
        .type = type.row ? type.row->name : desc->value.name,
        .lanes = cs_type_name_lanes(type.components),
        .load = desc->user.load,
        .map = desc->user.map,
        .maps = desc->user.map != NULL,
        .store = desc->user.store,
        .with_position = desc->user.with_position != 0,
        .offset = desc->segments == CLSCAN_SEGMENTS_OFFSETS ? key_type(desc) : NULL,
        .key = key_in_type(desc).name,
        .computed_key = key_type(desc),
        .key_function = desc->user.key,
        .same_key = desc->user.same_key,
        .key_field = desc->user.key && desc->key_in.name ? "desc.key_in.name" : "desc.key.name",
        .converts = converts,
        .compares = desc->segments == CLSCAN_SEGMENTS_KEYS,
        .source = desc->user.source ? desc->user.source : "",
        .needs_half = uses_type(desc, CS_TYPE_HALF),
        .needs_double = uses_type(desc, CS_TYPE_DOUBLE),
    };
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        problem.in[i] = other_type(desc, &desc->in[i]);
        problem.out[i] = other_type(desc, &desc->out[i]);
    }
    problem.in_saturates = converts && problem.in[0] && !desc->user.load && !desc->user.map &&
                           class_of(desc, problem.in[0]) & CS_FLOATING && class_of(desc, NULL) & CS_INTEGER;
    problem.out_saturates = converts && problem.out[0] && !desc->user.store &&
                            class_of(desc, problem.out[0]) & CS_INTEGER && class_of(desc, NULL) & CS_FLOATING;
    if (desc->user.combine)
        set_user_operator(&desc->user, &problem);
    else
        cs_operator_set_problem(desc, &problem);
    return problem;
}

cs_problem cs_desc_problem(const clscan_desc *desc) {
    const clscan_desc scan = cs_task_scan(desc);
    cs_problem problem = scan_problem(&scan);
    cs_task_set_problem(desc, &problem);
    return problem;
}
