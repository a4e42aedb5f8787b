/* The heads of segments in vectors of 16 consecutive elements: a mask of each vector, and whether a chunk of vectors
 * has a head. */
#ifndef CLSCAN_ITEM_VECTOR_HEADS_H
#define CLSCAN_ITEM_VECTOR_HEADS_H

#include "item/vector_view.h"

#if CLSCAN_LANES

#if CLSCAN_FLAGGED

/* Flags in memory, which may lie at any address. */
typedef uchar16 clscan_head_flags_unaligned __attribute__((aligned(1)));

typedef union {
    char16 vector;
    char lane[CLSCAN_LANES];
} clscan_char_lanes;

CLSCAN_NOINLINE char16 clscan_gather_heads(const clscan_view *v, ulong i) {
    clscan_char_lanes heads;
    clscan_cursor c = clscan_cursor_at(v, i);
    for (uint lane = 0; lane < CLSCAN_LANES; lane++, clscan_cursor_next(v, &c))
        heads.lane[lane] = clscan_is_head(v, &c) ? -1 : 0;
    return heads.vector;
}

static char16 clscan_heads_of_bits(ushort bits) {
    const ushort16 bit = (ushort16)(1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096, 8192, 16384, 32768);
    return convert_char16((bit & (ushort16)(bits)) != (ushort16)(0));
}

/* Returns a mask of the heads given by flags or keys among contiguous elements from `at` on, in the order of memory.
 * Each key is compared with the key `stride` elements before. */
CLSCAN_INLINE char16 clscan_heads_at(const clscan_view *v, ulong at, ulong stride) {
    (void)stride;
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_FLAGS
    return *(const global clscan_head_flags_unaligned *)(v->segments + at) != (uchar16)(0);
#elif CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_KEYS
    clscan_char_lanes heads;
    const global clscan_key *keys = v->segments + at, *before = keys - stride;
    CLSCAN_VECTORIZE
    for (uint lane = 0; lane < CLSCAN_LANES; lane++)
        heads.lane[lane] = CLSCAN_SAME_KEY(before[lane], keys[lane]) ? 0 : -1;
    return heads.vector;
#else
    (void)v, (void)at;
    return (char16)(0);
#endif
}

/* Returns a mask of the heads in vector n of a chunk, in the order of the scan: -1 for a head, else 0. */
CLSCAN_INLINE char16 clscan_heads_load(const clscan_view *v, const clscan_vector_chunk *p, uint n) {
    const uint bit = n * CLSCAN_LANES, in_memory = CLSCAN_REVERSE ? CLSCAN_CHUNK - CLSCAN_LANES - bit : bit;
    if (!p->contiguous)
        return clscan_gather_heads(v, p->first.i + bit);
    const ulong at = clscan_vector_at(clscan_in_at(v, &p->first), n) + CLSCAN_REVERSE;
    const char16 heads = clscan_heads_at(v, at, 1) | clscan_heads_of_bits((ushort)(p->heads >> in_memory));
    return CLSCAN_IN_ORDER(heads) | clscan_heads_of_bits((ushort)(p->rows >> bit));
}

/* True if a segment begins in the chunk. For a chunk that is not contiguous, the result is true without a search. */
CLSCAN_INLINE bool clscan_vector_chunk_has_head(const clscan_view *v, const clscan_vector_chunk *p) {
    char16 heads = (char16)(0);
    if (!p->contiguous || (p->rows | p->heads) != 0)
        return true;
    CLSCAN_UNROLL
    for (uint n = 0; CLSCAN_HEADS_IN_ARRAY && n < CLSCAN_VECTORS; n++)
        heads |= clscan_heads_load(v, p, n);
    const ulong2 any = as_ulong2(heads);
    return (any.x | any.y) != 0;
}

#else

static bool clscan_vector_chunk_has_head(const clscan_view *v, const clscan_vector_chunk *p) {
    (void)v, (void)p;
    return false;
}

#endif

static bool clscan_chunk_has_head(const clscan_view *v, ulong i) {
    const clscan_vector_chunk p = clscan_vector_chunk_at(v, i);
    return clscan_vector_chunk_has_head(v, &p);
}

#if CLSCAN_FLAGGED

/* Returns the number of heads in a chunk. Each lane counts its own, at most four, and the multiplication adds the lanes
 * up in the highest byte. */
static uint clscan_chunk_heads(const clscan_view *v, ulong i) {
    const clscan_vector_chunk p = clscan_vector_chunk_at(v, i);
    char16 n = (char16)(0);
    if (CLSCAN_HEADS_IN_BITS && p.contiguous)
        return popcount(p.heads);
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_VECTORS; k++)
        n -= clscan_heads_load(v, &p, k);
    const ulong2 sums = as_ulong2(n);
    return (sums.x + sums.y) * 0x0101010101010101 >> 56;
}

#endif

#endif

#endif
