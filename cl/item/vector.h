/* Blocks of vectors of 16 consecutive elements, each scanned in registers (Sklansky, "Conditional-sum addition logic",
 * IRE Trans. EC-9, 1960): at step d the upper half of each 2d lanes takes in the last of the lower half. The lower
 * half combines something too and drops it: to shift in identities instead costs a CPU three times as much. */
#ifndef CLSCAN_ITEM_VECTOR_H
#define CLSCAN_ITEM_VECTOR_H

#include "base.h"

#ifndef __has_builtin
#define __has_builtin(x) 0
#endif
#if __has_builtin(__builtin_nontemporal_store)
#define CLSCAN_STORE_STREAMED(x, to) __builtin_nontemporal_store(x, to)
#else
#define CLSCAN_STORE_STREAMED(x, to) (*(to) = (x))
#endif

#define CLSCAN_VECTORS   4
#define CLSCAN_BLOCK     (CLSCAN_VECTORS * CLSCAN_LANES)
#define CLSCAN_ALIGNMENT sizeof(clscan_vector)

#if CLSCAN_LANES

static clscan_vector clscan_vector_scan(clscan_vector v) {
    v.s13579bdf = clscan_combine_vectors(v.s0022446688aaccee, v).s13579bdf;
    v.s2367abef = clscan_combine_vectors(v.s111155559999dddd, v).s2367abef;
    v.s4567cdef = clscan_combine_vectors(v.s33333333bbbbbbbb, v).s4567cdef;
    v.s89abcdef = clscan_combine_vectors(v.s7777777777777777, v).s89abcdef;
    return v;
}

static clscan_vector clscan_vector_last(clscan_vector v) {
    return v.sffffffffffffffff;
}

/* The exclusive prefixes out of the inclusive ones and what comes before them. */
static clscan_vector clscan_vector_shift(clscan_vector v, clscan_vector before) {
    return (clscan_vector)(before.s0, v.s01234567, v.s89ab, v.scd, v.se);
}

/* The reductions of neighbours: half as many lanes as come in, in their order. */
static clscan_vector clscan_vector_halve(clscan_vector a, clscan_vector b) {
    return clscan_combine_vectors((clscan_vector)(a.even, b.even), (clscan_vector)(a.odd, b.odd));
}

static clscan_t clscan_blocks_reduce(const global clscan_t *in, ulong count) {
    clscan_vector sum = clscan_identity();
    for (ulong i = 0; i < count; i += CLSCAN_BLOCK) {
        clscan_vector first = clscan_vector_halve(vload16(0, in + i), vload16(1, in + i));
        clscan_vector second = clscan_vector_halve(vload16(2, in + i), vload16(3, in + i));
        clscan_vector v = clscan_vector_scan(clscan_vector_halve(first, second));
        sum = clscan_combine_vectors(sum, clscan_vector_last(v));
    }
    return sum.s0;
}

/* Scans the i-th vector. It waits for the one before with a single combine: its total comes from its own scan. */
static clscan_vector clscan_vector_next(const global clscan_t *in, ulong i, clscan_vector *carry) {
    clscan_vector v = clscan_vector_scan(vload16(i, in));
    clscan_vector before = *carry, scanned = clscan_combine_vectors(before, v);
    *carry = clscan_combine_vectors(before, clscan_vector_last(v));
    return CLSCAN_EXCLUSIVE ? clscan_vector_shift(scanned, before) : scanned;
}

/* CLSCAN_BLOCKS_SCAN(name, store): a scan of whole blocks that stores each vector by store(vector, to). */
#define CLSCAN_BLOCKS_SCAN(name, store)                                                                                \
    static clscan_t name(const global clscan_t *in, global clscan_t *out, ulong count, clscan_t first) {               \
        clscan_vector carry = first;                                                                                   \
        for (ulong i = 0; i < count / CLSCAN_LANES; i += CLSCAN_VECTORS)                                               \
            _Pragma("unroll") for (uint v = 0; v < CLSCAN_VECTORS; v++)                                                \
                store(clscan_vector_next(in, i + v, &carry), out + (i + v) * CLSCAN_LANES);                            \
        return carry.s0;                                                                                               \
    }

#define CLSCAN_STORE_ALIGNED(x, to)    (*(global clscan_vector *)(to) = (x))
#define CLSCAN_STORE_PAST_CACHE(x, to) CLSCAN_STORE_STREAMED(x, (global clscan_vector *)(to))
#define CLSCAN_STORE_ANYWHERE(x, to)   vstore16(x, 0, to)

CLSCAN_BLOCKS_SCAN(clscan_blocks_scan, CLSCAN_STORE_ALIGNED)
CLSCAN_BLOCKS_SCAN(clscan_blocks_scan_unaligned, CLSCAN_STORE_ANYWHERE)
/* `out` is not read into the cache in order to be overwritten. */
CLSCAN_BLOCKS_SCAN(clscan_blocks_scan_past_cache, CLSCAN_STORE_PAST_CACHE)

#endif

#endif
