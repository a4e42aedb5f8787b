/* What is done before a scan, where it needs it: cells copied that it overwrites, offsets made into head bits. */
#ifndef CLSCAN_BEFORE_H
#define CLSCAN_BEFORE_H

#include "item/view.h"

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

/* The first of offsets[begin .. end) that is not below `at`, or `end`. */
static ulong clscan_first_offset(const global clscan_key *offsets, ulong begin, ulong end, ulong at) {
    while (begin < end) {
        const ulong middle = begin + (end - begin) / 2;
        if (offsets[middle] < at)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* The head bits of 32 elements, from offset *i on, which then is the first one past them. So many offsets that some are
 * equal are of empty segments, of which all but a few are passed over. */
static uint clscan_mark(const global clscan_key *offsets, ulong *i, ulong end, ulong past) {
    enum { CLSCAN_MANY = 64 };
    uint bits = 0;
    for (uint n = 1; *i < end && offsets[*i] < past; n++) {
        bits |= 1u << offsets[*i] % 32;
        *i = n % CLSCAN_MANY ? *i + 1 : clscan_first_offset(offsets, *i, end, (ulong)offsets[*i] + 1);
    }
    return bits;
}

/* Makes head bits from word `first` of the marks on, a range of words each work-item: it finds its first offset among
 * those of its work-group, which all look for alike, and goes on from there. */
CLSCAN_KERNEL void clscan_mark_offsets(CLSCAN_ARRAYS, global uint *marks, ulong first, ulong num_offsets) {
    const clscan_view v = CLSCAN_VIEW;
    const global clscan_key *offsets = (const global clscan_key *)v.segments;
    const ulong all = CLSCAN_MARK_WORDS * CLSCAN_WG_SIZE, group = get_group_id(0) * all;
    const ulong begin = group + get_local_id(0) * CLSCAN_MARK_WORDS;
    const ulong words = v.count / 32 + (v.count % 32 > 0);
    const ulong end = clscan_first_offset(offsets, 0, num_offsets, (group + all) * 32);
    ulong i = clscan_first_offset(offsets, 0, end, group * 32);
    i = clscan_first_offset(offsets, i, end, begin * 32);
    for (ulong w = begin; w < min(begin + CLSCAN_MARK_WORDS, words); w++)
        marks[first + w] = clscan_mark(offsets, &i, end, 32 * (w + 1));
}

#endif

#endif
