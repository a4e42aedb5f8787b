/* The results of segments without elements, after the scan that has stored the other results. */
#ifndef CLSCAN_EMPTY_SEGMENTS_H
#define CLSCAN_EMPTY_SEGMENTS_H

#include "item/view.h"

#if CLSCAN_REDUCES_SEGMENTS && CLSCAN_SEGMENTS == CLSCAN_OFFSETS

/* Stores the initial value, else the identity, for each segment whose offsets are equal. Offsets past the last element
 * stand for the end. */
CLSCAN_KERNEL void clscan_empty_segments(CLSCAN_ARRAYS) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong num_stored = min(v.params.num_results, v.params.capacity);
    const ulong each = num_stored > 0 ? (num_stored - 1) / get_num_groups(0) + 1 : 0;
    const ulong begin = get_group_id(0) * each, end = min(begin + each, num_stored);
    const global clscan_offset *offsets = v.CLSCAN_SEGMENT_OFFSETS;
    for (ulong s = begin + get_local_id(0); s < end; s += CLSCAN_WG_SIZE)
        if (min((ulong)offsets[s], v.count) >= min((ulong)offsets[s + 1], v.count))
            CLSCAN_PUT(&v, s, clscan_initial(&v));
}

#endif

#endif
