/* Blocks of vectors of 16 consecutive elements, each scanned in registers (Sklansky, "Conditional-sum addition logic",
 * IRE Trans. EC-9, 1960): at step d the upper half of each 2d lanes takes in the last of the lower half. The lower
 * half combines something too and drops it: to shift in identities instead costs a CPU three times as much. */
#ifndef CLSCAN_ITEM_VECTOR_H
#define CLSCAN_ITEM_VECTOR_H

#include "item/view.h"

#ifndef __has_builtin
#define __has_builtin(x) 0
#endif
#if __has_builtin(__builtin_nontemporal_store)
#define CLSCAN_STORE_STREAMED(x, to) __builtin_nontemporal_store(x, to)
#else
#define CLSCAN_STORE_STREAMED(x, to) (*(to) = (x))
#endif
#ifdef POCL_DEVICE_ADDRESS_BITS /* PoCL's own prefetch() is empty; others know the builtin and fail on it later */
#define CLSCAN_PREFETCH(address) __builtin_prefetch((const void *)(address))
#else
#define CLSCAN_PREFETCH(address) prefetch((const global char *)(address), CLSCAN_CACHE_LINE)
#endif

#define CLSCAN_CACHE_LINE 64
#define CLSCAN_AHEAD      8192 /* bytes from what is reduced to what is fetched: a CPU by itself looks less far */

#define CLSCAN_VECTORS   4
#define CLSCAN_BLOCK     (CLSCAN_VECTORS * CLSCAN_LANES)
#define CLSCAN_ALIGNMENT sizeof(clscan_vector)

#if CLSCAN_LANES

/* In memory, where it may begin at any element. PoCL makes two of vload16. */
typedef clscan_vector clscan_vector_anywhere __attribute__((aligned(sizeof(clscan_t))));

static clscan_vector clscan_vector_load(const global clscan_t *in, uint i) {
    return ((const global clscan_vector_anywhere *)in)[i];
}

static clscan_vector clscan_vector_scan(clscan_vector v) {
    v.s13579bdf = clscan_combine_vectors(v.s0022446688aaccee, v).s13579bdf;
    v.s2367abef = clscan_combine_vectors(v.s111155559999dddd, v).s2367abef;
    v.s4567cdef = clscan_combine_vectors(v.s33333333bbbbbbbb, v).s4567cdef;
    v.s89abcdef = clscan_combine_vectors(v.s7777777777777777, v).s89abcdef;
    return v;
}

/* The exclusive prefixes out of the inclusive ones and what comes before them. */
static clscan_vector clscan_vector_shift(clscan_vector v, clscan_vector before) {
    return (clscan_vector)(before.s0, v.s01234567, v.s89ab, v.scd, v.se);
}

typedef clscan_vector clscan_sum; /* the reduction of some blocks */

static void clscan_block_fetch(const clscan_view *v, ulong begin) {
    CLSCAN_UNROLL
    for (uint line = 0; line < CLSCAN_BLOCK * sizeof(clscan_t); line += CLSCAN_CACHE_LINE)
        CLSCAN_PREFETCH((uintptr_t)(v->in + begin) + CLSCAN_AHEAD + line);
}

#if CLSCAN_COMMUTATIVE

/* Each lane has a sum of its own, until the end. */
static clscan_sum clscan_block_reduce(clscan_sum sum, const clscan_view *view, ulong begin) {
    const global clscan_t *in = view->in + begin;
    clscan_vector first = clscan_combine_vectors(clscan_vector_load(in, 0), clscan_vector_load(in, 1));
    clscan_vector second = clscan_combine_vectors(clscan_vector_load(in, 2), clscan_vector_load(in, 3));
    return clscan_combine_vectors(sum, clscan_combine_vectors(first, second));
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    return clscan_vector_scan(sum).sf;
}

#else

/* The reductions of neighbours: half as many lanes as come in, in their order. */
static clscan_vector clscan_vector_halve(clscan_vector a, clscan_vector b) {
    return clscan_combine_vectors((clscan_vector)(a.even, b.even), (clscan_vector)(a.odd, b.odd));
}

/* All lanes have the same sum. */
static clscan_sum clscan_block_reduce(clscan_sum sum, const clscan_view *view, ulong begin) {
    const global clscan_t *in = view->in + begin;
    clscan_vector first = clscan_vector_halve(clscan_vector_load(in, 0), clscan_vector_load(in, 1));
    clscan_vector second = clscan_vector_halve(clscan_vector_load(in, 2), clscan_vector_load(in, 3));
    clscan_vector v = clscan_vector_scan(clscan_vector_halve(first, second));
    return clscan_combine_vectors(sum, v.sffffffffffffffff);
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    return sum.s0;
}

#endif

typedef clscan_vector clscan_carry; /* in every lane */

static clscan_t clscan_carry_end(clscan_carry carry) {
    return carry.s0;
}

/* Scans the i-th vector. It waits for the one before with a single combine: its total comes from its own scan. */
static clscan_vector clscan_vector_next(const global clscan_t *in, uint i, clscan_carry *carry) {
    clscan_vector v = clscan_vector_scan(clscan_vector_load(in, i));
    clscan_vector before = *carry, scanned = clscan_combine_vectors(before, v);
    *carry = clscan_combine_vectors(before, v.sffffffffffffffff);
    return CLSCAN_EXCLUSIVE ? clscan_vector_shift(scanned, before) : scanned;
}

/* CLSCAN_BLOCK_SCAN(name, store): a scan of one block that stores each vector by store(vector, to). */
#define CLSCAN_BLOCK_SCAN(name, store)                                                                                 \
    static clscan_carry name(const clscan_view *view, ulong begin, clscan_carry carry) {                               \
        const global clscan_t *in = view->in + begin;                                                                  \
        global clscan_t *out = view->out + begin;                                                                      \
        CLSCAN_UNROLL for (uint v = 0; v < CLSCAN_VECTORS; v++)                                                        \
            store(clscan_vector_next(in, v, &carry), out + v * CLSCAN_LANES);                                          \
        return carry;                                                                                                  \
    }

#define CLSCAN_STORE_ALIGNED(x, to)    (*(global clscan_vector *)(to) = (x))
#define CLSCAN_STORE_PAST_CACHE(x, to) CLSCAN_STORE_STREAMED(x, (global clscan_vector *)(to))
#define CLSCAN_STORE_ANYWHERE(x, to)   (*(global clscan_vector_anywhere *)(to) = (x))

CLSCAN_BLOCK_SCAN(clscan_block_scan_aligned, CLSCAN_STORE_ALIGNED)
CLSCAN_BLOCK_SCAN(clscan_block_scan_unaligned, CLSCAN_STORE_ANYWHERE)
/* `out` is not read into the cache in order to be overwritten. */
CLSCAN_BLOCK_SCAN(clscan_block_scan_past_cache, CLSCAN_STORE_PAST_CACHE)

#endif

#endif
