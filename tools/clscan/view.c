/* What a bench scans where it is not simply one element after the other: options, or rows of a table. */
#include "bench.h"
#include "option_values.h"
#include <stdio.h>
#include <string.h>

#define NO_TYPE .in_type = -1, .out_type = -1
enum { LENGTH = 1000 };

/* --view takes them by name. */
static const bench_view views[] = {
    { "plain", { NO_TYPE } },
    { "init", { NO_TYPE, .has_init = true } },
    { "total", { NO_TYPE, .has_total = true } },
    { "reverse", { NO_TYPE, .reverse = true } },
    { "converted", { .in_type = CLSCAN_UINT, .out_type = -1 } },
    { "bytes", { .in_type = CLSCAN_UCHAR, .out_type = -1 } },
    { "flags", { NO_TYPE, .segments = CLSCAN_HEAD_FLAGS } },
    { "bits", { NO_TYPE, .segments = CLSCAN_HEAD_BITS } },
    { "keys", { NO_TYPE, .segments = CLSCAN_EQUAL_KEYS } },
    { "offsets", { NO_TYPE, .segments = CLSCAN_OFFSETS } },
    { "rows", { NO_TYPE, .rows = LENGTH } },
    { "columns", { NO_TYPE, .columns = LENGTH } },
    { "transform", { NO_TYPE, .transform = true } },
    { "compact", { NO_TYPE, .compact = true } },
};
enum { VIEWS = sizeof views / sizeof *views };

const char *names_of_views(int index) {
    return index < VIEWS ? views[index].name : NULL;
}

/* A row's lengths are those given, if any. */
static bench_view with_lengths(bench_view v, const view_options *given) {
    v.options.rows = v.options.rows && given->rows ? given->rows : v.options.rows;
    v.options.columns = v.options.columns && given->columns ? given->columns : v.options.columns;
    v.options.segment_length = given->segment_length;
    return v;
}

bool bench_view_at(const options *o, size_t index, bench_view *view) {
    if (!o->bench.views) {
        *view = (bench_view) { "options", o->view };
        return index == 0;
    }
    for (int i = 0; i < VIEWS; i++)
        if (o->bench.views >> i & 1 && index-- == 0) {
            *view = with_lengths(views[i], &o->view);
            return true;
        }
    return false;
}

size_t bench_view_segment_length(const view_options *v) {
    return v->segment_length ? v->segment_length : LENGTH;
}

void bench_view_words(const view_options *v, char text[static 160]) {
    int n = 0;
    *text = '\0';
#define ADD(CONDITION, ...)                                                                                            \
    if (CONDITION)                                                                                                     \
        n += snprintf(text + n, 160 - (size_t)n, __VA_ARGS__);
    ADD(v->reverse, ", reverse")
    ADD(v->has_init, ", with an initial value")
    ADD(v->has_total, ", with the total")
    ADD(v->in_type >= 0, ", from %s", clscan_type_name((clscan_type)v->in_type))
    ADD(v->out_type >= 0, ", to %s", clscan_type_name((clscan_type)v->out_type))
    ADD(v->segments, ", segments of %zu by %s", bench_view_segment_length(v), names_of_segments(v->segments))
    ADD(v->rows, ", rows of %zu", v->rows)
    ADD(v->columns, ", columns of %zu", v->columns)
    ADD(v->transform, ", by functions on load and store")
    ADD(v->compact, ", half of them kept")
#undef ADD
}

static bool has_type(int given, clscan_type type) {
    return given < 0 || given == (int)type;
}

const char *bench_view_misfit(const view_options *v, const oracle_problem *p, bool in_place) {
    const bool same_in = has_type(v->in_type, p->type), same_types = same_in && has_type(v->out_type, p->type);
    const bool exact = p->type != CLSCAN_USER && oracle_is_exact(p->type, p->op);
    if (!same_types && (p->user || v->in_type == CLSCAN_USER || v->out_type == CLSCAN_USER))
        return "user types are not converted";
    if (!same_in && !exact)
        return "floating sums and products of other types would not be exact";
    if (in_place && (!same_types || v->compact))
        return "not in place: elements and results differ in type or place";
    if (v->segments == CLSCAN_OFFSETS && (v->rows || v->columns))
        return "offsets are of one range, not of rows";
    if (v->transform && !same_types)
        return "functions convert nothing here";
    if (v->compact && (p->type != CLSCAN_INT || p->user || p->op != CLSCAN_ADD))
        return "compaction is of ints";
    return NULL;
}
