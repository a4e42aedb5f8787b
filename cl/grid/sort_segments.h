/* A sort by segments numbers the segments before its first pass: the heads of each span are counted, the counts are
 * scanned, and each element receives the number of its segment, which is the number of heads up to this element. The
 * first element is in segment 0, whether it is a head or not. */
#ifndef CLSCAN_SORT_SEGMENTS_H
#define CLSCAN_SORT_SEGMENTS_H

#include "grid/sort_space.h"

#if CLSCAN_WG_SIZE == 1
#include "grid/sort_by_item.h"
#else
#include "grid/sort_by_group.h"
#endif

#if CLSCAN_SEGMENTS

/* Returns true if element i, which is not the first one, is the first of a segment or of a row. Unlike a scan, a sort
 * in reverse has the same segments as another sort. */
static bool clscan_sort_is_head(const clscan_view *v, ulong i) {
    const bool begins_row =
        CLSCAN_BATCHED && clscan_divide(i, v->numbers.length, v->numbers.length_reciprocal).rest == 0;
    return begins_row || CLSCAN_HEAD_AT(v->segments, i, 1);
}

#if CLSCAN_WG_SIZE == 1

CLSCAN_COLLECTIVE clscan_value clscan_sort_count_heads_of(const clscan_view *v, ulong begin, ulong end,
                                                          local clscan_sort_storage *s) {
    clscan_value heads = 0;
    (void)s;
    for (ulong i = max(begin, 1ul); i < end; i++)
        heads += clscan_sort_is_head(v, i);
    return heads;
}

CLSCAN_COLLECTIVE void clscan_sort_number_span(const clscan_view *v, ulong begin, ulong end, clscan_value number,
                                               global clscan_value *numbers, local clscan_sort_storage *s) {
    (void)s;
    for (ulong i = begin; i < end; i++) {
        number += i > 0 && clscan_sort_is_head(v, i);
        numbers[i] = number;
    }
}

#else

/* Returns how many elements from `begin` up to `end` are heads. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_count_heads_of(const clscan_view *v, ulong begin, ulong end,
                                                          local clscan_sort_storage *s) {
    clscan_value heads = 0;
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE)
        heads += i > 0 && clscan_sort_is_head(v, i);
    return clscan_counts_scan(&heads, &s->group);
}

/* Stores the numbers of the segments of the elements from `begin` up to `end`. `number` is that of the element before.
 * Each work-item numbers consecutive elements of a tile. */
CLSCAN_COLLECTIVE void clscan_sort_number_span(const clscan_view *v, ulong begin, ulong end, clscan_value number,
                                               global clscan_value *numbers, local clscan_sort_storage *s) {
    for (ulong at = begin; at < end; at += CLSCAN_SORT_TILE) {
        const ulong first = min(at + get_local_id(0) * CLSCAN_ITEMS, end), past = min(first + CLSCAN_ITEMS, end);
        clscan_value heads = 0;
        for (ulong i = first; i < past; i++)
            heads += i > 0 && clscan_sort_is_head(v, i);
        const clscan_value all = clscan_counts_scan(&heads, &s->group);
        clscan_value own = number + heads;
        for (ulong i = first; i < past; i++) {
            own += i > 0 && clscan_sort_is_head(v, i);
            numbers[i] = own;
        }
        number += all;
        clscan_barrier();
    }
}

#endif

/* Each work-group counts the heads of one span, in the first row of counts. */
CLSCAN_KERNEL void clscan_sort_count_heads(CLSCAN_ARRAYS, ulong span, uint tiles, ulong room, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, room);
    const ulong begin = min(get_group_id(0) * span, v.count), end = min(begin + span, v.count);
    const clscan_value heads = clscan_sort_count_heads_of(&v, begin, end, &s);
    if (get_local_id(0) == 0)
        *clscan_sort_counter(&space, 0) = heads;
}

/* Each work-group numbers the segments of one span, after the counts have been scanned. */
CLSCAN_KERNEL void clscan_sort_number_segments(CLSCAN_ARRAYS, ulong span, uint tiles, ulong room, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, room);
    const ulong begin = min(get_group_id(0) * span, v.count), end = min(begin + span, v.count);
    clscan_sort_number_span(&v, begin, end, *clscan_sort_counter(&space, 0), clscan_sort_first_numbers(&space), &s);
}

#endif

#endif
