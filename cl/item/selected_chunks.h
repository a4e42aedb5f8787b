/* Chunks of a selection by one work-item: 64 elements, and a bit for each that says whether it is kept. The reduction
 * of a chunk finds the bits and counts them, and the scan visits the kept elements only. So a predicate is called once
 * for each element where the scan gets these bits (slices), and twice where it does not (spans). Loops branch on the
 * number of kept elements, and not on each element. In a partition by rows, a chunk is part of one row. */
#ifndef CLSCAN_SELECTED_CHUNKS_H
#define CLSCAN_SELECTED_CHUNKS_H

#include "item/scalar_chunks.h"

#if !CLSCAN_FLAGGED /* values with flags are not compacted */

#define CLSCAN_CHUNK 64 /* the bits of a ulong */

/* The count of some elements: how many are kept. With three parts it is a pair: how many are in part 0, and how many in
 * part 1. */
#ifdef CLSCAN_THREE_PARTS
#define CLSCAN_COUNT(first, second) (clscan_t)(first, second)
#define CLSCAN_FIRST_OF(count)      (count).x
#define CLSCAN_SECOND_OF(count)     (count).y
#else
#define CLSCAN_COUNT(first, second) (clscan_t)(first)
#define CLSCAN_FIRST_OF(count)      (count)
#define CLSCAN_SECOND_OF(count)     0
#endif

/* The bits of a chunk, which its reduction saves for its scan. A bit marks a kept element, or an element of the first
 * or the second part. Bit i is of element i in the order of the scan. */
typedef struct {
    ulong first;
#ifdef CLSCAN_THREE_PARTS
    ulong second;
#endif
} clscan_chunk_saved;
#ifdef CLSCAN_THREE_PARTS
#define CLSCAN_SECOND_BITS(bits) (bits).second
#else
#define CLSCAN_SECOND_BITS(bits) 0ul
#endif

/* Sets the bits of element i, whose count is `count`. */
CLSCAN_INLINE void clscan_bits_add(clscan_chunk_saved *bits, uint i, clscan_value count) {
    bits->first |= (ulong)(CLSCAN_FIRST_OF(count) != 0) << i;
#ifdef CLSCAN_THREE_PARTS
    bits->second |= (ulong)(CLSCAN_SECOND_OF(count) != 0) << i;
#endif
}

CLSCAN_INLINE clscan_chunk_saved clscan_chunk_bits(const clscan_view *v, ulong begin) {
    clscan_chunk_saved bits = { 0 };
    const clscan_cursor first = clscan_cursor_at(v, begin);
    CLSCAN_VECTORIZE
    for (uint i = 0; i < CLSCAN_CHUNK; i++) {
        clscan_cursor c = first;
        clscan_cursor_advance(v, &c, i);
        clscan_bits_add(&bits, i, clscan_load_value(v, &c));
    }
    return bits;
}

static clscan_t clscan_bits_count(clscan_chunk_saved bits) {
    return CLSCAN_COUNT(popcount(bits.first), popcount(CLSCAN_SECOND_BITS(bits)));
}

/* -------------------------------------------------------------------------------------------------- reductions */

CLSCAN_INLINE void clscan_chunk_reduce(clscan_sum *sum, const clscan_view *v, ulong begin, clscan_chunk_saved *saved) {
    *saved = clscan_chunk_bits(v, begin);
    *sum = clscan_combine(*sum, clscan_bits_count(*saved));
}
/* ------------------------------------------------------------------------------------------------------- scans */

/* Stores element i of the chunk that begins at `first`. */
CLSCAN_INLINE void clscan_element_store(const clscan_view *v, clscan_cursor first, uint i, clscan_t inclusive,
                                        clscan_t exclusive) {
    clscan_cursor c = first;
    clscan_cursor_advance(v, &c, i);
    clscan_store_values(v, &c, clscan_load_unmapped(v, &c), clscan_from_initial(v, inclusive),
                        clscan_from_initial(v, exclusive));
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
 * clscan_place_in_parts (task/select.h) reads only the sum of the count for such an element, so that the elements of
 * the other parts may all be counted as the first part. */
CLSCAN_INLINE void clscan_rest_store(const clscan_view *v, clscan_cursor first, ulong bits, ulong before) {
    for (; bits != 0; bits &= bits - 1, before++) {
        const uint i = clscan_lowest_bit(bits);
        const clscan_t others = CLSCAN_COUNT(CLSCAN_POSITION(&first) + i - before, 0);
        clscan_element_store(v, first, i, others, others);
    }
}

#ifdef CLSCAN_SELECT_LONG_RUNS
/* Stores the ends of the long runs that end in a chunk. `kept` marks the elements with which such runs begin. */
CLSCAN_INLINE void clscan_ends_store(const clscan_view *v, clscan_cursor first, ulong kept, clscan_t count) {
    ulong ends = 0;
    for (uint i = 0; i < CLSCAN_CHUNK; i++) {
        clscan_cursor c = first;
        clscan_cursor_advance(v, &c, i);
        ends |= (ulong)clscan_ends_long_run(v->CLSCAN_RUN_KEYS, v->CLSCAN_RUN_HEADS, clscan_out_at(v, &c), v->length)
                << i;
    }
    for (; ends != 0; ends &= ends - 1) {
        const uint i = clscan_lowest_bit(ends);
        const clscan_t before = clscan_combine(count, CLSCAN_COUNT(popcount(kept & ((1ul << i) - 1)), 0));
        clscan_element_store(v, first, i, before, before);
    }
}
#endif

/* Scans a chunk from the count *carry. `saved` holds the bits of the chunk, or is NULL if they have to be found. */
CLSCAN_INLINE void clscan_chunk_scan_aligned(const clscan_view *v, ulong begin, clscan_carry *carry,
                                             const clscan_chunk_saved *saved) {
    const clscan_chunk_saved bits = saved ? *saved : clscan_chunk_bits(v, begin);
    const clscan_cursor first = clscan_cursor_at(v, begin);
    const clscan_t count = *carry;
    clscan_counted_store(v, first, bits.first, count, CLSCAN_COUNT(1, 0));
#ifdef CLSCAN_SELECT_LONG_RUNS
    clscan_ends_store(v, first, bits.first, count);
#endif
#ifdef CLSCAN_THREE_PARTS
    clscan_counted_store(v, first, bits.second, count, CLSCAN_COUNT(0, 1));
#endif
#ifdef CLSCAN_PART_SIZES
    clscan_rest_store(v, first, ~(bits.first | CLSCAN_SECOND_BITS(bits)),
                      CLSCAN_POSITION(&first) - CLSCAN_FIRST_OF(count) - CLSCAN_SECOND_OF(count));
#endif
    *carry = clscan_combine(count, clscan_bits_count(bits));
}

#endif

#endif
