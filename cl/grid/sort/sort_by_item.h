/* A single work-item counts and moves the elements of its span of a sort, streaming through the span. */
#ifndef CLSCAN_SORT_BY_ITEM_H
#define CLSCAN_SORT_BY_ITEM_H

#include "grid/sort/sort_space.h"
#include "item/cache.h"

/* A single work-item needs no local memory. */
typedef struct {
    uint nothing;
} clscan_sort_storage;

static void clscan_sort_count_all(const clscan_sort_source *source, uint passes, ulong begin, ulong end,
                                  clscan_value *own) {
    (void)passes;
    for (ulong i = begin; i < end; i++) {
        const clscan_sort_bits bits = clscan_sort_bits_at(source, 0, i);
        for (uint p = 0; p < CLSCAN_SORT_KEY_PASSES; p++)
            own[p * CLSCAN_DIGITS + clscan_digit_in(clscan_digit_field_of(p), bits)]++;
#if CLSCAN_SORT_HAS_SEGMENT_IDS
        if (passes == CLSCAN_SORT_KEY_PASSES)
            continue;
        const clscan_sort_bits segment_id = clscan_sort_bits_at(source, CLSCAN_SORT_KEY_PASSES, i);
        for (uint p = CLSCAN_SORT_KEY_PASSES; p < passes; p++)
            own[p * CLSCAN_DIGITS + clscan_digit_in(clscan_digit_field_of(p), segment_id)]++;
#endif
    }
}

static void clscan_sort_count_one(const clscan_sort_source *source, uint pass, ulong begin, ulong end,
                                  clscan_value *own) {
    const clscan_digit_field digit = clscan_digit_field_of(pass);
    for (ulong i = begin; i < end; i++)
        own[clscan_sort_digit_at(source, pass, digit, i)]++;
}

/* Counts the digits of the elements from `begin` up to `end`: of all passes if `pass` is 0, else of that pass. Stores
 * the counts in the column of the span. */
CLSCAN_COLLECTIVE void clscan_sort_count_span(const clscan_sort_source *source, uint pass, ulong begin, ulong end,
                                              const clscan_sort_space *space, local clscan_sort_storage *s) {
    clscan_value own[CLSCAN_SORT_COUNTS_ROWS];
    const uint counts_rows = pass > 0 ? CLSCAN_DIGITS : space->passes * CLSCAN_DIGITS;
    (void)s;
    for (uint counts_row = 0; counts_row < counts_rows; counts_row++)
        own[counts_row] = 0;
    if (pass > 0)
        clscan_sort_count_one(source, pass, begin, end, own);
    else
        clscan_sort_count_all(source, space->passes, begin, end, own);
    for (uint counts_row = 0; counts_row < counts_rows; counts_row++)
        *clscan_sort_counter(space, pass * CLSCAN_DIGITS + counts_row) = own[counts_row];
}

/* Replaces a row of counts by their exclusive prefixes. Returns the total. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_scan_row(global clscan_value *counts, uint spans,
                                                    local clscan_sort_storage *s) {
    clscan_value sum = 0;
    (void)s;
    for (uint i = 0; i < spans; i++) {
        const clscan_value count = counts[i];
        counts[i] = sum;
        sum += count;
    }
    return sum;
}

/* Replaces the count of the only work-item by 0. Returns the total. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_scan_own_counts(clscan_value *count, local clscan_sort_storage *s) {
    const clscan_value total = *count;
    (void)s;
    *count = 0;
    return total;
}

/* ------------------------------------------------------------------------------------------------- the moves
 *
 * Elements of one digit are stored to neighbouring places. If the array is larger than the cache, the elements of
 * a digit are collected in a cache line of their own, and only whole lines are stored, by non-temporal stores. This
 * takes 0.65 times as long as storing each element (2^26 uints on PoCL, November 26, 2026), because a CPU loads a line
 * before it stores a part of it. Elements that do not fill a line exactly are stored one by one. There is no choice
 * between non-temporal stores and others for whole lines: LLVM joins the two into one store that is not non-temporal.
 *
 * For array k, cache_linesk has the lines, each with CLSCAN_PER_CACHE_LINE(type) elements. The element at place 0 has
 * the index shiftk in its line. The macros are for CLSCAN_SORT_ARRAYS: cl/README.md, "The arrays of a sort", shows what
 * they expand to. They use d, i, place, next, start and v of clscan_sort_move_span, and sourcek, targetk and limitk. */
#define CLSCAN_SORT_CACHE_LINES(k, type)                                                                               \
    union {                                                                                                            \
        type elements[CLSCAN_PER_CACHE_LINE(type)];                                                                    \
        ulong8 whole;                                                                                                  \
    } cache_lines##k[CLSCAN_PER_CACHE_LINE(type) > 1 ? CLSCAN_DIGITS : 1];                                             \
    const bool collects##k = CLSCAN_PER_CACHE_LINE(type) > 1 && (size_t)target##k % sizeof(type) == 0 &&               \
                             v->count * sizeof(type) >= CLSCAN_CACHED_BYTES;                                           \
    const uint shift##k = (uint)((size_t)target##k % CLSCAN_CACHE_LINE / sizeof(type));

/* Stores the last `filled` elements before place `end` that belong to this span, from the line of digit d. */
#define CLSCAN_SORT_STORE_PART(k, type, filled, end)                                                                   \
    for (ulong at = (end)-min((ulong)(filled), (ulong)((end)-start[d])); at < (end); at++) {                           \
        if (at < limit##k)                                                                                             \
            target##k[at] = cache_lines##k[d].elements[(uint)(at + shift##k) % CLSCAN_PER_CACHE_LINE(type)];           \
    }

#define CLSCAN_SORT_STORE(k, type, moved)                                                                              \
    if (collects##k) {                                                                                                 \
        const uint index_in_line = (uint)(place + shift##k) % CLSCAN_PER_CACHE_LINE(type);                             \
        cache_lines##k[d].elements[index_in_line] = moved;                                                             \
        if (index_in_line == CLSCAN_PER_CACHE_LINE(type) - 1) {                                                        \
            if (place - start[d] >= index_in_line && place < limit##k) {                                               \
                CLSCAN_NONTEMPORAL(cache_lines##k[d].whole, (global ulong8 *)(target##k + (place - index_in_line)));   \
            } else {                                                                                                   \
                CLSCAN_SORT_STORE_PART(k, type, index_in_line + 1, place + 1)                                          \
            }                                                                                                          \
        }                                                                                                              \
    } else if (place < limit##k) {                                                                                     \
        target##k[place] = moved;                                                                                      \
    }

/* Stores the elements that are left in the line of digit d. */
#define CLSCAN_SORT_FLUSH(k, type)                                                                                     \
    if (collects##k) {                                                                                                 \
        CLSCAN_SORT_STORE_PART(k, type, (uint)(next[d] + shift##k) % CLSCAN_PER_CACHE_LINE(type), (ulong)next[d])      \
    }

/* The same for the arrays and for the indices, as arguments of CLSCAN_SORT_ARRAYS. */
#define CLSCAN_SORT_CACHE_LINES_OF_ARRAY(k, type, in, out, offset) CLSCAN_SORT_CACHE_LINES(k, type)
#define CLSCAN_SORT_CACHE_LINES_OF_INDEX(k, type, out, offset)     CLSCAN_SORT_CACHE_LINES(k, type)
#define CLSCAN_SORT_STORE_ARRAY(k, type, in, out, offset)          CLSCAN_SORT_STORE(k, type, source##k[i])
#define CLSCAN_SORT_STORE_INDEX(k, type, out, offset)                                                                  \
    if (CLSCAN_SORT_MOVES(k)) {                                                                                        \
        CLSCAN_SORT_STORE(k, type, CLSCAN_SORT_INDEX(k, type, i))                                                      \
    }
#define CLSCAN_SORT_FLUSH_ARRAY(k, type, in, out, offset) CLSCAN_SORT_FLUSH(k, type)
#define CLSCAN_SORT_FLUSH_INDEX(k, type, out, offset)     CLSCAN_SORT_FLUSH(k, type)

/* Moves the elements from `begin` up to `end` to their places. */
CLSCAN_COLLECTIVE void clscan_sort_move_span(const clscan_view *v, const clscan_sort_space *space,
                                             clscan_sort_buffers buffers, uint pass, ulong begin, ulong end,
                                             local clscan_sort_storage *s) {
    const clscan_digit_field digit = clscan_digit_field_of(pass);
    const clscan_sort_source source = clscan_sort_source_of(v, space, buffers.from);
    clscan_value start[CLSCAN_DIGITS], next[CLSCAN_DIGITS], sum = 0;
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_CACHE_LINES_OF_ARRAY, CLSCAN_SORT_CACHE_LINES_OF_INDEX)
    (void)s;
    for (uint d = 0; d < CLSCAN_DIGITS; d++) {
        const uint counts_row = pass * CLSCAN_DIGITS + d;
        start[d] = next[d] = sum + *clscan_sort_counter(space, counts_row);
        sum += space->totals[counts_row];
    }
    for (ulong i = begin; i < end; i++) {
        const uint d = clscan_sort_digit_at(&source, pass, digit, i);
        const ulong place = next[d]++;
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_STORE_ARRAY, CLSCAN_SORT_STORE_INDEX)
    }
    for (uint d = 0; d < CLSCAN_DIGITS; d++) {
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_FLUSH_ARRAY, CLSCAN_SORT_FLUSH_INDEX)
    }
}

/* ------------------------------------------------------------------------------------------------ segment ids */

/* Returns how many elements from `begin` up to `end` are heads. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_count_heads_of(const clscan_view *v, ulong begin, ulong end,
                                                          local clscan_sort_storage *s) {
    clscan_value heads = 0;
    (void)s;
    for (ulong i = max(begin, 1ul); i < end; i++)
        heads += clscan_sort_is_head(v, i);
    return heads;
}

/* Stores the segment id of each element from `begin` up to `end`. `segment_id` is the id of the element before. */
CLSCAN_COLLECTIVE void clscan_sort_number_span(const clscan_view *v, ulong begin, ulong end, clscan_value segment_id,
                                               global clscan_value *segment_ids, local clscan_sort_storage *s) {
    (void)s;
    for (ulong i = begin; i < end; i++) {
        segment_id += i > 0 && clscan_sort_is_head(v, i);
        segment_ids[i] = segment_id;
    }
}

#endif
