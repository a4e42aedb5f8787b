/* A single work-item counts the elements of its span of a histogram, in tables of its own in the workspace. */
#ifndef CLSCAN_HISTOGRAM_BY_ITEM_H
#define CLSCAN_HISTOGRAM_BY_ITEM_H

#include "grid/prologue.h"
#include "item/bin_stream.h"

/* A single work-item needs no local memory. */
typedef struct {
    uint nothing;
} clscan_histogram_storage;
typedef clscan_histogram_storage clscan_added_storage;

/* Counts the elements of the span. Stores the counts in the output if there is no other span. */
CLSCAN_COLLECTIVE void clscan_histogram_count(const clscan_view *v, ulong span, bool is_only_span,
                                              const global clscan_edge *edges, global clscan_weight *tables,
                                              local clscan_histogram_storage *s) {
    const ulong begin = min(get_group_id(0) * span, v->count);
    global clscan_weight *const own = tables + get_group_id(0) * CLSCAN_BIN_COPIES * CLSCAN_BIN_STRIDE;
    (void)s;
    clscan_tables_clear(own);
    clscan_count_stream(v, begin, min(span, v->count - begin), edges, own);
    for (uint bin = 0; bin < CLSCAN_BINS && is_only_span; bin++)
        v->out[bin] = (clscan_out)clscan_tables_sum(own, CLSCAN_BIN_COPIES, bin);
}

/* Adds a range of bins of `n` tables. */
CLSCAN_COLLECTIVE void clscan_histogram_add(const clscan_view *v, ulong n, const global clscan_weight *tables,
                                            local clscan_added_storage *s) {
    const uint each = (CLSCAN_BINS + get_num_groups(0) - 1) / get_num_groups(0);
    const uint first = min((uint)get_group_id(0) * each, (uint)CLSCAN_BINS);
    const uint last = min(first + each, (uint)CLSCAN_BINS);
    (void)s;
    for (uint bin = first; bin < last; bin++)
        v->out[bin] = (clscan_out)clscan_tables_sum(tables, n, bin);
}

#endif
