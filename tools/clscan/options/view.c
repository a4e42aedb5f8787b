#include "options/view.h"
#include "accumulator.h"
#include "common/message.h"
#include "options/device_memory.h"
#include "options/memory_budget.h"
#include "options/option_values.h"
#include "options/task_table.h"
#include <stdio.h>

#define NO_TYPE .in_type = -1, .out_type = -1, .key_type = -1
enum { LENGTH = 1000, APART = 3 };

/* The views that --view names. */
static const struct {
    const char *name;
    view_options options;
} rows[] = {
    { "plain", { NO_TYPE } },
    { "init", { NO_TYPE, .has_init = true } },
    { "total", { NO_TYPE, .has_total = true } },
    { "count", { NO_TYPE, .counted = true } },
    { "in_place", { NO_TYPE, .in_place = true } },
    { "reverse", { NO_TYPE, .reverse = true } },
    { "converted", { .in_type = ORACLE_UINT, .out_type = -1, .key_type = -1 } },
    { "bytes", { .in_type = ORACLE_UCHAR, .out_type = -1, .key_type = -1 } },
    { "flags", { NO_TYPE, .segments = CLSCAN_SEGMENTS_FLAGS } },
    { "bits", { NO_TYPE, .segments = CLSCAN_SEGMENTS_BITS } },
    { "keys", { NO_TYPE, .segments = CLSCAN_SEGMENTS_KEYS } },
    { "offsets", { NO_TYPE, .segments = CLSCAN_SEGMENTS_OFFSETS } },
    { "rows", { NO_TYPE, .rows = LENGTH } },
    { "columns", { NO_TYPE, .columns = LENGTH } },
    { "stride", { NO_TYPE, .stride = APART } },
    { "offset", { NO_TYPE, .offset = 1 } },
    { "transform", { NO_TYPE, .transform = true } },
    { "compact", { NO_TYPE, .compact = true } },
    { "vectors", { NO_TYPE, .components = 4 } },
    { "svm", { NO_TYPE, .memory = MEMORY_SVM } },
    { "usm", { NO_TYPE, .memory = MEMORY_USM } },
};
enum { ROWS = sizeof rows / sizeof *rows };

const char *names_of_views(int index) {
    return index < ROWS ? rows[index].name : NULL;
}

/* ---------------------------------------------------------------------------------------- what is asked for */

/* Returns a row of the table, combined with the options that were given. A given length or key type is used only if the
 * row has rows, columns or keys. */
static view with_given(int row, const view_options *given) {
    const view_options *r = &rows[row].options;
    view v = { rows[row].name, *given, NULL };
    view_options *o = &v.options;
    v.contradicting = r->in_type >= 0 && o->in_type >= 0 ? "--in-type"
                      : r->segments && o->segments       ? "--segments"
                      : r->memory && o->memory           ? "--memory"
                                                         : NULL;
    o->reverse |= r->reverse;
    o->has_init |= r->has_init;
    o->has_total |= r->has_total;
    o->counted |= r->counted;
    o->in_place |= r->in_place;
    o->transform |= r->transform;
    o->compact |= r->compact;
    o->in_type = r->in_type >= 0 ? r->in_type : o->in_type;
    o->segments = r->segments ? r->segments : o->segments;
    o->memory = r->memory ? r->memory : o->memory;
    o->components = o->components ? o->components : r->components;
    o->stride = o->stride ? o->stride : r->stride;
    o->offset = o->offset ? o->offset : r->offset;
    o->rows = r->rows && o->rows ? o->rows : r->rows;
    o->columns = r->columns && o->columns ? o->columns : r->columns;
    o->pitch = o->rows ? o->pitch : 0;
    o->key_type = o->segments == CLSCAN_SEGMENTS_KEYS || o->segments == CLSCAN_SEGMENTS_OFFSETS ? o->key_type : -1;
    return v;
}

static bool is_of_runs(const view_options *v) {
    return task_kind_of((clscan_task)v->task) == TASK_FINDS_RUNS;
}

/* Returns true if segments or runs have a length. */
static bool has_lengths(const view_options *v) {
    return v->segments || is_of_runs(v);
}

bool view_at(const options *o, size_t index, view *v) {
    const size_list *lengths = &o->generated.segment_lengths;
    for (int i = 0; i < (o->generated.views ? ROWS : 1); i++) {
        if (o->generated.views && !(o->generated.views >> i & 1))
            continue;
        *v = o->generated.views ? with_given(i, &o->view) : (view) { "options", o->view, NULL };
        const size_t times = has_lengths(&v->options) && lengths->count ? lengths->count : 1;
        if (index < times) {
            v->options.segment_length = has_lengths(&v->options) ? lengths->values[index] : 0;
            return true;
        }
        index -= times;
    }
    return false;
}

bool view_is_possible(const options *o) {
    view_options given = o->view;
    const view_options contradicting = {
        .in_type = given.in_type, .out_type = -1, .key_type = -1, .segments = given.segments, .memory = given.memory
    };
    given.segment_length = o->generated.segment_lengths.values[0];
    const unsigned parts = view_parts(&given);
    unsigned taken = 0;
    char why[VIEW_WHY];
    view v;
    if (!o->generated.views)
        return !(view_parts_exclude(parts, why) || view_parts_lack(parts, why)) || complain("%s", why);
    /* view_misfits complains of options that contradict a view. */
    for (size_t i = 0; view_at(o, i, &v); i++)
        taken |= view_parts(&v.options) | (v.contradicting ? view_parts(&contradicting) : 0);
    return !(parts & ~taken) || complain("%s is possible with none of these views", view_part_name(parts & ~taken));
}

/* ---------------------------------------------------------------------------------------------- what fits */

static bool has_type(int given, oracle_type type) {
    return given < 0 || given == (int)type;
}

/* Returns why a problem does not go with the view, or NULL if it does. */
static const char *misfit(const view_options *v, const oracle_problem *p) {
    const bool same_in = has_type(v->in_type, p->type), same_types = same_in && has_type(v->out_type, p->type);
    const bool exact = p->type != ORACLE_USER && oracle_is_exact(p->type, p->op);
    if (!same_types && p->user)
        return "user types are not converted: neither --in-type nor --out-type is possible with them";
    if (!same_in && !exact)
        return "floating sums and products of another --in-type would not be exact";
    if (v->in_place && !same_types)
        return "--in-place goes neither with another --in-type nor with another --out-type";
    if (v->transform && !same_types)
        return "--transform goes neither with another --in-type nor with another --out-type";
    if (v->components && p->user)
        return "there are no vectors of user types: --components is not possible with them";
    if (!has_type(v->out_type, p->type) && oracle_accumulator_is_rounded(p))
        return "rounded results of another --out-type would be rounded again";
    if (v->compact && (p->type != ORACLE_INT || p->user || p->op != CLSCAN_OP_ADD))
        return "--compact is of sums of ints";
    return NULL;
}

/* Returns an option that an operator with an accumulator does not go with, or NULL. */
static const char *needs_elements(const view_options *v, const oracle_problem *p) {
    if (p->user || !oracle_has_accumulator(p->op))
        return NULL;
    return v->has_total                                        ? "--total"
           : v->transform                                      ? "--transform"
           : v->compact                                        ? "--compact"
           : v->has_init && p->op != CLSCAN_OP_ADD_COMPENSATED ? "--init"
           : v->components > 0 && p->op != CLSCAN_OP_LAST_SEEN ? "--components"
                                                               : NULL;
}

bool view_misfits(const view *v, const oracle_problem *p, const clscan_device *device, char why[static VIEW_WHY]) {
    const view_options *o = &v->options;
    const char *words = misfit(o, p), *option = needs_elements(o, p);
    const size_t longest = o->rows ? budget_plus(budget_times(o->rows - 1, o->stride ? o->stride : 1), 1) : 0;
    if (v->contradicting)
        return snprintf(why, VIEW_WHY, "--view %s and %s exclude each other", v->name, v->contradicting) > 0;
    if (option)
        return snprintf(why, VIEW_WHY, "%s and --op %s exclude each other: the operator scans an accumulator", option,
                        clscan_op_name(p->op)) > 0;
    if (view_parts_exclude(view_parts(o), why))
        return true;
    if (o->pitch && o->pitch < longest)
        return snprintf(why, VIEW_WHY, "--pitch %zu is less than a row, %zu", o->pitch, longest) > 0;
    if (!device_memory_exists(device, (memory_kind)o->memory))
        return snprintf(why, VIEW_WHY, "the device has no %s", names_of_memories(o->memory)) > 0;
    return words && snprintf(why, VIEW_WHY, "%s", words) > 0;
}

size_t view_length(const view_options *v) {
    return v->rows ? v->rows : v->columns ? v->columns : 1;
}

size_t view_count(const view_options *v, size_t count) {
    return count - count % view_length(v);
}

size_t view_segment_length(const view_options *v) {
    return v->segment_length ? v->segment_length : LENGTH;
}

bool view_has_operator(const view_options *v) {
    return v->task == CLSCAN_TASK_SCAN || v->task == CLSCAN_TASK_REDUCE;
}

void view_problem_name(const view_options *v, const oracle_problem *p, char text[static VIEW_PROBLEM]) {
    if (view_has_operator(v))
        oracle_problem_name(p, text, VIEW_PROBLEM);
    else
        snprintf(text, VIEW_PROBLEM, "%s", oracle_type_name(p->type));
}

bool view_has_problem(const view_options *v, const oracle_problem *p) {
    const bool has_state = !p->user && oracle_has_accumulator(p->op);
    return v->task == CLSCAN_TASK_REDUCE ? !has_state : view_has_operator(v) || (!p->user && p->op == CLSCAN_OP_ADD);
}

bool view_has_strategy(const view_options *v, clscan_strategy strategy) {
    const bool reduce_scan = strategy == CLSCAN_STRATEGY_AUTO || strategy == CLSCAN_STRATEGY_REDUCE_SCAN;
    switch ((clscan_task)v->task) {
    case CLSCAN_TASK_REDUCE:
        if (v->segments) /* a scan computes the results */
            return strategy != CLSCAN_STRATEGY_COLUMNS;
        return reduce_scan || strategy == CLSCAN_STRATEGY_SINGLE_GROUP || strategy == CLSCAN_STRATEGY_LOOKBACK ||
               strategy == CLSCAN_STRATEGY_COLUMNS;
    case CLSCAN_TASK_SORT:
        return reduce_scan || strategy == CLSCAN_STRATEGY_SINGLE_GROUP || strategy == CLSCAN_STRATEGY_LOOKBACK;
    case CLSCAN_TASK_PARTITION:
    case CLSCAN_TASK_TOP_K:
    case CLSCAN_TASK_HISTOGRAM:
        return reduce_scan;
    default:
        return true;
    }
}

/* ----------------------------------------------------------------------------------------------- in words */

void view_words(const view_options *v, char text[static VIEW_WORDS]) {
    size_t n = 0;
    *text = '\0';
#define ADD(CONDITION, ...)                                                                                            \
    if ((CONDITION) && n < VIEW_WORDS)                                                                                 \
        n += (size_t)snprintf(text + n, VIEW_WORDS - n, __VA_ARGS__);
    ADD(v->task, ", %s", clscan_task_name((clscan_task)v->task))
    ADD(v->three_way, " in three parts")
    ADD(v->k, " of %u", v->k)
    ADD(v->bins, " of %u bins from %g to %g", v->bins, v->range.lower, v->range.upper)
    ADD(v->indices, ", with indices")
    ADD(is_of_runs(v), ", runs of %zu", view_segment_length(v))
    ADD(v->components, ", vectors of %u", v->components)
    ADD(v->reverse, ", reverse")
    ADD(v->has_init, ", with an initial value")
    ADD(v->has_total, ", with the total")
    ADD(v->counted, ", as many as a buffer says")
    ADD(v->in_type >= 0, ", from %s", oracle_type_name((oracle_type)v->in_type))
    ADD(v->out_type >= 0, ", to %s", oracle_type_name((oracle_type)v->out_type))
    ADD(v->segments, ", segments of %zu by %s", view_segment_length(v), names_of_segments(v->segments))
    ADD(v->key_type >= 0, " of %s", oracle_type_name((oracle_type)v->key_type))
    ADD(v->rows, ", rows of %zu", v->rows)
    ADD(v->pitch, ", %zu apart", v->pitch)
    ADD(v->columns, ", columns of %zu", v->columns)
    ADD(v->stride, ", elements %zu apart", v->stride)
    ADD(v->offset, ", from element %zu on", v->offset)
    ADD(v->transform, ", by functions on load and store")
    ADD(v->compact, ", half of them kept")
    ADD(v->memory, ", in %s", names_of_memories(v->memory))
#undef ADD
}
