/* Binary searches among ascending offsets. */
#ifndef CLSCAN_ITEM_OFFSETS_H
#define CLSCAN_ITEM_OFFSETS_H

#include "base.h"

#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS

/* Returns the index of the first of offsets[begin .. end) that is not below `at`, or `end`. */
static ulong clscan_first_offset(const global clscan_offset *offsets, ulong begin, ulong end, ulong at) {
    while (begin < end) {
        const ulong middle = begin + (end - begin) / 2;
        if (offsets[middle] < at)
            begin = middle + 1;
        else
            end = middle;
    }
    return begin;
}

/* Returns the index of the first of offsets[0 .. end) that is above `at`, or `end`. No offset before `begin` is above
 * `at`. Usually, the offset is one of the first two from `begin` on, which are loaded together. If not, the search
 * begins with small steps and doubles them, so that a near offset is found soon. */
static ulong clscan_offset_after(const global clscan_offset *offsets, ulong begin, ulong end, ulong at) {
    const bool above = begin >= end || offsets[begin] > at, next_above = begin + 1 >= end || offsets[begin + 1] > at;
    if (above || next_above)
        return above ? begin : begin + 1;
    ulong step = 1;
    for (begin += 2; step <= end - begin && offsets[begin + step - 1] <= at; step *= 2)
        begin += step;
    return clscan_first_offset(offsets, begin, min(end, begin + step), at + 1);
}

/* Returns the same, if all offsets from `end` on are above `at`. The search goes back from `end` in the same way. */
static ulong clscan_offset_after_back(const global clscan_offset *offsets, ulong end, ulong at) {
    const bool below = end < 1 || offsets[end - 1] <= at, next_below = end < 2 || offsets[end - 2] <= at;
    if (below || next_below)
        return below ? end : end - 1;
    ulong step = 1;
    for (end -= 2; step <= end && offsets[end - step] > at; step *= 2)
        end -= step;
    return clscan_first_offset(offsets, end - min(end, step), end, at + 1);
}

#endif

#endif
