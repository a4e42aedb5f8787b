/* A single work-item counts the segments of its span of a histogram, in tables of its own in the workspace. */
#ifndef CLSCAN_SEGMENTS_BY_ITEM_H
#define CLSCAN_SEGMENTS_BY_ITEM_H

#include "grid/histogram/segments_space.h"
#include "item/bin_stream.h"

/* A single work-item needs no local memory. */
typedef struct {
    uint nothing;
} clscan_counting_storage;

/* Returns the first head from element `begin` up to `end`, or `end`. */
CLSCAN_COLLECTIVE ulong clscan_next_head(const clscan_view *v, ulong begin, ulong end,
                                         local clscan_counting_storage *s) {
    ulong i = begin;
    (void)s;
    while (i < end && !clscan_is_head_at(v, i))
        i++;
    return i;
}

/* Returns the number of heads from element `begin` up to `end`. */
CLSCAN_COLLECTIVE ulong clscan_count_heads(const clscan_view *v, ulong begin, ulong end,
                                           local clscan_counting_storage *s) {
    ulong heads = 0;
    (void)s;
    for (ulong i = begin; i < end; i++)
        heads += clscan_is_head_at(v, i);
    return heads;
}

/* Returns the number of heads in the spans before a span. */
CLSCAN_COLLECTIVE ulong clscan_heads_before(const clscan_counting_space *space, uint span,
                                            local clscan_counting_storage *s) {
    ulong heads = 0;
    (void)s;
    for (uint i = 0; i < span; i++)
        heads += space->heads[i];
    return heads;
}

/* Returns the last span that has elements of the segment that begins with the last head of a span. */
CLSCAN_COLLECTIVE uint clscan_last_span_of_segment(const clscan_counting_space *space, uint span,
                                                   local clscan_counting_storage *s) {
    uint last = span + 1;
    (void)s;
    while (last < space->spans && space->heads[last] == 0)
        last++;
    return min(last, space->spans - 1);
}

/* Counts the elements from `begin` up to `end`, which are in one line, and stores the counts. */
CLSCAN_COLLECTIVE void clscan_count_part(const clscan_view *v, ulong begin, ulong end, uint range,
                                         const global clscan_edge *edges, global clscan_weight *tables,
                                         global clscan_weight *to, local clscan_counting_storage *s) {
    const uint n = clscan_tables_for(end - begin);
    const ulong line = clscan_line_of(v, begin);
    (void)range, (void)s;
    clscan_tables_clear(tables, n);
    clscan_bins_count_stream(v, line, begin - line * v->length, end - begin, edges, tables, n);
    for (uint bin = 0; bin < CLSCAN_BINS; bin++)
        to[bin] = clscan_tables_sum(tables, n, 1, bin);
}

#endif
