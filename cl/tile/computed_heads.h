/* The heads of contiguous matrix rows of equal length, which are computed instead of loaded. */
#ifndef CLSCAN_TILE_COMPUTED_HEADS_H
#define CLSCAN_TILE_COMPUTED_HEADS_H

#include "item/view.h"

/* The distance from the beginning of a packet to the beginning of the next matrix row, in elements. */
typedef uint clscan_heads_cursor;

/* Limits a distance so that it fits 32 bits. All distances beyond a tile mean the same: the tile has no head. */
static uint clscan_limit_distance(ulong distance) {
    return min(distance, (ulong)UINT_MAX / 2);
}

/* In reverse, packets begin up to a packet row before element 0. There, i is negative modulo 2^64. */
static clscan_heads_cursor clscan_heads_at(const clscan_view *v, ulong i) {
    if (CLSCAN_REVERSE && i > v->count)
        return clscan_limit_distance(-i);
    const ulong length = v->params.length,
                index_in_row = clscan_divide(i, length, v->params.length_reciprocal).remainder;
    return index_in_row ? clscan_limit_distance(length - index_in_row) : 0;
}

static void clscan_heads_skip(const clscan_view *v, clscan_heads_cursor *until, uint distance) {
    const uint length = clscan_limit_distance(v->params.length), step = distance % length;
    *until = *until < step ? *until + (length - step) : *until - step;
}

static uint clscan_heads_load(const clscan_view *v, clscan_heads_cursor until) {
    const uint length = clscan_limit_distance(v->params.length);
    uint heads = 1; /* the loop adds another bit every `length` bits after this one */
    CLSCAN_UNROLL
    for (uint n = 1; n < CLSCAN_PACKET; n *= 2)
        heads |= length < CLSCAN_PACKET / n ? heads << n * length : 0;
    return until < CLSCAN_PACKET ? heads << until & ((1 << CLSCAN_PACKET) - 1) : 0;
}

/* Returns all heads of the packet at element i: matrix rows have no array of heads for clscan_is_head to read. */
static uint clscan_heads_computed(const clscan_view *v, ulong i) {
    return clscan_heads_load(v, clscan_heads_at(v, i));
}

static bool clscan_heads_aligned(const clscan_view *v, ulong i) {
    (void)v, (void)i;
    return true;
}

#endif
