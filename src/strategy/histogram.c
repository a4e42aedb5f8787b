/* The strategy of a histogram. The first launch counts the elements of each unit in tables of its own: a unit is a part
 * of a line, or the same part of several lines. If lines have several parts, the second launch adds their tables. */
#include "base/min_max.h"
#include "base/try.h"
#include "strategy/strategy.h"

enum { COUNT_SPANS, ADD_TABLES };

/* The division of lines into parts of `span` elements. A unit has one part of `lines` lines, and a work-group counts
 * `each` units. */
typedef struct division {
    size_t lines, units, parts, span, each, groups;
} division;

/* Returns how many lines have a table together: each line has one of the counters of a bin, and a single line has all
 * of them. A unit reads adjacent lines together, in whole stretches of memory. A work-group of several work-items would
 * be idle for the most part with one short line. */
static size_t lines_together(const cs_shape *shape, size_t lines, size_t length, size_t columns) {
    const size_t copies = shape->bins.copies, adjacent = cs_min(copies, columns);
    const bool is_short = shape->wg_size > 1 && adjacent * length < shape->tile;
    return lines == 1 ? 1 : is_short ? copies : adjacent;
}

/* Returns the elements of a part of a line, if `most` parts are possible: a whole number of tiles, and with all `lines`
 * lines of a unit at least shape->undivided elements, which one work-group counts alone. */
static size_t span_of(const cs_shape *shape, size_t length, size_t lines, size_t most) {
    const size_t each = cs_divided_up(length, most), least = cs_divided_up(shape->undivided, lines);
    const size_t tile = cs_divided_up(shape->tile, lines);
    return cs_divided_up(cs_max(each, least), tile) * tile;
}

/* Lines of no elements have no tables in the workspace, so that one work-group is enough to store zeros. */
static division division_of(const cs_shape *shape, size_t lines, size_t length, size_t columns) {
    division d = { .lines = lines_together(shape, lines, length, columns), .parts = 1, .span = length };
    const size_t sets = cs_divided_up(lines, d.lines), groups = length || !shape->bins.in_workspace ? shape->groups : 1;
    const bool in_parts = d.lines <= columns && sets < shape->groups && length > shape->undivided / cs_max(lines, 1);
    if (in_parts) {
        d.span = span_of(shape, length, d.lines, shape->groups / sets);
        d.parts = cs_divided_up(length, d.span);
    }
    d.units = sets * d.parts;
    d.each = d.parts > 1 ? 1 : cs_divided_up(d.units, groups);
    d.groups = cs_divided_up(d.units, d.each);
    return d;
}

/* Returns the most spans of one line of up to `count` elements. A smaller count may have more spans than a greater
 * one. */
static size_t most_spans(const cs_shape *shape, size_t count) {
    return cs_min(cs_divided_up(count, span_of(shape, 0, 1, 1)), shape->groups);
}

/* Returns the most units that have tables in the workspace, for rows of `count` elements in all. */
static size_t most_units(const cs_shape *shape, size_t count) {
    if (!shape->bins.in_workspace && count <= shape->undivided)
        return 0;
    return cs_min(cs_max(count, 1), shape->groups);
}

/* A single work-group that counts in local memory needs no workspace. */
static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t spans = most_spans(shape, count), table = shape->bins.stride * size;
    if (shape->bins.of_rows)
        return most_units(shape, count) * shape->bins.copies * table;
    return spans == 1 && !shape->bins.in_workspace ? 0 : spans * shape->bins.tables * table;
}

static size_t launches_of_lines(const cs_shape *shape, size_t lines, size_t length, size_t columns) {
    return division_of(shape, lines, length, columns).parts > 1 ? 2 : 1;
}

static size_t launches(const cs_shape *shape, size_t count) {
    return launches_of_lines(shape, 1, count, 1);
}

/* Returns the work-groups that add tables. Each adds the counts of CS_BINS_ADDED bins, or of several times as many. */
static size_t adding_groups(const cs_shape *shape, size_t lines) {
    const size_t groups_of_line = cs_divided_up((size_t)shape->bins.bins * shape->bins.ranges, CS_BINS_ADDED);
    return cs_min(groups_of_line * lines, CS_MAX_GROUPS);
}

static clscan_status launch(cs_submission *submission, const cs_shape *shape) {
    clscan_status status = CLSCAN_OK;
    const cs_params *n = &submission->kernel_args->params;
    const size_t lines = n->num_results;
    const division d = division_of(shape, lines, cs_submission_line(submission), n->columns);
    TRY(CS_LAUNCH_ON_ELEMENTS(submission, COUNT_SPANS, d.groups * shape->bins.ranges, CS_ULONG(d.each),
                              CS_UINT(d.lines), CS_ULONG(d.parts), CS_ULONG(d.span), CS_BUFFER(submission->edges),
                              CS_BUFFER(submission->workspace)));
    if (d.parts > 1)
        TRY(CS_LAUNCH_ON_ELEMENTS(submission, ADD_TABLES, adding_groups(shape, lines), CS_UINT(d.lines),
                                  CS_ULONG(d.parts), CS_BUFFER(submission->workspace)));
done:
    return status;
}

const cs_strategy cs_histogram = {
    .file = "histogram",
    .kernels = { [COUNT_SPANS] = "clscan_histogram_count_units", [ADD_TABLES] = "clscan_histogram_add_tables" },
    .workspace = workspace,
    .launches = launches,
    .launches_of_lines = launches_of_lines,
    .launch = launch,
    .visits_many_tiles = true,
};
