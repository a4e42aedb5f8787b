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

CLSCAN_CALLED uint clscan_until_next(ulong i, ulong length) {
    const ulong behind = i % length;
    return behind ? clscan_near(length - behind) : 0;
}

static clscan_heads_place clscan_heads_at(const clscan_view *v, ulong i) {
    return clscan_until_next(i, v->numbers.length);
}

static void clscan_heads_skip(const clscan_view *v, clscan_heads_place *until, uint distance) {
    const uint length = clscan_near(v->numbers.length);
    *until = *until < distance ? length - 1 - (distance - 1 - *until) % length : *until - distance;
}

static uint clscan_heads_load(const clscan_view *v, clscan_heads_place until) {
    uint heads = 0;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const bool head = e == until;
        heads |= (uint)head << e;
        until += head ? clscan_near(v->numbers.length) : 0;
    }
    return heads;
}

/* What clscan_begins does not know of. */
static uint clscan_heads_counted(const clscan_view *v, ulong i) {
    return clscan_heads_load(v, clscan_heads_at(v, i));
}

#endif

#endif
