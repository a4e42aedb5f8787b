#include "problem/unused_fields.h"

#include "base/try.h"

#include <stdio.h>

/* Sets of tasks: the tasks of each kind, where selections by runs are a set of their own. */
enum {
    SCANS = 1 << CS_SCAN,
    DECISIONS = 1 << CS_SELECTION, /* selections by a predicate or by a mask */
    REDUCTIONS = 1 << CS_REDUCTION,
    SORTS = 1 << CS_SORT,
    HISTOGRAMS = 1 << CS_HISTOGRAM,
    RUNS = 1 << CS_TASK_KINDS,
    SELECTIONS = DECISIONS | RUNS,
    MOVES = SELECTIONS | SORTS,
    COMBINES = SCANS | REDUCTIONS
};

static bool has_sort(const clscan_sort_options *sort) {
    return sort->first_bit || sort->num_bits || sort->k;
}

static bool has_bins(const clscan_bins *bins) {
    return bins->kind || bins->count || bins->lower != 0 || bins->upper != 0 || bins->edges || bins->function;
}

/* Values and reasons that several rows below have. */
static const char given[] = "given", no_use[] = ", which has no use for it",
                  as_in_memory[] = ", which compares elements or keys as they are in memory",
                  for_selections[] = ": it is for selections", for_lengths[] = ": it is for CLSCAN_TASK_RUN_LENGTH";

clscan_status cs_unused_fields_check(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    const cs_task_row *row = cs_task_at(desc->task);
    const unsigned task = row->run_rule ? RUNS : 1u << row->kind;
    const clscan_user *user = &desc->user;
    const char *op = clscan_op_name(desc->op), *kind = clscan_kind_name(desc->kind);
    const bool is_other_op = desc->op != CLSCAN_OP_ADD, is_exclusive = desc->kind == CLSCAN_KIND_EXCLUSIVE;
    char reverse[16], position[16], parts[16], least[16];
    snprintf(reverse, sizeof reverse, "%d", desc->reverse);
    snprintf(position, sizeof position, "%d", user->with_position);
    snprintf(parts, sizeof parts, "%u", desc->parts);
    snprintf(least, sizeof least, "%u", desc->min_run_length);
    const struct {
        const char *field;
        bool is_given;
        const char *value;
        unsigned tasks; /* that have no use for the field */
        const char *why;
    } fields[] = {
        { "op", is_other_op, op, MOVES, ", which combines nothing" },
        { "op", is_other_op, op, HISTOGRAMS, ", which adds" },
        { "kind", is_exclusive, kind, MOVES, ", which combines nothing" },
        { "kind", is_exclusive, kind, HISTOGRAMS, ", which adds" },
        { "kind", is_exclusive, kind, REDUCTIONS, ", whose results include every element" },
        { "user.combine", user->combine, given, MOVES | HISTOGRAMS, no_use },
        { "user.identity", user->identity, given, MOVES | HISTOGRAMS, no_use },
        { "user.store", user->store, given, MOVES | HISTOGRAMS, no_use },
        { "user.store", user->store, given, REDUCTIONS, ", which has no result for each element" },
        { "user.load", user->load, given, RUNS, as_in_memory },
        { "user.keep", user->keep, given, SORTS, no_use },
        { "user.keep", user->keep, given, RUNS, as_in_memory },
        { "user.keep", user->keep, given, COMBINES | HISTOGRAMS, for_selections },
        { "user.less", user->less, given, ~(unsigned)SORTS, ": it is for CLSCAN_TASK_SORT" },
        { "user.with_position", user->with_position, position, SORTS, ", whose keys depend on elements only" },
        { "user.with_position", user->with_position, position, RUNS, as_in_memory },
        { "mask", desc->mask, given, SORTS, ", which keeps all elements" },
        { "mask", desc->mask, given, RUNS, ", which keeps elements by their runs" },
        { "mask", desc->mask, given, COMBINES | HISTOGRAMS, for_selections },
        { "index_type.name", desc->index_type.name, given, COMBINES | HISTOGRAMS, for_selections },
        { "reverse", desc->reverse, reverse, HISTOGRAMS, ": counts do not depend on the order" },
        { "length_type.name", desc->length_type.name, given, row->lengths ? 0 : task, for_lengths },
        { "min_run_length", desc->min_run_length, least, row->lengths ? 0 : task, for_lengths },
        { "parts", desc->parts, parts, row->rest ? 0 : task, ": it is for CLSCAN_TASK_PARTITION" },
        { "sort", has_sort(&desc->sort), given, ~(unsigned)SORTS, ": it is for sorts and top-k" },
        { "bins", has_bins(&desc->bins), given, ~(unsigned)HISTOGRAMS, ": it is for CLSCAN_TASK_HISTOGRAM" },
    };
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++)
        FAIL_IF(fields[i].is_given && fields[i].tasks & task, CLSCAN_ERROR_INVALID_DESC,
                "desc.%s is %s, but desc.task is CLSCAN_TASK_%s%s", fields[i].field, fields[i].value, row->id,
                fields[i].why);
done:
    return status;
}
