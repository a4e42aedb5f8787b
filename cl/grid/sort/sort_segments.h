/* A sort by segments numbers the segments before its first pass: the heads of each span are counted, the counts are
 * scanned, and each element receives the id of its segment, which is the number of heads up to this element. The
 * first element is in segment 0, whether it is a head or not. */
#ifndef CLSCAN_SORT_SEGMENTS_H
#define CLSCAN_SORT_SEGMENTS_H

#include "grid/sort/sort_pass.h"

#if CLSCAN_SEGMENTS

/* Each work-group counts the heads of one span, in the first row of counts. */
CLSCAN_KERNEL void clscan_sort_count_heads(CLSCAN_ARRAYS, ulong span, uint tiles, ulong pitch, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    const clscan_span own = clscan_own_span(v.count, span);
    const clscan_value heads = clscan_sort_count_heads_of(&v, own.begin, own.end, &s);
    if (get_local_id(0) == 0)
        *clscan_sort_counter(&space, 0) = heads;
}

/* Each work-group numbers the segments of one span, after the counts have been scanned. */
CLSCAN_KERNEL void clscan_sort_number_segments(CLSCAN_ARRAYS, ulong span, uint tiles, ulong pitch, global uchar *work) {
    local clscan_sort_storage s;
    const clscan_view v = CLSCAN_VIEW;
    const clscan_sort_space space = clscan_sort_space_of(work, get_num_groups(0), tiles, pitch);
    const clscan_span own = clscan_own_span(v.count, span);
    clscan_sort_number_span(&v, own.begin, own.end, *clscan_sort_counter(&space, 0),
                            clscan_sort_first_segment_ids(&space), &s);
}

#endif

#endif
