/* A work-group counts the elements of its span of a histogram, in a table in local memory or in the workspace. If the
 * table has room for a range of the bins only, each range has a work-group for each span. */
#ifndef CLSCAN_HISTOGRAM_BY_GROUP_H
#define CLSCAN_HISTOGRAM_BY_GROUP_H

#include "grid/prologue.h"
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
} clscan_added_storage;

/* Counts the elements of the span whose bins are in the range of this work-group. Stores the counts in the table of the
 * span, or in the output if there is no other span. */
CLSCAN_COLLECTIVE void clscan_histogram_count(const clscan_view *v, ulong span, bool is_only_span,
                                              const global clscan_edge *edges, global clscan_weight *tables,
                                              local clscan_histogram_storage *s) {
    const uint first = get_group_id(0) % CLSCAN_BIN_RANGES * CLSCAN_TABLE_BINS;
    const ulong span_index = get_group_id(0) / CLSCAN_BIN_RANGES, begin = min(span_index * span, v->count);
    global clscan_weight *const stored = tables + span_index * CLSCAN_BIN_STRIDE;
#if CLSCAN_BINS_IN_WORKSPACE
    global clscan_bin_table *const table = (global clscan_bin_table *)stored;
    (void)s;
#else
    local clscan_bin_table *const table = s;
#endif
    clscan_table_clear(table);
    clscan_count_span(v, begin, min(span, v->count - begin), first, edges, table);
    clscan_table_barrier();
    for (uint i = get_local_id(0); i < CLSCAN_TABLE_BINS && first + i < CLSCAN_BINS; i += CLSCAN_WG_SIZE) {
        const clscan_weight sum = clscan_table_sum(table, i);
        if (is_only_span)
            v->out[first + i] = (clscan_out)sum;
        else if (!CLSCAN_BINS_IN_WORKSPACE)
            stored[first + i] = sum;
    }
}

#define CLSCAN_BINS_TOGETHER (CLSCAN_WG_SIZE < CLSCAN_BINS_ADDED ? CLSCAN_WG_SIZE : CLSCAN_BINS_ADDED)
#define CLSCAN_BIN_PARTS     (CLSCAN_WG_SIZE / CLSCAN_BINS_TOGETHER)

/* Adds ranges of bins of `n` tables. Work-items next to each other add the counters of neighbouring bins. Each bin has
 * CLSCAN_BIN_PARTS work-items, which add parts of the tables. */
CLSCAN_COLLECTIVE void clscan_histogram_add(const clscan_view *v, ulong n, const global clscan_weight *tables,
                                            local clscan_added_storage *s) {
    const uint k = get_local_id(0), part = k / CLSCAN_BINS_TOGETHER;
    for (ulong first = get_group_id(0) * CLSCAN_BINS_TOGETHER; first < CLSCAN_BINS;
         first += get_num_groups(0) * CLSCAN_BINS_TOGETHER) {
        const ulong bin = first + k % CLSCAN_BINS_TOGETHER;
        clscan_weight sum = 0;
        CLSCAN_UNROLL_BY_8
        for (ulong i = part; i < n; i += CLSCAN_BIN_PARTS)
            sum += bin < CLSCAN_BINS ? tables[i * CLSCAN_BIN_STRIDE + bin] : 0;
        s->sums[k] = sum;
        clscan_barrier();
        for (uint i = k + CLSCAN_BINS_TOGETHER; i < CLSCAN_WG_SIZE && part == 0; i += CLSCAN_BINS_TOGETHER)
            sum += s->sums[i];
        if (part == 0 && bin < CLSCAN_BINS)
            v->out[bin] = (clscan_out)sum;
        clscan_barrier();
    }
}

#endif
