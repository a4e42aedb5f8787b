/* Rows of one length that lie side by side: where they begin is counted, by the same names as in tile/heads.h. */
#ifndef CLSCAN_TILE_LENGTHS_H
#define CLSCAN_TILE_LENGTHS_H

#include "item/view.h"

#if CLSCAN_SEGMENTS == CLSCAN_LENGTHS

/* From a packet to where the next row begins. */
typedef uint clscan_heads_place;

/* What is further than a tile is far, however far. */
static uint clscan_near(ulong distance) {
    return min(distance, (ulong)UINT_MAX / 2);
}

/* In reverse, packets begin up to a row of them before the first element. */
static clscan_heads_place clscan_heads_at(const clscan_view *v, ulong i) {
    if (CLSCAN_REVERSE && i > v->count)
        return clscan_near(-i);
    const ulong length = v->numbers.length, behind = clscan_divide(i, length, v->numbers.length_reciprocal).rest;
    return behind ? clscan_near(length - behind) : 0;
}

static void clscan_heads_skip(const clscan_view *v, clscan_heads_place *until, uint distance) {
    const uint length = clscan_near(v->numbers.length), step = distance % length;
    *until = *until < step ? *until + (length - step) : *until - step;
}

static uint clscan_heads_load(const clscan_view *v, clscan_heads_place until) {
    const uint length = clscan_near(v->numbers.length);
    uint heads = 1; /* and one every `length` after it */
    CLSCAN_UNROLL
    for (uint n = 1; n < CLSCAN_PACKET; n *= 2)
        heads |= length < CLSCAN_PACKET / n ? heads << n * length : 0;
    return until < CLSCAN_PACKET ? heads << until & ((1 << CLSCAN_PACKET) - 1) : 0;
}

/* What clscan_begins does not know of. */
static uint clscan_heads_counted(const clscan_view *v, ulong i) {
    return clscan_heads_load(v, clscan_heads_at(v, i));
}

#endif

#endif
