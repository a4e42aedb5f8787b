/* What is done before a scan, where it needs it: cells copied that it overwrites, offsets made into head bits. */
#ifndef CLSCAN_BEFORE_H
#define CLSCAN_BEFORE_H

#include "tile/head_bits.h"

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

#define CLSCAN_HEAD_BIT_WORDS (CLSCAN_WG_SIZE < 1024 ? 1024 / CLSCAN_WG_SIZE : 1) /* a work-item */

/* Makes head bits of offsets, from word `first` of `head_bits` on. Each work-group makes a range of words. */
CLSCAN_KERNEL void clscan_make_head_bits(CLSCAN_ARRAYS, global uint *head_bits, ulong first, ulong num_offsets) {
    CLSCAN_STRETCH_SPACE clscan_stretch stretch;
    const clscan_view v = CLSCAN_VIEW;
    const global clscan_key *offsets = (const global clscan_key *)v.segments;
    const ulong all = CLSCAN_HEAD_BIT_WORDS * CLSCAN_WG_SIZE, begin = get_group_id(0) * all;
    const ulong words = v.count / 32 + (v.count % 32 > 0);
    clscan_head_bits_make(head_bits + first, begin, min(begin + all, words), offsets, num_offsets, &stretch);
}

#endif

#endif
