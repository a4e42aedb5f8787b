/* Chunks of a selection by one work-item: 64 elements, and a bit for each that says whether it is kept. The reduction
 * of a chunk finds the bits and counts them. The scan moves elements by these bits, in one of two ways. Elements that
 * are stored alone, as they are, pass through collectors, without a branch for any of them (item/collector.h). Others
 * are visited one after the other if they are kept. A predicate is called once for each element where the scan gets the
 * bits of the reduction (slices), and twice where it does not (spans). In a partition by rows, a chunk is part of one
 * row. */
#ifndef CLSCAN_SELECTED_CHUNKS_H
#define CLSCAN_SELECTED_CHUNKS_H

#include "item/collector.h"
#include "item/scalar_chunks.h"

#if !CLSCAN_FLAGGED /* values with flags are not compacted */

/* CLSCAN_LOAD_INNER loads the count of an inner element: one that has a neighbour on each side in its row. */
#ifdef CLSCAN_LOAD_INNER
#define CLSCAN_KNOWS_INNER 1
#else
#define CLSCAN_KNOWS_INNER          0
#define CLSCAN_LOAD_INNER(v, at, c) CLSCAN_LOAD(v, at, c)
#endif

/* A count is the number of elements that are kept. With three parts it is a pair: the number of elements in part 0, and
 * the number in part 1. By segments it is a pair, too: the number of elements that are kept, and the number of
 * heads. */
#if defined(CLSCAN_THREE_PARTS) || CLSCAN_SELECTS_SEGMENTS
#define CLSCAN_COUNTS_PAIRS 1
#else
#define CLSCAN_COUNTS_PAIRS 0
#endif
#if CLSCAN_COUNTS_PAIRS
#define CLSCAN_MAKE_COUNT(first, second) (clscan_t)(first, second)
#define CLSCAN_FIRST_OF(count)           (count).x
#define CLSCAN_SECOND_OF(count)          (count).y
#else
#define CLSCAN_MAKE_COUNT(first, second) (clscan_t)(first)
#define CLSCAN_FIRST_OF(count)           (count)
#define CLSCAN_SECOND_OF(count)          0
#endif

/* The bits of a chunk, which its reduction saves for its scan. The first number of the chunk's count is the number of
 * bits that are set in `first`, and the second number is that of `second`. Bit i is of element i in the order of the
 * scan. */
typedef struct {
    ulong first;
#if CLSCAN_COUNTS_PAIRS
    ulong second;
#endif
} clscan_chunk_saved;
#if CLSCAN_COUNTS_PAIRS
#define CLSCAN_SECOND_BITS(bits) (bits).second
#else
#define CLSCAN_SECOND_BITS(bits) 0ul
#endif

/* A flag for each element of a chunk: -1 if its bit is set, else 0. */
typedef union {
    char flag[CLSCAN_CHUNK];
    char8 vector[CLSCAN_CHUNK / 8];
    char16 long_vector[CLSCAN_CHUNK / 16];
} clscan_chunk_flags;

/* Returns a bit for each flag. The instruction takes the bits of 16 flags. Without it, each of 8 flags keeps the bit of
 * its place, and three steps combine them to one byte, whatever the byte order of the device is. */
CLSCAN_INLINE ulong clscan_bits_of_flags(const clscan_chunk_flags *f) {
    ulong bits = 0;
#if defined(__SSE2__) && __has_builtin(__builtin_ia32_pmovmskb128)
    CLSCAN_UNROLL
    for (uint i = 0; i < CLSCAN_CHUNK / 16; i++)
        bits |= (ulong)(ushort)__builtin_ia32_pmovmskb128(f->long_vector[i]) << 16 * i;
#else
    CLSCAN_UNROLL
    for (uint i = 0; i < CLSCAN_CHUNK / 8; i++) {
        const char8 each = f->vector[i] & (char8)(1, 2, 4, 8, 16, 32, 64, -128);
        const char4 fours = each.lo | each.hi;
        const char2 twos = fours.lo | fours.hi;
        bits |= (ulong)(uchar)(twos.x | twos.y) << 8 * i;
    }
#endif
    return bits;
}

/* Returns the bits of a chunk. `inner` is a constant, so that the compiler can vectorize the comparison of neighbours
 * in a chunk of inner elements. */
CLSCAN_INLINE clscan_chunk_saved clscan_chunk_bits_as(const clscan_view *v, clscan_cursor first, bool inner) {
    clscan_chunk_flags in_first, in_second;
    CLSCAN_VECTORIZE
    for (uint i = 0; i < CLSCAN_CHUNK; i++) {
        clscan_cursor c = first;
        clscan_cursor_advance(v, &c, i);
        const ulong at = clscan_in_at(v, &c);
        const clscan_value count = CLSCAN_MAPPED(inner ? CLSCAN_LOAD_INNER(v, at, &c) : CLSCAN_LOAD(v, at, &c));
        in_first.flag[i] = CLSCAN_FIRST_OF(count) != 0 ? -1 : 0;
        in_second.flag[i] = CLSCAN_SECOND_OF(count) != 0 ? -1 : 0;
    }
    clscan_chunk_saved bits;
    bits.first = clscan_bits_of_flags(&in_first);
#if CLSCAN_COUNTS_PAIRS
    bits.second = clscan_bits_of_flags(&in_second);
#endif
    return bits;
}

CLSCAN_INLINE clscan_chunk_saved clscan_chunk_bits(const clscan_view *v, ulong begin) {
    const clscan_cursor first = clscan_cursor_at(v, begin);
    const ulong index = CLSCAN_POSITION(&first);
    if (CLSCAN_KNOWS_INNER && index > 0 && index + CLSCAN_CHUNK < v->length)
        return clscan_chunk_bits_as(v, first, true);
    return clscan_chunk_bits_as(v, first, false);
}

static clscan_t clscan_bits_count(clscan_chunk_saved bits) {
    return CLSCAN_MAKE_COUNT(popcount(bits.first), popcount(CLSCAN_SECOND_BITS(bits)));
}

/* -------------------------------------------------------------------------------------------------- reductions */

/* Prefetches the elements of a later chunk: the scan moves them after the reduction has found the bits. */
static void clscan_chunk_prefetch(const clscan_view *v, ulong begin) {
    const clscan_cursor c = clscan_cursor_at(v, begin);
    if (sizeof(clscan_in) < CLSCAN_CACHE_LINE)
        clscan_prefetch((uintptr_t)(v->in + clscan_in_at(v, &c)), CLSCAN_CHUNK * sizeof(clscan_in), CLSCAN_REVERSE);
}

CLSCAN_INLINE void clscan_chunk_reduce(clscan_sum *sum, const clscan_view *v, ulong begin, clscan_chunk_saved *saved) {
    *saved = clscan_chunk_bits(v, begin);
    *sum = clscan_combine(*sum, clscan_bits_count(*saved));
}
/* ------------------------------------------------------------------------------------------------------- scans */

#if CLSCAN_COLLECTS

/* The collectors of a selection: one for each part of a partition. */
#ifdef CLSCAN_THREE_PARTS
#define CLSCAN_COLLECTORS 3
#elif defined(CLSCAN_PART_SIZES)
#define CLSCAN_COLLECTORS 2
#else
#define CLSCAN_COLLECTORS 1
#endif

/* The count before a chunk, and a collector for each part. */
typedef struct {
    clscan_t count;
    clscan_collector part[CLSCAN_COLLECTORS];
} clscan_carry;

static clscan_carry clscan_carry_begin(const clscan_view *v, ulong begin, clscan_t first) {
    clscan_carry c;
    c.count = first;
    (void)begin;
    clscan_collector_begin(&c.part[0], v, CLSCAN_FIRST_OF(first));
#ifdef CLSCAN_THREE_PARTS
    clscan_collector_begin(&c.part[1], v,
                           clscan_place_in_parts(begin, first + CLSCAN_MAKE_COUNT(0, 1), first, v->CLSCAN_PART_SIZES));
#endif
#ifdef CLSCAN_PART_SIZES
    clscan_collector_begin(&c.part[CLSCAN_COLLECTORS - 1], v,
                           clscan_place_in_parts(begin, first, first, v->CLSCAN_PART_SIZES));
#endif
    return c;
}
static clscan_t clscan_carry_end(const clscan_view *v, const clscan_carry *carry) {
    for (uint i = 0; i < CLSCAN_COLLECTORS; i++)
        clscan_collector_store(&carry->part[i], v, carry->part[i].end);
    return carry->count;
}

/* Moves the elements of a chunk to the collectors. */
CLSCAN_INLINE void clscan_chunk_move(const clscan_view *v, clscan_cursor first, clscan_chunk_saved bits,
                                     clscan_carry *carry) {
    const global clscan_in *const from = v->in + clscan_in_at(v, &first) - (CLSCAN_REVERSE ? CLSCAN_CHUNK - 1 : 0);
    clscan_collect(&carry->part[0], v, from, bits.first);
#ifdef CLSCAN_THREE_PARTS
    clscan_collect(&carry->part[1], v, from, bits.second);
#endif
#ifdef CLSCAN_PART_SIZES
    clscan_collect(&carry->part[CLSCAN_COLLECTORS - 1], v, from, ~(bits.first | CLSCAN_SECOND_BITS(bits)));
#endif
    carry->count = clscan_combine(carry->count, clscan_bits_count(bits));
}

#else

typedef clscan_t clscan_carry; /* the count before a chunk */

static clscan_carry clscan_carry_begin(const clscan_view *v, ulong begin, clscan_t first) {
    (void)v, (void)begin;
    return first;
}
static clscan_t clscan_carry_end(const clscan_view *v, const clscan_carry *carry) {
    (void)v;
    return *carry;
}

/* Stores element i of the chunk that begins at `first`. */
CLSCAN_INLINE void clscan_element_store(const clscan_view *v, clscan_cursor first, uint i, clscan_t inclusive,
                                        clscan_t exclusive) {
    clscan_cursor c = first;
    clscan_cursor_advance(v, &c, i);
    clscan_store_values(v, &c, clscan_load_unmapped(v, &c), clscan_result_of(v, inclusive),
                        clscan_result_of(v, exclusive));
}

/* Returns the number of the lowest bit that is set. */
static uint clscan_lowest_bit(ulong bits) {
    return popcount((bits - 1) & ~bits);
}

/* Stores the elements of one part. Each element adds `step` to the count. */
CLSCAN_INLINE void clscan_counted_store(const clscan_view *v, clscan_cursor first, ulong bits, clscan_t count,
                                        clscan_t step) {
    for (; bits != 0; bits &= bits - 1) {
        const clscan_t next = clscan_combine(count, step);
        clscan_element_store(v, first, clscan_lowest_bit(bits), next, count);
        count = next;
    }
}

/* Stores the elements of the last part, which adds nothing to the count. `before` elements of this part come before.
 * With three parts, clscan_place_in_parts (task/select.h) reads only the sum of the count for such an element, so that
 * the elements of the other parts may all be counted as the first part. `heads` is the second number of the count by
 * segments, else 0. */
CLSCAN_INLINE void clscan_rest_store(const clscan_view *v, clscan_cursor first, ulong bits, ulong before, ulong heads) {
    (void)heads;
    for (; bits != 0; bits &= bits - 1, before++) {
        const uint i = clscan_lowest_bit(bits);
        const clscan_t others = CLSCAN_MAKE_COUNT(CLSCAN_POSITION(&first) + i - before, heads);
        clscan_element_store(v, first, i, others, others);
    }
}

#ifdef CLSCAN_SELECT_LONG_RUNS
/* Stores the ends of the long runs that end in a chunk. `kept` marks the elements with which long runs begin. They are
 * stored already. If such a run has one element in this part of the array, its end is stored too. */
CLSCAN_INLINE void clscan_ends_store(const clscan_view *v, clscan_cursor first, ulong kept, clscan_t count) {
    ulong ends = 0;
    for (uint i = 0; i < CLSCAN_CHUNK; i++) {
        clscan_cursor c = first;
        clscan_cursor_advance(v, &c, i);
        const ulong at = clscan_in_at(v, &c);
        ends |= (ulong)clscan_ends_long_run(v->CLSCAN_RUN_KEYS, v->CLSCAN_RUN_HEADS, at, CLSCAN_INDEX(v, at, &c),
                                            v->length, CLSCAN_IN_STRIDE(v), CLSCAN_OTHER_PARTS(v))
                << i;
    }
    for (ends &= ~kept; ends != 0; ends &= ends - 1) {
        const uint i = clscan_lowest_bit(ends);
        const clscan_t before = clscan_combine(count, CLSCAN_MAKE_COUNT(popcount(kept & ((1ul << i) - 1)), 0));
        clscan_element_store(v, first, i, before, before);
    }
}
#endif

#if CLSCAN_SELECTS_SEGMENTS && defined(CLSCAN_PART_SIZES)

/* Stores the elements of a chunk, from head to head, and where the segments begin whose heads are in the chunk. */
CLSCAN_INLINE void clscan_chunk_move(const clscan_view *v, clscan_cursor first, clscan_chunk_saved bits,
                                     clscan_carry *carry) {
    clscan_t count = *carry;
    for (ulong left = ~0ul, own; left != 0; left &= ~own) {
        const uint begin = clscan_lowest_bit(left);
        const ulong later_heads = bits.second & left & (left - 1);
        clscan_cursor c = first;
        clscan_cursor_advance(v, &c, begin);
        own = left & ~later_heads & (later_heads - 1); /* the elements before the next head */
        if (bits.second >> begin & 1) {
            clscan_begin_segment(v, &c, count);
            count.y++;
        }
        clscan_counted_store(v, first, bits.first & own, count, CLSCAN_MAKE_COUNT(1, 0));
        clscan_rest_store(v, first, ~bits.first & own, CLSCAN_POSITION(&c) - count.x, count.y);
        count.x += popcount(bits.first & own);
    }
    *carry = count;
}

#else

#if CLSCAN_SELECTS_SEGMENTS
/* Stores where the segments begin whose heads are in a chunk. */
CLSCAN_INLINE void clscan_chunk_starts_store(const clscan_view *v, clscan_cursor first, clscan_chunk_saved bits,
                                             clscan_t count) {
    for (ulong heads = bits.second; heads != 0; heads &= heads - 1, count.y++) {
        const uint i = clscan_lowest_bit(heads);
        clscan_cursor c = first;
        clscan_cursor_advance(v, &c, i);
        clscan_begin_segment(v, &c, count + CLSCAN_MAKE_COUNT(popcount(bits.first & ((1ul << i) - 1)), 0));
    }
}
#endif

/* Stores the elements of a chunk. */
CLSCAN_INLINE void clscan_chunk_move(const clscan_view *v, clscan_cursor first, clscan_chunk_saved bits,
                                     clscan_carry *carry) {
    const clscan_t count = *carry;
    clscan_counted_store(v, first, bits.first, count, CLSCAN_MAKE_COUNT(1, 0));
#ifdef CLSCAN_SELECT_LONG_RUNS
    clscan_ends_store(v, first, bits.first, count);
#endif
#if CLSCAN_SELECTS_SEGMENTS
    clscan_chunk_starts_store(v, first, bits, count);
#endif
#ifdef CLSCAN_THREE_PARTS
    clscan_counted_store(v, first, bits.second, count, CLSCAN_MAKE_COUNT(0, 1));
#endif
#ifdef CLSCAN_PART_SIZES
    clscan_rest_store(v, first, ~(bits.first | CLSCAN_SECOND_BITS(bits)),
                      CLSCAN_POSITION(&first) - CLSCAN_FIRST_OF(count) - CLSCAN_SECOND_OF(count), 0);
#endif
    *carry = clscan_combine(count, clscan_bits_count(bits));
}

#endif

#endif

/* Scans a chunk. `saved` holds the bits of the chunk, or is NULL if they have to be found. */
CLSCAN_INLINE void clscan_chunk_scan_aligned(const clscan_view *v, ulong begin, clscan_carry *carry,
                                             const clscan_chunk_saved *saved) {
    if (!saved)
        clscan_chunk_prefetch(v, begin);
    clscan_chunk_move(v, clscan_cursor_at(v, begin), saved ? *saved : clscan_chunk_bits(v, begin), carry);
}

#endif

#endif
