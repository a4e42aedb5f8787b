/* A single work-item counts the elements of its units of a histogram, in tables of its own in the workspace. */
#ifndef CLSCAN_HISTOGRAM_BY_ITEM_H
#define CLSCAN_HISTOGRAM_BY_ITEM_H

#include "grid/histogram/histogram_space.h"
#include "item/bin_stream.h"

/* A single work-item needs no local memory. */
typedef struct {
    uint nothing;
} clscan_histogram_storage;
typedef clscan_histogram_storage clscan_histogram_add_storage;

/* Stores the counts of a line, which are in `n` tables. */
static void clscan_histogram_store_bins(const clscan_view *v, ulong line, const global clscan_weight *tables, uint n) {
    global clscan_out *const to = v->out + clscan_bins_at(v, line);
    if (n == 1)
        for (uint bin = 0; bin < CLSCAN_BINS; bin++)
            to[bin] = (clscan_out)tables[bin];
    else
        for (uint bin = 0; bin < CLSCAN_BINS; bin++)
            to[bin] = (clscan_out)clscan_tables_sum(tables, n, 1, bin);
}

/* Counts a unit, and stores the counts if lines have one part. */
static void clscan_histogram_count_unit(const clscan_view *v, const clscan_bin_division *division, clscan_bin_unit unit,
                                        const global clscan_edge *edges, global clscan_weight *own) {
    const bool across = CLSCAN_HAS_ROWS && division->lines > 1, to_output = division->parts == 1;
    const uint tables = across || !to_output ? CLSCAN_BIN_COPIES : clscan_tables_for(unit.count);
    clscan_tables_clear(own, tables);
    if (across)
        clscan_bins_count_across(v, unit.line, unit.lines, unit.begin, unit.count, edges, own);
    else
        clscan_bins_count_stream(v, unit.line, unit.begin, unit.count, edges, own, tables);
    for (uint i = 0; i < unit.lines && to_output; i++)
        clscan_histogram_store_bins(v, unit.line + i, own + i * CLSCAN_BIN_STRIDE, across ? 1 : tables);
}

/* Counts `units_per_group` units, one after the other in the same tables. */
CLSCAN_COLLECTIVE void clscan_histogram_count(const clscan_view *v, const clscan_bin_division *division,
                                              ulong units_per_group, const global clscan_edge *edges,
                                              global clscan_weight *tables, local clscan_histogram_storage *s) {
    const ulong begin = get_group_id(0) * units_per_group,
                end = min(begin + units_per_group, clscan_bin_units_of(v, division));
    global clscan_weight *const own = tables + get_group_id(0) * CLSCAN_BIN_COPIES * CLSCAN_BIN_STRIDE;
    (void)s;
    for (ulong i = begin; i < end; i++)
        clscan_histogram_count_unit(v, division, clscan_bin_unit_at(v, division, i), edges, own);
}

/* Adds the tables of consecutive bins of all lines. */
CLSCAN_COLLECTIVE void clscan_histogram_add(const clscan_view *v, uint lines, ulong parts,
                                            const global clscan_weight *tables, local clscan_histogram_add_storage *s) {
    const ulong num_counters = (CLSCAN_HAS_ROWS ? v->params.num_results : 1) * CLSCAN_BINS;
    const ulong each = (num_counters + get_num_groups(0) - 1) / get_num_groups(0);
    const ulong begin = min(get_group_id(0) * each, num_counters), end = min(begin + each, num_counters);
    (void)s;
    for (ulong i = begin; i < end; i++) {
        const ulong line = CLSCAN_HAS_ROWS ? i / CLSCAN_BINS : 0;
        const uint bin = (uint)(i - line * CLSCAN_BINS);
        const clscan_line_tables t = clscan_tables_of_line(tables, line, lines, parts, CLSCAN_BIN_COPIES);
        v->out[clscan_bins_at(v, line) + bin] = (clscan_out)clscan_tables_sum(t.first, t.n, t.stride, bin);
    }
}

#endif
