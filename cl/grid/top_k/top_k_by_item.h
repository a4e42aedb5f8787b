/* A single work-item counts and gathers the elements of its span of a top-k, streaming through the span. */
#ifndef CLSCAN_TOP_K_BY_ITEM_H
#define CLSCAN_TOP_K_BY_ITEM_H

#include "grid/sort/sort_by_item.h"
#include "grid/top_k/top_k_space.h"

typedef clscan_sort_storage clscan_top_k_storage;

/* The elements that are tested together for candidates. Not tuned by device: a chunk has several vectors of every CPU,
 * and is so short that most chunks have no candidate if k is small. Other numbers were not measured. */
enum { CLSCAN_TOP_K_CHUNK = 64 };

/* Returns the next digit of the threshold: the digit of the candidate with rank `wanted` (from 1 on) when candidates
 * are in the order of this digit. `totals` are the pass's counts. */
CLSCAN_COLLECTIVE clscan_found_digit clscan_top_k_find(clscan_top_k_totals totals, clscan_value wanted,
                                                       local clscan_top_k_storage *s) {
    clscan_found_digit found = { 0, 0, clscan_top_k_total(&totals, 0) };
    (void)s;
    while (found.digit < CLSCAN_DIGITS - 1 && wanted - found.before > found.count) {
        found.before += found.count;
        found.count = clscan_top_k_total(&totals, ++found.digit);
    }
    return found;
}

/* Returns the prefix of the part of this work-item in its row. The part begins with element `begin` of the row. */
CLSCAN_COLLECTIVE clscan_top_k_prefix clscan_top_k_prefix_of(const clscan_sort_space *select_space, clscan_threshold t,
                                                             uint parts, ulong begin, local clscan_top_k_storage *s) {
    clscan_top_k_prefix prefix = { 0, (clscan_value)begin };
    (void)s;
    for (uint p = 0; p < t.passes; p++) {
        const uint pass = clscan_top_k_sort_pass(p), counts_row = pass * CLSCAN_DIGITS,
                   digit = clscan_top_k_digit(t, pass);
        for (uint d = 0; d < digit; d++)
            prefix.below += clscan_top_k_counted_before(select_space, parts, counts_row + d);
        prefix.candidates = clscan_top_k_counted_before(select_space, parts, counts_row + digit);
    }
    return prefix;
}

/* Returns true if an element from `begin` up to `end` is a candidate, or with `below`, if one is below the threshold.
 * Compilers make vectors of the loop. */
static bool clscan_top_k_any_in(const global clscan_in *source, clscan_top_k_row row, clscan_threshold t, bool below,
                                ulong begin, ulong end) {
    uint any = 0;
    for (ulong i = begin; i < end; i++) {
        const clscan_sort_bits known = clscan_top_k_known_bits(t, source[clscan_top_k_at(row, i)]);
        any |= (known == t.value) | (below & (known < t.value));
    }
    return any;
}

/* Counts the digits of the candidates from `begin` up to `end` in a row. Stores the counts `stride` apart. */
CLSCAN_COLLECTIVE void clscan_top_k_count_span(const global clscan_in *source, clscan_top_k_row row, clscan_threshold t,
                                               uint pass, ulong begin, ulong end, global clscan_value *counts,
                                               size_t stride, local clscan_top_k_storage *s) {
    const clscan_digit_field digit = clscan_digit_field_of(pass);
    clscan_value own[CLSCAN_DIGITS];
    (void)s;
    for (uint d = 0; d < CLSCAN_DIGITS; d++)
        own[d] = 0;
    for (ulong chunk_begin = begin; chunk_begin < end; chunk_begin += CLSCAN_TOP_K_CHUNK) {
        const ulong chunk_end = min(chunk_begin + CLSCAN_TOP_K_CHUNK, end);
        if (t.mask && !clscan_top_k_any_in(source, row, t, false, chunk_begin, chunk_end))
            continue;
        for (ulong i = chunk_begin; i < chunk_end; i++) {
            const clscan_sort_bits bits = clscan_top_k_bits(source[clscan_top_k_at(row, i)]);
            own[clscan_digit_in(digit, bits)] += (bits & t.mask) == t.value;
        }
    }
    for (uint d = 0; d < CLSCAN_DIGITS; d++)
        counts[d * stride] = own[d];
}

/* Gathers the wanted elements from `begin` up to `end` of a row. */
CLSCAN_COLLECTIVE void clscan_top_k_gather_span(const clscan_view *v, const clscan_sort_space *space,
                                                clscan_top_k_row row, clscan_threshold t, clscan_top_k_prefix prefix,
                                                ulong begin, ulong end, local clscan_top_k_storage *s) {
    (void)s;
    CLSCAN_SORT_ARRAYS(CLSCAN_TOP_K_ARRAY_ENDS, CLSCAN_TOP_K_INDEX_ENDS)
    for (ulong chunk_begin = begin; chunk_begin < end; chunk_begin += CLSCAN_TOP_K_CHUNK) {
        const ulong chunk_end = min(chunk_begin + CLSCAN_TOP_K_CHUNK, end);
        if (!clscan_top_k_any_in(source0, row, t, true, chunk_begin, chunk_end))
            continue;
        for (ulong i = chunk_begin; i < chunk_end; i++) {
            const clscan_sort_bits known = clscan_top_k_known_bits(t, source0[clscan_top_k_at(row, i)]);
            const ulong place = clscan_top_k_place(row, t, prefix);
            if (clscan_top_k_is_wanted(t, prefix, known)) {
                CLSCAN_SORT_ARRAYS(CLSCAN_TOP_K_GATHER_ARRAY, CLSCAN_TOP_K_GATHER_INDEX)
            }
            prefix = clscan_top_k_prefix_add(t, prefix, known);
        }
    }
}

#endif
