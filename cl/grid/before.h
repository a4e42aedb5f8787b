/* What is done before a scan, where it needs it: cells copied that it overwrites, offsets made into head bits. */
#ifndef CLSCAN_BEFORE_H
#define CLSCAN_BEFORE_H

#include "tile/marks.h"

/* By one work-item of a lone work-group: the initial value goes to `cells`, the count to where words begin there. */
CLSCAN_KERNEL void clscan_keep_cells(CLSCAN_ARRAYS, global clscan_value *cells, ulong words) {
    const clscan_view v = CLSCAN_VIEW;
    global uint *kept = (global uint *)cells + words;
    if (get_local_id(0) > 0)
        return;
    if (v.numbers.init == 2)
        *cells = clscan_initial(&v);
    for (uint i = 0; i < v.numbers.count_words; i++)
        kept[i] = count[v.numbers.count_offset + i];
}

#if CLSCAN_SEGMENTS == CLSCAN_OFFSETS

#define CLSCAN_MARK_WORDS (CLSCAN_WG_SIZE < 1024 ? 1024 / CLSCAN_WG_SIZE : 1) /* a work-item */

/* Makes head bits from word `first` of the marks on, a range of words each work-group. */
CLSCAN_KERNEL void clscan_mark_offsets(CLSCAN_ARRAYS, global uint *marks, ulong first, ulong num_offsets) {
    CLSCAN_STRETCH_SPACE clscan_stretch stretch;
    const clscan_view v = CLSCAN_VIEW;
    const global clscan_key *offsets = (const global clscan_key *)v.segments;
    const ulong all = CLSCAN_MARK_WORDS * CLSCAN_WG_SIZE, begin = get_group_id(0) * all;
    const ulong words = v.count / 32 + (v.count % 32 > 0);
    clscan_marks_make(marks + first, begin, min(begin + all, words), offsets, num_offsets, &stretch);
}

#endif

#endif
