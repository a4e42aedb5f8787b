/* The units of a histogram, and where their tables are in the workspace. The tables of a unit follow each other. The
 * units of the same lines follow each other, too. */
#ifndef CLSCAN_HISTOGRAM_SPACE_H
#define CLSCAN_HISTOGRAM_SPACE_H

#include "item/binned.h"

/* How lines are divided into units. A line has `parts` parts of `span` elements. A unit has one part of each of `lines`
 * lines. */
typedef struct {
    uint lines;
    ulong parts, span;
} clscan_bin_division;

/* One unit: `count` elements from element `begin` on, of each of `lines` lines from `line` on. The last unit may have
 * fewer lines than the others. */
typedef struct {
    ulong line;
    uint lines;
    ulong begin, count;
} clscan_bin_unit;

static ulong clscan_bin_units_of(const clscan_view *v, const clscan_bin_division *division) {
    return CLSCAN_HAS_ROWS ? (v->params.num_results + division->lines - 1) / division->lines * division->parts
                           : division->parts;
}

static clscan_bin_unit clscan_bin_unit_at(const clscan_view *v, const clscan_bin_division *division, ulong i) {
    const ulong length = clscan_line_length(v), set = CLSCAN_HAS_ROWS ? i / division->parts : 0,
                line = set * division->lines;
    const ulong begin = min((i - set * division->parts) * division->span, length);
    const clscan_bin_unit unit = { line, (uint)min((ulong)division->lines, v->params.num_results - line), begin,
                                   min(division->span, length - begin) };
    return unit;
}

/* Returns where the counts of a line are in the output. */
static ulong clscan_bins_at(const clscan_view *v, ulong line) {
    return CLSCAN_HAS_ROWS ? clscan_line_result_at(v, line) * CLSCAN_BINS : 0;
}

/* The tables of the parts of a line: `n` tables, `stride` tables apart. */
typedef struct {
    const global clscan_weight *first;
    ulong n, stride;
} clscan_line_tables;

/* Returns the tables of a line, if each unit has `lines` lines and `tables_each` tables. With several lines, each line
 * has one of the tables. */
static clscan_line_tables clscan_tables_of_line(const global clscan_weight *tables, ulong line, uint lines, ulong parts,
                                                uint tables_each) {
    const ulong set = CLSCAN_HAS_ROWS ? line / lines : 0, i = line - set * lines;
    const clscan_line_tables t = { tables + (set * parts * tables_each + i) * CLSCAN_BIN_STRIDE,
                                   lines > 1 ? parts : parts * tables_each, lines > 1 ? tables_each : 1 };
    return t;
}

#endif
