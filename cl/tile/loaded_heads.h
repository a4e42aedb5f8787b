/* The heads of packets, loaded from the array of head flags, bits or keys. */
#ifndef CLSCAN_TILE_LOADED_HEADS_H
#define CLSCAN_TILE_LOADED_HEADS_H

#include "item/view.h"

typedef clscan_cursor clscan_heads_cursor;

static clscan_heads_cursor clscan_heads_at(const clscan_view *v, ulong i) {
    return clscan_cursor_at(v, i);
}

static void clscan_heads_skip(const clscan_view *v, clscan_heads_cursor *c, uint distance) {
    clscan_cursor_skip(v, c, distance);
}

static uint clscan_heads_computed(const clscan_view *v, ulong i) {
    (void)v, (void)i;
    return 0;
}

/* Returns the heads of the packet that begins with element i. The arrays do not say whether element 0 is a head. */
CLSCAN_INLINE uint clscan_heads_of_packet(const clscan_view *v, ulong i, uint heads) {
    return CLSCAN_CONTINUES && i == 0 ? (heads & ~1u) | clscan_begins_segment(v) : heads | (i == 0);
}

#define CLSCAN_HEADS_CONTIGUOUS (CLSCAN_CONTIGUOUS_VALUES && !CLSCAN_REVERSE && CLSCAN_PACKET > 1)

#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_FLAGS && CLSCAN_HEADS_CONTIGUOUS

/* The flags of all elements of a packet, loaded by one instruction. */
#if CLSCAN_PACKET == 2
typedef ushort clscan_wide_flags;
#elif CLSCAN_PACKET == 4
typedef uint clscan_wide_flags;
#elif CLSCAN_PACKET == 8
typedef uint2 clscan_wide_flags;
#else
typedef uint4 clscan_wide_flags;
#endif
typedef union {
    clscan_wide_flags wide;
    uchar flag[CLSCAN_PACKET];
} clscan_flags;

static bool clscan_heads_aligned(const clscan_view *v, ulong i) {
    return (uintptr_t)(v->segments + i) % sizeof(clscan_wide_flags) == 0;
}

static uint clscan_heads_load(const clscan_view *v, clscan_heads_cursor c) {
    const clscan_flags from = { *(const global clscan_wide_flags *)(v->segments + c.i) };
    uint heads = 0;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        heads |= (from.flag[e] != 0) << e;
    return clscan_heads_of_packet(v, c.i, heads);
}

#elif (CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_BITS || CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_OFFSETS) && CLSCAN_HEADS_CONTIGUOUS

/* The bits of a packet lie in one word, because packets begin at multiples of their size. */
static uint clscan_heads_load(const clscan_view *v, clscan_heads_cursor c) {
    return clscan_heads_of_packet(v, c.i, v->segments[c.i / 32] >> c.i % 32 & ((1 << CLSCAN_PACKET) - 1));
}

#else /* one by one: keys must be compared, and in reverse a head is one element further on */

static uint clscan_heads_load(const clscan_view *v, clscan_heads_cursor c) {
    uint heads = (uint)clscan_is_head(v, &c);
    CLSCAN_UNROLL
    for (uint e = 1; e < CLSCAN_PACKET; e++) {
        clscan_cursor_next(v, &c);
        heads |= (uint)clscan_is_head_as(v, &c, false) << e;
    }
    return heads;
}

#endif

#if !(CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_FLAGS && CLSCAN_HEADS_CONTIGUOUS)
static bool clscan_heads_aligned(const clscan_view *v, ulong i) {
    (void)v, (void)i;
    return true;
}
#endif

#endif
