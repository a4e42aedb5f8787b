/* A work-group counts the elements of its units of a histogram, in a table in local memory or in the workspace. If the
 * table has room for a range of the bins only, each range has a work-group for the same units. */
#ifndef CLSCAN_HISTOGRAM_BY_GROUP_H
#define CLSCAN_HISTOGRAM_BY_GROUP_H

#include "grid/histogram/histogram_space.h"
#include "tile/bin_table.h"

#if CLSCAN_BINS_IN_WORKSPACE
typedef struct {
    uint nothing;
} clscan_histogram_storage;
#else
typedef clscan_bin_table clscan_histogram_storage;
#endif

typedef struct {
    clscan_weight sums[CLSCAN_WG_SIZE];
} clscan_histogram_add_storage;

/* 1 if the second launch adds the tables in which elements are counted, without a conversion. */
#define CLSCAN_COUNTERS_ARE_COUNTS (CLSCAN_BINS_IN_WORKSPACE && CLSCAN_COUNTERS_ARE_WEIGHTS)

/* Stores the counts of one line, of the range of bins that begins with `first_bin`: in the output if lines have one
 * part, otherwise in the workspace. */
CLSCAN_COLLECTIVE void clscan_histogram_store_range(const clscan_view *v, clscan_bin_unit unit, uint first_bin,
                                                    bool to_output, CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s,
                                                    global clscan_weight *table) {
    const ulong at = clscan_bins_at(v, unit.line);
    for (uint i = get_local_id(0); i < CLSCAN_TABLE_BINS && first_bin + i < CLSCAN_BINS; i += CLSCAN_WG_SIZE) {
        const clscan_weight sum = clscan_table_sum(s, i);
        if (to_output)
            v->out[at + first_bin + i] = (clscan_out)sum;
        else if (!CLSCAN_COUNTERS_ARE_COUNTS) /* else the counts are in the workspace already */
            table[first_bin + i] = sum;
    }
}

/* Stores the counts of several lines. */
CLSCAN_COLLECTIVE void clscan_histogram_store_lines(const clscan_view *v, clscan_bin_unit unit, bool to_output,
                                                    const CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s,
                                                    global clscan_weight *tables) {
    for (uint at = get_local_id(0); at < unit.lines * CLSCAN_BINS; at += CLSCAN_WG_SIZE) {
        const uint i = at / CLSCAN_BINS, bin = at - i * CLSCAN_BINS;
        const clscan_weight sum = clscan_table_count(s, clscan_bin_counter_of_line(bin, i));
        if (to_output)
            v->out[clscan_bins_at(v, unit.line + i) + bin] = (clscan_out)sum;
        else
            tables[i * CLSCAN_BIN_STRIDE + bin] = sum;
    }
}

/* Counts a unit of several lines. Lines that are not adjacent are short, and have one part. */
CLSCAN_COLLECTIVE void clscan_histogram_count_lines(const clscan_view *v, const clscan_bin_division *division,
                                                    clscan_bin_unit unit, const global clscan_edge *edges,
                                                    CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s,
                                                    global clscan_weight *tables) {
    if (division->lines <= v->params.columns)
        clscan_bins_count_across(v, unit.line, unit.lines, unit.begin, unit.count, edges, s);
    else
        clscan_bins_count_short_lines(v, unit.line, unit.lines, edges, s);
    clscan_table_barrier();
    clscan_histogram_store_lines(v, unit, division->parts == 1, s, tables);
}

/* Counts `units_per_group` units, one after the other in the same table. */
CLSCAN_COLLECTIVE void clscan_histogram_count(const clscan_view *v, const clscan_bin_division *division,
                                              ulong units_per_group, const global clscan_edge *edges,
                                              global clscan_weight *tables, local clscan_histogram_storage *s) {
    const uint first_bin = get_group_id(0) % CLSCAN_BIN_RANGES * CLSCAN_TABLE_BINS;
    const ulong share = get_group_id(0) / CLSCAN_BIN_RANGES, begin = share * units_per_group;
    const ulong end = min(begin + units_per_group, clscan_bin_units_of(v, division));
    global clscan_weight *const own_tables =
        tables + share * (CLSCAN_HAS_ROWS ? division->lines : 1) * CLSCAN_BIN_STRIDE;
#if CLSCAN_BINS_IN_WORKSPACE
    /* Counters that are not weights follow the table of weights. */
    global clscan_bin_table *const table =
        (global clscan_bin_table *)(own_tables + (CLSCAN_COUNTERS_ARE_COUNTS ? 0 : CLSCAN_BINS));
    (void)s;
#else
    local clscan_bin_table *const table = s;
#endif
    for (ulong i = begin; i < end; i++) {
        const clscan_bin_unit unit = clscan_bin_unit_at(v, division, i);
        clscan_table_clear(table);
        if (CLSCAN_HAS_ROWS && division->lines > 1) {
            clscan_histogram_count_lines(v, division, unit, edges, table, own_tables);
        } else {
            clscan_bins_count_span(v, unit.line, unit.begin, unit.count, first_bin, edges, table);
            clscan_table_barrier();
            clscan_histogram_store_range(v, unit, first_bin, division->parts == 1, table, own_tables);
        }
        clscan_table_barrier();
    }
}

#define CLSCAN_BINS_TOGETHER (CLSCAN_WG_SIZE < CLSCAN_BINS_ADDED ? CLSCAN_WG_SIZE : CLSCAN_BINS_ADDED)
#define CLSCAN_ADDERS_OF_BIN (CLSCAN_WG_SIZE / CLSCAN_BINS_TOGETHER)
#define CLSCAN_BIN_BATCHES   ((CLSCAN_BINS + CLSCAN_BINS_TOGETHER - 1) / CLSCAN_BINS_TOGETHER)

/* Adds the tables of batches of bins of all lines. Work-items next to each other add the counters of neighbouring bins.
 * Each bin has CLSCAN_ADDERS_OF_BIN work-items, which add the tables of some of the parts. */
CLSCAN_COLLECTIVE void clscan_histogram_add(const clscan_view *v, uint lines, ulong parts,
                                            const global clscan_weight *tables, local clscan_histogram_add_storage *s) {
    const uint me = get_local_id(0), adder = me / CLSCAN_BINS_TOGETHER;
    const ulong batches = (CLSCAN_HAS_ROWS ? v->params.num_results : 1) * CLSCAN_BIN_BATCHES;
    for (ulong batch = get_group_id(0); batch < batches; batch += get_num_groups(0)) {
        const ulong line = CLSCAN_HAS_ROWS ? batch / CLSCAN_BIN_BATCHES : 0;
        const ulong bin = (batch - line * CLSCAN_BIN_BATCHES) * CLSCAN_BINS_TOGETHER + me % CLSCAN_BINS_TOGETHER;
        const clscan_line_tables t = clscan_tables_of_line(tables, line, lines, parts, lines);
        clscan_weight sum = 0;
        CLSCAN_UNROLL_BY_8
        for (ulong i = adder; i < t.n; i += CLSCAN_ADDERS_OF_BIN)
            sum += bin < CLSCAN_BINS ? t.first[i * t.stride * CLSCAN_BIN_STRIDE + bin] : 0;
        s->sums[me] = sum;
        clscan_barrier();
        for (uint i = me + CLSCAN_BINS_TOGETHER; i < CLSCAN_WG_SIZE && adder == 0; i += CLSCAN_BINS_TOGETHER)
            sum += s->sums[i];
        if (adder == 0 && bin < CLSCAN_BINS)
            v->out[clscan_bins_at(v, line) + bin] = (clscan_out)sum;
        clscan_barrier();
    }
}

#endif
