/* A top-k by segments: a sort by segments, whose last pass ends in a buffer. Then the first CLSCAN_SORT_TOP_K elements
 * of each segment are counted in each span, the counts are scanned, and these elements move to the outputs, without
 * gaps. A segment keeps its place in the sort, so that an element is one of the first ones of its segment if the
 * element CLSCAN_SORT_TOP_K places before is in another segment. */
#ifndef CLSCAN_SORT_TOP_K_H
#define CLSCAN_SORT_TOP_K_H

#include "grid/sort/sort_pass.h"

#if CLSCAN_SORT_TOP_K

/* Returns the buffers of the sorted elements: from the buffer to which the last pass has moved them to the outputs. */
static clscan_sort_buffers clscan_sort_buffers_of_wanted(const clscan_view *v, const clscan_sort_space *space) {
    const clscan_sort_buffers buffers = { true, clscan_sort_last_buffer(space, v, CLSCAN_CALLER_ARRAYS),
                                          CLSCAN_CALLER_ARRAYS };
    return buffers;
}

/* Returns true if the sorted element i is wanted: one of the first ones of its segment. */
static bool clscan_sort_is_wanted(const global clscan_value *segment_ids, ulong i) {
    return i < CLSCAN_SORT_TOP_K || segment_ids[i - CLSCAN_SORT_TOP_K] != segment_ids[i];
}

static const global clscan_value *clscan_sort_last_segment_ids(const clscan_sort_space *space,
                                                               clscan_sort_buffers buffers) {
    return (const global clscan_value *)clscan_sort_array(space, buffers.from, CLSCAN_SORT_SEGMENT_IDS_AT);
}

/* Returns how many elements from `begin` up to `end` are wanted. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_count_wanted_of(const clscan_view *v, const clscan_sort_space *space,
                                                           ulong begin, ulong end, local clscan_sort_storage *s) {
    const clscan_sort_buffers buffers = clscan_sort_buffers_of_wanted(v, space);
    const global clscan_value *const segment_ids = clscan_sort_last_segment_ids(space, buffers);
    clscan_value wanted = 0;
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE)
        wanted += clscan_sort_is_wanted(segment_ids, i);
    return clscan_sort_scan_own_counts(&wanted, s);
}

/* Moves an element of array k to `place`. Segment ids have no output, and their limit is 0. */
#define CLSCAN_SORT_TAKE(k)                                                                                            \
    if (place < limit##k)                                                                                              \
        target##k[place] = source##k[i];
#define CLSCAN_SORT_TAKE_ARRAY(k, type, in, out, offset) CLSCAN_SORT_TAKE(k)
#define CLSCAN_SORT_TAKE_INDEX(k, type, out, offset)     CLSCAN_SORT_TAKE(k)

/* Moves the wanted elements from `begin` up to `end` to the outputs. `taken` is how many are before them. Returns how
 * many are before `end`. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_take_wanted_of(const clscan_view *v, const clscan_sort_space *space,
                                                          ulong begin, ulong end, clscan_value taken,
                                                          local clscan_sort_storage *s) {
    const clscan_sort_buffers buffers = clscan_sort_buffers_of_wanted(v, space);
    const global clscan_value *const segment_ids = clscan_sort_last_segment_ids(space, buffers);
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    for (ulong at = begin; at < end; at += CLSCAN_WG_SIZE) {
        const ulong i = at + get_local_id(0);
        const bool wanted = i < end && clscan_sort_is_wanted(segment_ids, i);
        clscan_value before = wanted;
        const clscan_value total = clscan_sort_scan_own_counts(&before, s);
        const ulong place = taken + before;
        if (wanted) {
            CLSCAN_SORT_ARRAYS(CLSCAN_SORT_TAKE_ARRAY, CLSCAN_SORT_TAKE_INDEX)
        }
        taken += total;
        clscan_barrier();
    }
    return taken;
}

/* Stores how many elements are wanted. */
static void clscan_sort_store_total(const clscan_view *v, clscan_value taken) {
    if (v->params.total && get_local_id(0) == 0)
        *v->total = taken;
}

/* Each work-group counts the wanted elements of one span, in the first row of counts. */
CLSCAN_KERNEL void clscan_sort_count_wanted(CLSCAN_ARRAYS, ulong span, uint tiles, ulong pitch, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    const clscan_span own = clscan_own_span(v.count, span);
    const clscan_value wanted = clscan_sort_count_wanted_of(&v, &space, own.begin, own.end, &s);
    if (get_local_id(0) == 0)
        *clscan_sort_counter(&space, 0) = wanted;
}

/* Each work-group moves the wanted elements of one span, after the counts have been scanned. */
CLSCAN_KERNEL void clscan_sort_take_wanted(CLSCAN_ARRAYS, ulong span, uint tiles, ulong pitch, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    const clscan_span own = clscan_own_span(v.count, span);
    const clscan_value taken =
        clscan_sort_take_wanted_of(&v, &space, own.begin, own.end, *clscan_sort_counter(&space, 0), &s);
    if (get_group_id(0) == get_num_groups(0) - 1)
        clscan_sort_store_total(&v, taken);
}

#endif

#endif
