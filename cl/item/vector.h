/* Chunks of vectors of 16 consecutive elements, each scanned in registers by the network of Sklansky ("Conditional-sum
 * addition logic", IRE Trans. EC-9, 1960): in step d, among each 2d lanes, every lane of the upper half is combined
 * with the last lane of the lower half. Lanes of the lower half are combined with the identity, which comes with the
 * same shuffle: leaving these lanes unchanged would take another instruction (char sums were 1.15 times as fast, double
 * sums 1.02 times, November 22, 2026). */
#ifndef CLSCAN_ITEM_VECTOR_H
#define CLSCAN_ITEM_VECTOR_H

#include "item/vector_heads.h"

#if CLSCAN_LANES

/* Calls step(upper, last) for each step of the network. `upper` names the lanes to be combined; for lane u of these,
 * `last` names at position u the lane to combine with. */
#define CLSCAN_SKLANSKY(step)                                                                                          \
    step(s13579bdf, s0022446688aaccee);                                                                                \
    step(s2367abef, s111155559999dddd);                                                                                \
    step(s4567cdef, s33333333bbbbbbbb);                                                                                \
    step(s89abcdef, s7777777777777777)

static clscan_vector clscan_vector_scan(clscan_vector x) {
    clscan_vector taken;
#define CLSCAN_COMBINE_UPPER(upper, last)                                                                              \
    taken = clscan_identity_value(), taken.upper = x.last.upper, x = clscan_combine_vectors(taken, x)
    CLSCAN_SKLANSKY(CLSCAN_COMBINE_UPPER);
    return x;
}

/* Returns the exclusive prefixes from the inclusive prefixes v. Lane 0 of `before` is the first exclusive prefix. */
static clscan_vector clscan_vector_shift(clscan_vector v, clscan_vector before) {
    return (clscan_vector)(before.s0, v.s01234567, v.s89ab, v.scd, v.se);
}

/* -------------------------------------------------------------------------------------------------- reductions */

#if CLSCAN_COMMUTATIVE

/* Adds a chunk to `sum`. Each lane keeps a sum of its own, and clscan_values_end combines the lanes. */
CLSCAN_INLINE clscan_vector clscan_values_reduce(clscan_vector sum, const clscan_view *v,
                                                 const clscan_vector_chunk *p) {
    clscan_vector first = clscan_combine_vectors(clscan_vector_load(v, p, 0), clscan_vector_load(v, p, 1));
    clscan_vector second = clscan_combine_vectors(clscan_vector_load(v, p, 2), clscan_vector_load(v, p, 3));
    return clscan_combine_vectors(sum, clscan_combine_vectors(first, second));
}
static clscan_value clscan_values_end(clscan_vector sum) {
    return clscan_vector_scan(sum).sf;
}

#else

/* Combines neighbouring lanes of both vectors, in order: 32 lanes become 16. */
static clscan_vector clscan_vector_halve(clscan_vector a, clscan_vector b) {
    return clscan_combine_vectors((clscan_vector)(a.even, b.even), (clscan_vector)(a.odd, b.odd));
}

/* Adds a chunk to `sum`. All lanes hold the same sum, because the order of operands counts. */
CLSCAN_INLINE clscan_vector clscan_values_reduce(clscan_vector sum, const clscan_view *v,
                                                 const clscan_vector_chunk *p) {
    clscan_vector first = clscan_vector_halve(clscan_vector_load(v, p, 0), clscan_vector_load(v, p, 1));
    clscan_vector second = clscan_vector_halve(clscan_vector_load(v, p, 2), clscan_vector_load(v, p, 3));
    clscan_vector all = clscan_vector_scan(clscan_vector_halve(first, second));
    return clscan_combine_vectors(sum, all.sffffffffffffffff);
}
static clscan_value clscan_values_end(clscan_vector sum) {
    return sum.s0;
}

#endif

/* The code spells out the association of vectors, and ready-made operators contain nothing to contract. Owner and
 * fallback therefore need the same machine code only if the compiler changes the order of additions. Otherwise the
 * reduction is inlined: a call made float sums of 2^24 elements 7 % slower (PoCL 3.1, November 24, 2026). */
#if CLSCAN_REASSOCIATES
#define CLSCAN_CHUNK_REDUCTION CLSCAN_SAME_CODE
#else
#define CLSCAN_CHUNK_REDUCTION CLSCAN_INLINE
#endif

typedef uchar clscan_chunk_saved; /* a placeholder: the scan of a chunk needs nothing from its reduction */

#if CLSCAN_FLAGGED

#if CLSCAN_REDUCES_SEGMENTS
typedef clscan_value_flags clscan_sum_flags; /* they count heads */
#else
typedef uint clscan_sum_flags;
#endif

/* The reduction of some chunks, in which no element but the first may be a head. Functions get a pointer to it: copies
 * of this struct, which has padding, stalled the CPU (scans with flags took 15 % less time without copies, November 22,
 * 2026). */
typedef struct {
    clscan_vector x;
    clscan_sum_flags flags;
} clscan_sum;

static clscan_sum clscan_sum_begin(void) {
    const clscan_value identity = CLSCAN_IDENTITY;
    clscan_sum none = { identity, 0 };
    return none;
}
CLSCAN_CHUNK_REDUCTION void clscan_chunk_reduce(clscan_sum *sum, const clscan_view *v, ulong begin,
                                                clscan_chunk_saved *saved) {
    (void)saved;
    const clscan_vector_chunk p = clscan_vector_chunk_at(v, begin);
    sum->x = clscan_values_reduce(sum->x, v, &p);
    const uint head = clscan_is_head(v, &p.first) ? CLSCAN_VALID | CLSCAN_HEAD : CLSCAN_VALID;
    sum->flags = CLSCAN_JOINED_FLAGS(sum->flags, head);
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    clscan_t x = { clscan_values_end(sum.x), sum.flags };
    return x;
}

#else

typedef clscan_vector clscan_sum; /* the reduction of some chunks */

static clscan_sum clscan_sum_begin(void) {
    return clscan_identity();
}
CLSCAN_CHUNK_REDUCTION void clscan_chunk_reduce(clscan_sum *sum, const clscan_view *v, ulong begin,
                                                clscan_chunk_saved *saved) {
    (void)saved;
    const clscan_vector_chunk p = clscan_vector_chunk_at(v, begin);
    *sum = clscan_values_reduce(*sum, v, &p);
}
static clscan_t clscan_sum_end(clscan_sum sum) {
    return clscan_values_end(sum);
}

#endif

/* ------------------------------------------------------------------------------------------------------- scans */

#if CLSCAN_FLAGGED

typedef struct {
    clscan_vector x, initial; /* the same value in every lane */
    clscan_sum_flags flags;
} clscan_carry;

static clscan_carry clscan_carry_begin(const clscan_view *v, ulong begin, clscan_t first) {
    const clscan_carry c = { first.x, clscan_initial_value(v), first.flags };
    (void)begin;
    return c;
}
static clscan_t clscan_carry_end(const clscan_view *v, const clscan_carry *carry) {
    const clscan_t x = { carry->x.s0, carry->flags };
    (void)v;
    return x;
}

/* Returns for each lane the last head up to and including the lane, or -1 if there is none. */
static char16 clscan_last_heads(char16 heads) {
    char16 start = heads ? CLSCAN_LANE_NUMBERS : (char16)(-1);
#define CLSCAN_LATER_HEAD(upper, last) start.upper = max(start.last, start).upper
    CLSCAN_SKLANSKY(CLSCAN_LATER_HEAD);
    return start;
}

/* The segmented scan of a vector. `start` holds for each lane its last head. A lane of the upper half is combined with
 * lane `reach` only if no segment begins after that lane. In the lower half `reach` is -2: no lane is combined. */
CLSCAN_INLINE clscan_vector clscan_segments_scan(clscan_vector x, char16 start) {
    char16 reach;
#define CLSCAN_COMBINE_UPPER_IN_SEGMENT(upper, last)                                                                   \
    reach = (char16)(-2), reach.upper = CLSCAN_LANE_NUMBERS.last.upper;                                                \
    x = CLSCAN_MASK(start <= reach) ? clscan_combine_vectors(x.last, x) : x
    CLSCAN_SKLANSKY(CLSCAN_COMBINE_UPPER_IN_SEGMENT);
    return x;
}

/* Scans vector n of a chunk, whose heads the caller has loaded. Only one combine depends on the vector before. If no
 * segment begins in the chunk, as in most chunks of long segments, the caller passes `has_head` as false, which selects
 * the cheaper scan. The exclusive results are prefixes at heads, too. */
CLSCAN_INLINE clscan_scanned clscan_chunk_vector_prefixes(const clscan_view *v, const clscan_vector_chunk *p, uint n,
                                                          bool has_head, char16 heads, clscan_carry *carry) {
    const clscan_vector x = clscan_vector_load(v, p, n), before = carry->x;
    const char16 start = clscan_last_heads(heads);
    clscan_vector y = has_head ? clscan_segments_scan(x, start) : clscan_vector_scan(x);
    const clscan_vector last = y.sffffffffffffffff;
    carry->x = CLSCAN_MASK(start.sffffffffffffffff < (char16)(0)) ? clscan_combine_vectors(before, last) : last;
    y = CLSCAN_MASK(start < (char16)(0)) ? clscan_combine_vectors(before, y) : y;
    carry->flags |= CLSCAN_VALID;
    clscan_scanned s = { x, y, clscan_vector_shift(y, before) };
    return s;
}

/* Scans vector n of a chunk from the carry. The exclusive result at a head is the initial value. */
CLSCAN_INLINE clscan_scanned clscan_chunk_vector_scan(const clscan_view *v, const clscan_vector_chunk *p, uint n,
                                                      bool has_head, clscan_carry *carry) {
    const char16 heads = has_head ? clscan_heads_load(v, p, n) : (char16)(0);
    clscan_scanned s = clscan_chunk_vector_prefixes(v, p, n, has_head, heads, carry);
    if (v->params.init) {
        s.inclusive = clscan_combine_vectors(carry->initial, s.inclusive);
        s.exclusive = clscan_combine_vectors(carry->initial, s.exclusive);
    }
    s.exclusive = CLSCAN_MASK(heads) ? carry->initial : s.exclusive;
    return s;
}

#else

typedef clscan_vector clscan_carry; /* the same value in every lane */

static clscan_carry clscan_carry_begin(const clscan_view *v, ulong begin, clscan_t first) {
    (void)v, (void)begin;
    return first;
}
static clscan_t clscan_carry_end(const clscan_view *v, const clscan_carry *carry) {
    (void)v;
    return carry->s0;
}

/* Scans vector n of a chunk. Only one combine depends on the vector before: the vector's own scan yields its total. */
CLSCAN_INLINE clscan_scanned clscan_chunk_vector_scan(const clscan_view *v, const clscan_vector_chunk *p, uint n,
                                                      bool has_head, clscan_carry *carry) {
    (void)has_head;
    const clscan_vector x = clscan_vector_load(v, p, n), y = clscan_vector_scan(x), before = *carry;
    const clscan_vector inclusive = clscan_combine_vectors(before, y);
    *carry = clscan_combine_vectors(before, y.sffffffffffffffff);
    clscan_scanned s = { x, inclusive, clscan_vector_shift(inclusive, before) };
    return s;
}

#endif

/* -------------------------------------------------------------------------------------------- the scan of a chunk */

#if CLSCAN_REDUCES_SEGMENTS

/* The values of a chunk for the results of segments: the prefixes of its elements, and a bit for each head. */
typedef struct {
    clscan_lanes prefix[CLSCAN_VECTORS];
    ulong heads;
} clscan_chunk_prefixes;

/* Returns a bit for each lane of a mask. Each multiplication gathers eight bytes of 0 or 1 as the bits of the highest
 * byte, the first of them as the lowest bit. */
static ulong clscan_mask_bits(char16 mask) {
    const ulong2 eight = as_ulong2(mask) & (ulong2)(0x0101010101010101);
    const ulong low = eight.x * 0x0102040810204080 >> 56, high = eight.y * 0x0102040810204080 >> 56;
    return low | high << 8;
}

CLSCAN_INLINE clscan_chunk_prefixes clscan_chunk_scan_prefixes(const clscan_view *v, const clscan_vector_chunk *p,
                                                               clscan_carry *carry) {
    clscan_chunk_prefixes chunk;
    chunk.heads = 0;
    CLSCAN_UNROLL
    for (uint n = 0; n < CLSCAN_VECTORS; n++) {
        const char16 heads = clscan_heads_load(v, p, n);
        chunk.prefix[n].vector = clscan_chunk_vector_prefixes(v, p, n, true, heads, carry).exclusive;
        chunk.heads |= clscan_mask_bits(heads) << n * CLSCAN_LANES;
    }
    return chunk;
}

/* Stores results and keys at the heads of a chunk. `passed` are the flags of the prefix of its first element. There is
 * one loop for the chunk, and not for each vector, because its end is mispredicted. */
CLSCAN_INLINE void clscan_chunk_begin_segments(const clscan_view *v, ulong begin, const clscan_chunk_prefixes *chunk,
                                               clscan_value_flags passed) {
    for (ulong heads = chunk->heads; heads != 0; heads &= heads - 1) {
        const uint i = popcount(heads - 1 & ~heads);
        const clscan_t prefix = { chunk->prefix[i / CLSCAN_LANES].lane[i % CLSCAN_LANES], passed };
        const clscan_cursor c = clscan_cursor_at(v, begin + i);
        clscan_begin_segment(v, &c, prefix);
        passed = CLSCAN_JOINED_FLAGS(passed, CLSCAN_VALID | CLSCAN_HEAD);
    }
}

/* Scans one chunk. A chunk without a head is only reduced. */
CLSCAN_INLINE void clscan_chunk_scan_aligned(const clscan_view *v, ulong begin, clscan_carry *carry,
                                             const clscan_chunk_saved *saved) {
    const clscan_vector_chunk p = clscan_vector_chunk_at(v, begin);
    (void)saved;
    if (clscan_vector_chunk_has_head(v, &p)) {
        const clscan_value_flags passed = carry->flags;
        const clscan_chunk_prefixes chunk = clscan_chunk_scan_prefixes(v, &p, carry);
        carry->flags += popcount(chunk.heads) * CLSCAN_HEAD;
        clscan_chunk_begin_segments(v, begin, &chunk, passed);
    } else {
        const clscan_vector all = clscan_values_end(clscan_values_reduce(clscan_sum_begin().x, v, &p));
        carry->x = clscan_combine_vectors(carry->x, all);
    }
}

/* Results are stored one by one, so that vector alignment does not matter, and no store bypasses the cache. */
#define clscan_chunk_scan_unaligned   clscan_chunk_scan_aligned
#define clscan_chunk_scan_nontemporal clscan_chunk_scan_aligned

#else

static clscan_scanned clscan_in_order_of_memory(clscan_scanned s) {
    clscan_scanned m = { CLSCAN_IN_ORDER(s.x), CLSCAN_IN_ORDER(s.inclusive), CLSCAN_IN_ORDER(s.exclusive) };
    return m;
}

/* Defines the scan of one chunk as function `name`, which stores each vector by the macro `store`. */
#define CLSCAN_CHUNK_SCAN(name, store)                                                                                 \
    CLSCAN_INLINE void name##_as(const clscan_view *v, const clscan_vector_chunk *p, bool has_head,                    \
                                 clscan_carry *carry) {                                                                \
        CLSCAN_UNROLL                                                                                                  \
        for (uint n = 0; n < CLSCAN_VECTORS; n++) {                                                                    \
            const clscan_scanned s = clscan_chunk_vector_scan(v, p, n, has_head, carry),                               \
                                 m = clscan_in_order_of_memory(s);                                                     \
            if (p->contiguous)                                                                                         \
                CLSCAN_STORE_CONTIGUOUS(v, clscan_vector_at(clscan_in_at(v, &p->first), n),                            \
                                        clscan_vector_at(clscan_out_at(v, &p->first), n), m, store);                   \
            else                                                                                                       \
                clscan_scatter_lanes(v, p->first.i + n * CLSCAN_LANES, s.x, s.inclusive, s.exclusive);                 \
        }                                                                                                              \
    }                                                                                                                  \
    CLSCAN_INLINE void name(const clscan_view *v, ulong begin, clscan_carry *carry, const clscan_chunk_saved *saved) { \
        (void)saved;                                                                                                   \
        const clscan_vector_chunk p = clscan_vector_chunk_at(v, begin);                                                \
        if (clscan_vector_chunk_has_head(v, &p))                                                                       \
            name##_as(v, &p, true, carry);                                                                             \
        else                                                                                                           \
            name##_as(v, &p, false, carry);                                                                            \
    }

CLSCAN_CHUNK_SCAN(clscan_chunk_scan_aligned, CLSCAN_STORE_ALIGNED)
CLSCAN_CHUNK_SCAN(clscan_chunk_scan_unaligned, CLSCAN_STORE_UNALIGNED)
/* Non-temporal stores avoid reading `out` into the cache before it is overwritten. */
CLSCAN_CHUNK_SCAN(clscan_chunk_scan_nontemporal, CLSCAN_STORE_NONTEMPORAL)

#endif

#endif

#endif
