/* The prologue of a scan, for the scans that need one: kernels that copy cells which the scan overwrites, that make
 * head bits from offsets, and that load elements by the user's function where other kernels read elements more than
 * once. */
#ifndef CLSCAN_PROLOGUE_H
#define CLSCAN_PROLOGUE_H

#include "grid/empty_segments.h"
#include "grid/run_lengths.h"
#include "tile/head_bits.h"

/* Copies the initial value to the beginning of `cells`, and the 32-bit words of the count from word `words` of `cells`
 * on. Work-item 0 does all of this. */
CLSCAN_KERNEL void clscan_copy_cells(CLSCAN_ARRAYS, global clscan_value *cells, ulong words) {
    const clscan_view v = CLSCAN_VIEW;
    global uint *count_copy = (global uint *)cells + words;
    if (get_local_id(0) > 0)
        return;
    if (v.params.init == 2)
        *cells = clscan_initial_value(&v);
    for (uint i = 0; i < v.params.count_words; i++)
        count_copy[i] = count[v.params.count_offset + i];
}

#ifdef CLSCAN_LOAD_FIRST

/* Loads all elements by the user's function, and stores them from element `first` of `loaded` on. Each work-group loads
 * consecutive elements. */
CLSCAN_KERNEL void clscan_load_elements(CLSCAN_ARRAYS, global clscan_in *loaded, ulong first) {
    const clscan_view v = CLSCAN_VIEW;
    const ulong each = (v.count + get_num_groups(0) - 1) / get_num_groups(0);
    const ulong begin = min(get_group_id(0) * each, v.count), end = min(begin + each, v.count);
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE)
        loaded[first + i] = CLSCAN_LOAD_FIRST(&v, i);
}

#endif

#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS

#define CLSCAN_HEAD_BIT_WORDS_EACH (CLSCAN_WG_SIZE < CLSCAN_HEAD_BIT_WORDS ? CLSCAN_HEAD_BIT_WORDS / CLSCAN_WG_SIZE : 1)

/* Makes head bits from offsets, beginning with word `first` of `head_bits`. Each work-group makes a range of words. */
CLSCAN_KERNEL void clscan_make_head_bits(CLSCAN_ARRAYS, global uint *head_bits, ulong first, ulong num_offsets) {
    CLSCAN_STRETCH_SPACE clscan_stretch stretch;
    const clscan_view v = CLSCAN_VIEW;
    const global clscan_offset *offsets = (const global clscan_offset *)v.segments;
    const ulong all = CLSCAN_HEAD_BIT_WORDS_EACH * CLSCAN_WG_SIZE, begin = get_group_id(0) * all;
    const ulong words = v.count / 32 + (v.count % 32 > 0);
    clscan_head_bits_make(head_bits + first, begin, min(begin + all, words), offsets, num_offsets, &stretch);
}

#endif

#endif
