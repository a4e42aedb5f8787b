/* A work-group of several work-items counts the segments of its span of a histogram. */
#ifndef CLSCAN_SEGMENTS_BY_GROUP_H
#define CLSCAN_SEGMENTS_BY_GROUP_H

#include "grid/histogram/segments_space.h"
#include "tile/bin_table.h"

/* The work-items that add the heads of spans. */
#define CLSCAN_HEAD_ADDERS (CLSCAN_WG_SIZE < 32 ? CLSCAN_WG_SIZE : 32)

typedef struct {
#if !CLSCAN_BINS_IN_WORKSPACE
    clscan_bin_table table;
#endif
    ulong sums[CLSCAN_HEAD_ADDERS];
    uint found;
} clscan_counting_storage;

#if !CLSCAN_BINS_IN_WORKSPACE
CLSCAN_ASSERT(sizeof(clscan_counting_storage) <= sizeof(clscan_bin_table) + CLSCAN_HEADS_LOCAL_BYTES,
              storage_of_segments_fits);
#endif

/* Returns the first head from element `begin` up to `end`, or `end`. */
CLSCAN_COLLECTIVE ulong clscan_next_head(const clscan_view *v, ulong begin, ulong end,
                                         local clscan_counting_storage *s) {
    uint found = CLSCAN_WG_SIZE;
    ulong at = begin;
    for (; at < end && found == CLSCAN_WG_SIZE; at += CLSCAN_WG_SIZE) {
        const uint me = (uint)get_local_id(0);
        if (me == 0)
            s->found = CLSCAN_WG_SIZE;
        clscan_barrier();
        if (at + me < end && clscan_is_head_at(v, at + me))
            atomic_min(&s->found, me);
        clscan_barrier();
        found = s->found;
        clscan_barrier();
    }
    return found < CLSCAN_WG_SIZE ? at - CLSCAN_WG_SIZE + found : end;
}

/* Returns the number of heads from element `begin` up to `end`. These are fewer than 2^32 elements. */
CLSCAN_COLLECTIVE ulong clscan_count_heads(const clscan_view *v, ulong begin, ulong end,
                                           local clscan_counting_storage *s) {
    uint own = 0;
    if (get_local_id(0) == 0)
        s->found = 0;
    clscan_barrier();
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE)
        own += clscan_is_head_at(v, i);
    atomic_add(&s->found, own);
    clscan_barrier();
    return s->found;
}

/* Returns the number of heads in the spans before a span. */
CLSCAN_COLLECTIVE ulong clscan_heads_before(const clscan_counting_space *space, uint span,
                                            local clscan_counting_storage *s) {
    const uint me = (uint)get_local_id(0);
    ulong heads = 0;
    for (uint i = me; i < span && me < CLSCAN_HEAD_ADDERS; i += CLSCAN_HEAD_ADDERS)
        heads += space->heads[i];
    if (me < CLSCAN_HEAD_ADDERS)
        s->sums[me] = heads;
    clscan_barrier();
    heads = 0;
    for (uint i = 0; i < CLSCAN_HEAD_ADDERS; i++)
        heads += s->sums[i];
    clscan_barrier();
    return heads;
}

/* Returns the last span that has elements of the segment that begins with the last head of a span. */
CLSCAN_COLLECTIVE uint clscan_last_span_of_segment(const clscan_counting_space *space, uint span,
                                                   local clscan_counting_storage *s) {
    if (get_local_id(0) == 0)
        s->found = space->spans - 1;
    clscan_barrier();
    for (uint i = span + 1 + (uint)get_local_id(0); i < space->spans; i += CLSCAN_WG_SIZE)
        if (space->heads[i] > 0)
            atomic_min(&s->found, i);
    clscan_barrier();
    return s->found;
}

/* Counts the elements from `begin` up to `end`, which are in one line, and stores the counts of a range of bins. */
CLSCAN_COLLECTIVE void clscan_count_part(const clscan_view *v, ulong begin, ulong end, uint range,
                                         const global clscan_edge *edges, global clscan_weight *tables,
                                         global clscan_weight *to, local clscan_counting_storage *s) {
    const ulong line = clscan_line_of(v, begin);
    const uint first = range * CLSCAN_TABLE_BINS;
#if CLSCAN_BINS_IN_WORKSPACE
    global clscan_bin_table *const table = (global clscan_bin_table *)tables;
    (void)s;
#else
    local clscan_bin_table *const table = &s->table;
    (void)tables;
#endif
    clscan_table_clear(table);
    clscan_bins_count_span(v, line, begin - line * v->length, end - begin, first, edges, table);
    clscan_table_barrier();
    for (uint i = get_local_id(0); i < CLSCAN_TABLE_BINS && first + i < CLSCAN_BINS; i += CLSCAN_WG_SIZE)
        to[first + i] = clscan_table_sum(table, i);
    clscan_table_barrier();
}

#endif
