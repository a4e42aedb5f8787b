/* A work-group counts and gathers the elements of its span of a top-k. */
#ifndef CLSCAN_TOP_K_BY_GROUP_H
#define CLSCAN_TOP_K_BY_GROUP_H

#include "grid/sort/sort_by_group.h"
#include "grid/top_k/top_k_space.h"

typedef struct {
    uint counts[CLSCAN_DIGITS];
    clscan_group_storage group;
    clscan_found_digit found;
    uint any;
} clscan_top_k_storage;

CLSCAN_ASSERT(sizeof(clscan_top_k_storage) <= CLSCAN_SORT_LOCAL_BYTES, top_k_fits);

/* --------------------------------------------------------------------------------------------- the threshold */

/* Returns the next digit of the threshold: the digit of the candidate with rank `wanted` (from 1 on) when candidates
 * are in the order of this digit. `totals` are the pass's counts. */
CLSCAN_COLLECTIVE clscan_found_digit clscan_top_k_find(clscan_top_k_totals totals, clscan_value wanted,
                                                       local clscan_top_k_storage *s) {
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    clscan_value sum = 0;
    for (uint d = own.begin; d < own.end; d++)
        sum += clscan_top_k_total(&totals, d);
    clscan_counts_scan(&sum, &s->group);
    for (uint d = own.begin; d < own.end; d++) {
        const clscan_value count = clscan_top_k_total(&totals, d);
        if (sum < wanted && wanted - sum <= count) {
            s->found.digit = d;
            s->found.before = sum;
            s->found.count = count;
        }
        sum += count;
    }
    clscan_barrier();
    const clscan_found_digit found = s->found;
    clscan_barrier();
    return found;
}

/* Returns the prefix of the part of this work-group in its row. The part begins with element `begin` of the row. */
CLSCAN_COLLECTIVE clscan_top_k_prefix clscan_top_k_prefix_of(const clscan_sort_space *select_space, clscan_threshold t,
                                                             uint parts, ulong begin, local clscan_top_k_storage *s) {
    clscan_top_k_prefix prefix = { 0, (clscan_value)begin };
    clscan_value below = 0;
    for (uint p = 0; p < t.passes; p++) {
        const uint pass = clscan_top_k_sort_pass(p), counts_row = pass * CLSCAN_DIGITS,
                   digit = clscan_top_k_digit(t, pass);
        for (uint d = get_local_id(0); d < digit; d += CLSCAN_WG_SIZE)
            below += clscan_top_k_counted_before(select_space, parts, counts_row + d);
        prefix.candidates = clscan_top_k_counted_before(select_space, parts, counts_row + digit);
    }
    prefix.below = clscan_counts_scan(&below, &s->group);
    clscan_barrier();
    return prefix;
}

/* ------------------------------------------------------------------------------------------------- the counts */

/* Loads the ordered bits of this work-item's elements of a tile, as clscan_sort_load_bits does. */
static void clscan_top_k_load_bits(const global clscan_in *source, clscan_top_k_row row, ulong at, ulong end,
                                   clscan_sort_bits *bits) {
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        bits[i] = clscan_top_k_bits(source[clscan_top_k_at(row, min(at + i * CLSCAN_WG_SIZE, end - 1))]);
}

/* Counts the digits of the candidates from `begin` up to `end` in a row. Stores the counts `stride` apart. */
CLSCAN_COLLECTIVE void clscan_top_k_count_span(const global clscan_in *source, clscan_top_k_row row, clscan_threshold t,
                                               uint pass, ulong begin, ulong end, global clscan_value *counts,
                                               size_t stride, local clscan_top_k_storage *s) {
    const clscan_digit_field digit = clscan_digit_field_of(pass);
    for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE)
        s->counts[d] = 0;
    clscan_barrier();
    CLSCAN_UNROLL_BY_4
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE) {
        const clscan_sort_bits bits = clscan_top_k_bits(source[clscan_top_k_at(row, i)]);
        if ((bits & t.mask) == t.value)
            atomic_inc(&s->counts[clscan_digit_in(digit, bits)]);
    }
    clscan_barrier();
    for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE)
        counts[d * stride] = s->counts[d];
}

/* --------------------------------------------------------------------------------------------- the gathering */

/* Returns true if an element of the tile at `at` may be wanted. */
CLSCAN_COLLECTIVE bool clscan_top_k_tile_may_have_wanted(const global clscan_in *source, clscan_top_k_row row,
                                                         clscan_threshold t, ulong at, ulong end,
                                                         local clscan_top_k_storage *s) {
    clscan_sort_bits bits[CLSCAN_ITEMS];
    bool any = false;
    if (get_local_id(0) == 0)
        s->any = 0;
    clscan_barrier();
    if (at + get_local_id(0) < end) {
        clscan_top_k_load_bits(source, row, at + get_local_id(0), end, bits);
        CLSCAN_UNROLL_RUN
        for (uint i = 0; i < CLSCAN_ITEMS; i++)
            any = any || (bits[i] & t.mask) <= t.value;
    }
    if (any)
        atomic_or(&s->any, 1u);
    clscan_barrier();
    const bool result = s->any;
    clscan_barrier();
    return result;
}

/* Gathers the wanted elements from `begin` up to `end` of a row. Most tiles have none if k is small. In the others,
 * each work-item moves consecutive elements, after the work-group has scanned how many each work-item has. The arrays
 * are declared before the loop, its inner loops count to CLSCAN_ITEMS, and the work-item's own counts are not in a
 * struct: PoCL 3.1 made kernels that crash, or that never end, of other forms of this function (27 November 2026). */
CLSCAN_COLLECTIVE void clscan_top_k_gather_span(const clscan_view *v, const clscan_sort_space *space,
                                                clscan_top_k_row row, clscan_threshold t, clscan_top_k_prefix prefix,
                                                ulong begin, ulong end, local clscan_top_k_storage *s) {
    CLSCAN_SORT_ARRAYS(CLSCAN_TOP_K_ARRAY_ENDS, CLSCAN_TOP_K_INDEX_ENDS)
    for (ulong at = begin; at < end; at += CLSCAN_SORT_TILE) {
        const ulong first = at + get_local_id(0) * CLSCAN_ITEMS;
        clscan_value below = 0, candidates = 0;
        if (!clscan_top_k_tile_may_have_wanted(source0, row, t, at, end, s))
            continue;
        for (uint item = 0; item < CLSCAN_ITEMS && first + item < end; item++) {
            const clscan_sort_bits known = clscan_top_k_known_bits(t, source0[clscan_top_k_at(row, first + item)]);
            below += known < t.value;
            candidates += known == t.value;
        }
        const clscan_value all_below = clscan_counts_scan(&below, &s->group);
        clscan_barrier();
        const clscan_value all_candidates = clscan_counts_scan(&candidates, &s->group);
        clscan_barrier();
        clscan_top_k_prefix next = { prefix.below + below, prefix.candidates + candidates };
        for (uint item = 0; item < CLSCAN_ITEMS && first + item < end; item++) {
            const ulong i = first + item;
            const clscan_sort_bits known = clscan_top_k_known_bits(t, source0[clscan_top_k_at(row, i)]);
            const ulong place = clscan_top_k_place(row, t, next);
            if (clscan_top_k_is_wanted(t, next, known)) {
                CLSCAN_SORT_ARRAYS(CLSCAN_TOP_K_GATHER_ARRAY, CLSCAN_TOP_K_GATHER_INDEX)
            }
            next = clscan_top_k_prefix_add(t, next, known);
        }
        prefix.below += all_below;
        prefix.candidates += all_candidates;
    }
}

#endif
