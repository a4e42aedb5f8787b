/* Blocks of vectors of 16 consecutive elements, each scanned in registers (Sklansky, "Conditional-sum addition logic",
 * IRE Trans. EC-9, 1960): at step d the upper half of each 2d lanes takes in the last of the lower half. The lower
 * half takes in identities: a CPU shuffles them in at once, where to keep it as it is costs one instruction more. */
#ifndef CLSCAN_ITEM_VECTOR_H
#define CLSCAN_ITEM_VECTOR_H

#include "item/vector_view.h"

#if CLSCAN_LANES

/* step(upper, last): the lanes `upper` take in, each, what stands at their place in `last`. */
#define CLSCAN_SKLANSKY(step)                                                                                          \
    step(s13579bdf, s0022446688aaccee);                                                                                \
    step(s2367abef, s111155559999dddd);                                                                                \
    step(s4567cdef, s33333333bbbbbbbb);                                                                                \
    step(s89abcdef, s7777777777777777)

static clscan_vector clscan_vector_scan(clscan_vector x) {
    clscan_vector taken;
#define CLSCAN_TAKE(upper, last)                                                                                       \
    taken = clscan_identity_value(), taken.upper = x.last.upper, x = clscan_combine_vectors(taken, x)
    CLSCAN_SKLANSKY(CLSCAN_TAKE);
    return x;
}

/* The exclusive prefixes out of the inclusive ones and what comes before them. */
static clscan_vector clscan_vector_shift(clscan_vector v, clscan_vector before) {
    return (clscan_vector)(before.s0, v.s01234567, v.s89ab, v.scd, v.se);
}

/* -------------------------------------------------------------------------------------------------- reductions */

#if CLSCAN_COMMUTATIVE

/* Each lane has a sum of its own, until the end. */
CLSCAN_INLINE clscan_vector clscan_values_reduce(clscan_vector sum, const clscan_view *v, const clscan_place *p) {
    clscan_vector first = clscan_combine_vectors(clscan_vector_load(v, p, 0), clscan_vector_load(v, p, 1));
    clscan_vector second = clscan_combine_vectors(clscan_vector_load(v, p, 2), clscan_vector_load(v, p, 3));
    return clscan_combine_vectors(sum, clscan_combine_vectors(first, second));
}
static clscan_value clscan_values_end(clscan_vector sum) {
    return clscan_vector_scan(sum).sf;
}

#else

/* The reductions of neighbours: half as many lanes as come in, in their order. */
static clscan_vector clscan_vector_halve(clscan_vector a, clscan_vector b) {
    return clscan_combine_vectors((clscan_vector)(a.even, b.even), (clscan_vector)(a.odd, b.odd));
}

/* All lanes have the same sum. */
CLSCAN_INLINE clscan_vector clscan_values_reduce(clscan_vector sum, const clscan_view *v, const clscan_place *p) {
    clscan_vector first = clscan_vector_halve(clscan_vector_load(v, p, 0), clscan_vector_load(v, p, 1));
    clscan_vector second = clscan_vector_halve(clscan_vector_load(v, p, 2), clscan_vector_load(v, p, 3));
    clscan_vector all = clscan_vector_scan(clscan_vector_halve(first, second));
    return clscan_combine_vectors(sum, all.sffffffffffffffff);
}
static clscan_value clscan_values_end(clscan_vector sum) {
    return sum.s0;
}

#endif

/* Vectors spell their association out, and built-in operators have nothing to contract. So only a compiler that changes
 * the order of additions needs one machine code for all blocks; elsewhere the call would cost PoCL 7 % for float. */
#if CLSCAN_REASSOCIATES
#define CLSCAN_BLOCK_REDUCTION CLSCAN_SHARED
#else
#define CLSCAN_BLOCK_REDUCTION CLSCAN_INLINE
#endif

typedef uchar clscan_kept; /* of a block's reduction: its scan needs nothing */

#if CLSCAN_FLAGGED

/* The reduction of some blocks. A segment begins with the first element or none does. Handed on by its place: copies
 * have holes, over which a CPU would wait. */
typedef struct {
    clscan_vector x;
    uint flags;
} clscan_sum;

static clscan_sum clscan_sum_begin(void) {
    const clscan_value identity = CLSCAN_IDENTITY;
    clscan_sum none = { identity, 0 };
    return none;
}
CLSCAN_BLOCK_REDUCTION void clscan_block_reduce(clscan_sum *sum, const clscan_view *v, ulong begin, clscan_kept *kept) {
    (void)kept;
    const clscan_place p = clscan_place_at(v, begin);
    sum->x = clscan_values_reduce(sum->x, v, &p);
    sum->flags |= clscan_begins(v, &p.first) ? CLSCAN_VALID | CLSCAN_HEAD : CLSCAN_VALID;
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    clscan_t x = { clscan_values_end(sum.x), sum.flags };
    return x;
}

#else

typedef clscan_vector clscan_sum; /* the reduction of some blocks */

static clscan_sum clscan_sum_begin(void) {
    return clscan_identity();
}
CLSCAN_BLOCK_REDUCTION void clscan_block_reduce(clscan_sum *sum, const clscan_view *v, ulong begin, clscan_kept *kept) {
    (void)kept;
    const clscan_place p = clscan_place_at(v, begin);
    *sum = clscan_values_reduce(*sum, v, &p);
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    return clscan_values_end(sum);
}

#endif

/* ------------------------------------------------------------------------------------------------------- scans */

#if CLSCAN_FLAGGED

typedef struct {
    clscan_vector x, initial; /* in every lane */
    uint flags;
} clscan_carry;

static clscan_carry clscan_carry_begin(const clscan_view *v, clscan_t first) {
    clscan_carry c = { first.x, clscan_initial(v), first.flags };
    return c;
}
static clscan_t clscan_carry_end(clscan_carry carry) {
    clscan_t x = { carry.x.s0, carry.flags };
    return x;
}

/* For each lane the last one up to it with which a segment begins; -1: none does. */
static char16 clscan_starts(char16 heads) {
    char16 start = heads ? CLSCAN_LANE_NUMBERS : (char16)(-1);
#define CLSCAN_LATER(upper, last) start.upper = max(start.last, start).upper
    CLSCAN_SKLANSKY(CLSCAN_LATER);
    return start;
}

/* Lanes take in only what no segment begins behind; the lower half, nothing. */
CLSCAN_INLINE clscan_vector clscan_segments_scan(clscan_vector x, char16 start) {
    char16 reach;
#define CLSCAN_TAKE_WITHIN(upper, last)                                                                                \
    reach = (char16)(-2), reach.upper = CLSCAN_LANE_NUMBERS.last.upper;                                                \
    x = CLSCAN_MASK(start <= reach) ? clscan_combine_vectors(x.last, x) : x
    CLSCAN_SKLANSKY(CLSCAN_TAKE_WITHIN);
    return x;
}

/* Scans the n-th vector. It waits for the one before with a single combine. In most blocks of long segments none
 * begins. */
CLSCAN_INLINE clscan_scanned clscan_vector_next(const clscan_view *v, const clscan_place *p, uint n, bool begins,
                                                clscan_carry *carry) {
    const clscan_vector x = clscan_vector_load(v, p, n), before = carry->x;
    const char16 heads = begins ? clscan_heads_load(v, p, n) : (char16)(0), start = clscan_starts(heads);
    clscan_vector y = begins ? clscan_segments_scan(x, start) : clscan_vector_scan(x);
    const clscan_vector last = y.sffffffffffffffff;
    carry->x = CLSCAN_MASK(start.sffffffffffffffff < (char16)(0)) ? clscan_combine_vectors(before, last) : last;
    y = CLSCAN_MASK(start < (char16)(0)) ? clscan_combine_vectors(before, y) : y;
    carry->flags |= CLSCAN_VALID;
    clscan_scanned s = { x, y, clscan_vector_shift(y, before) };
    if (v->numbers.init) {
        s.inclusive = clscan_combine_vectors(carry->initial, s.inclusive);
        s.exclusive = clscan_combine_vectors(carry->initial, s.exclusive);
    }
    s.exclusive = CLSCAN_MASK(heads) ? carry->initial : s.exclusive;
    return s;
}

#else

typedef clscan_vector clscan_carry; /* in every lane */

static clscan_carry clscan_carry_begin(const clscan_view *v, clscan_t first) {
    (void)v;
    return first;
}
static clscan_t clscan_carry_end(clscan_carry carry) {
    return carry.s0;
}

/* Scans the n-th vector. It waits for the one before with a single combine: its total comes from its own scan. */
CLSCAN_INLINE clscan_scanned clscan_vector_next(const clscan_view *v, const clscan_place *p, uint n, bool begins,
                                                clscan_carry *carry) {
    (void)begins;
    const clscan_vector x = clscan_vector_load(v, p, n), y = clscan_vector_scan(x), before = *carry;
    const clscan_vector inclusive = clscan_combine_vectors(before, y);
    *carry = clscan_combine_vectors(before, y.sffffffffffffffff);
    clscan_scanned s = { x, inclusive, clscan_vector_shift(inclusive, before) };
    return s;
}

#endif

static clscan_scanned clscan_in_order_of_memory(clscan_scanned s) {
    clscan_scanned m = { CLSCAN_IN_ORDER(s.x), CLSCAN_IN_ORDER(s.inclusive), CLSCAN_IN_ORDER(s.exclusive) };
    return m;
}

/* CLSCAN_BLOCK_SCAN(name, store): a scan of one block that stores each vector so. */
#define CLSCAN_BLOCK_SCAN(name, store)                                                                                 \
    CLSCAN_INLINE void name##_as(const clscan_view *v, const clscan_place *p, bool begins, clscan_carry *carry) {      \
        CLSCAN_UNROLL                                                                                                  \
        for (uint n = 0; n < CLSCAN_VECTORS; n++) {                                                                    \
            const clscan_scanned s = clscan_vector_next(v, p, n, begins, carry), m = clscan_in_order_of_memory(s);     \
            if (p->contiguous)                                                                                         \
                CLSCAN_STORE_CONTIGUOUS(v, clscan_vector_at(clscan_in_at(v, &p->first), n),                            \
                                        clscan_vector_at(clscan_out_at(v, &p->first), n), m, store);                   \
            else                                                                                                       \
                clscan_scatter_lanes(v, p->first.i + n * CLSCAN_LANES, s.x, s.inclusive, s.exclusive);                 \
        }                                                                                                              \
    }                                                                                                                  \
    CLSCAN_INLINE void name(const clscan_view *v, ulong begin, clscan_carry *carry, const clscan_kept *kept) {         \
        (void)kept;                                                                                                    \
        const clscan_place p = clscan_place_at(v, begin);                                                              \
        if (clscan_place_begins(v, &p))                                                                                \
            name##_as(v, &p, true, carry);                                                                             \
        else                                                                                                           \
            name##_as(v, &p, false, carry);                                                                            \
    }

CLSCAN_BLOCK_SCAN(clscan_block_scan_aligned, CLSCAN_STORE_ALIGNED)
CLSCAN_BLOCK_SCAN(clscan_block_scan_unaligned, CLSCAN_STORE_ANYWHERE)
/* `out` is not read into the cache in order to be overwritten. */
CLSCAN_BLOCK_SCAN(clscan_block_scan_past_cache, CLSCAN_STORE_PAST_CACHE)

#endif

#endif
