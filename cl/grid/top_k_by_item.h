/* A single work-item counts and gathers the elements of its span of a top-k, streaming through the span. */
#ifndef CLSCAN_TOP_K_BY_ITEM_H
#define CLSCAN_TOP_K_BY_ITEM_H

#include "grid/sort_by_item.h"
#include "grid/top_k_space.h"

typedef clscan_sort_storage clscan_top_k_storage;

enum { CLSCAN_TOP_K_CHUNK = 64 };

/* Returns the threshold after `done` passes, where `k` of `n` elements are wanted. */
CLSCAN_COLLECTIVE clscan_threshold clscan_top_k_threshold(const clscan_sort_space *space, uint done, ulong n, ulong k,
                                                          local clscan_top_k_storage *s) {
    clscan_threshold t = { 0, 0, (clscan_value)k, 0, k == n };
    (void)s;
    while (t.passes < done && !t.all) {
        const global clscan_value *const totals = space->totals + clscan_top_k_pass(t.passes) * CLSCAN_DIGITS;
        clscan_found_digit found = { 0, 0, totals[0] };
        while (found.digit < CLSCAN_DIGITS - 1 && t.wanted - found.before > found.count) {
            found.before += found.count;
            found.count = totals[++found.digit];
        }
        t = clscan_top_k_narrowed(t, found);
    }
    return t;
}

/* Returns what is before the span of this work-item, which begins at `begin`. */
CLSCAN_COLLECTIVE clscan_top_k_prefix clscan_top_k_prefix_of(const clscan_sort_space *counted, clscan_threshold t,
                                                             ulong begin, local clscan_top_k_storage *s) {
    clscan_top_k_prefix prefix = { 0, (clscan_value)begin };
    (void)s;
    for (uint p = 0; p < t.passes; p++) {
        const uint pass = clscan_top_k_pass(p), row = pass * CLSCAN_DIGITS, digit = clscan_top_k_digit(t, pass);
        for (uint d = 0; d < digit; d++)
            prefix.below += *clscan_sort_counter(counted, row + d);
        prefix.candidates = *clscan_sort_counter(counted, row + digit);
    }
    return prefix;
}

/* Returns true if one of the elements from `begin` up to `end` may be a candidate, or if `below` says so, below the
 * threshold. Compilers make vectors of the loop. */
static bool clscan_top_k_any_in(const global clscan_in *from, clscan_threshold t, bool below, ulong begin, ulong end) {
    uint any = 0;
    for (ulong i = begin; i < end; i++) {
        const clscan_sort_bits known = clscan_top_k_known_bits(t, from[i]);
        any |= (known == t.value) | (below & (known < t.value));
    }
    return any;
}

/* Counts the digits of the candidates from `begin` up to `end`. Stores the counts in the column of the span. */
CLSCAN_COLLECTIVE void clscan_top_k_count_span(const global clscan_in *from, clscan_threshold t, uint pass, ulong begin,
                                               ulong end, const clscan_sort_space *space,
                                               local clscan_top_k_storage *s) {
    const clscan_digit digit = clscan_digit_of(pass);
    clscan_value own[CLSCAN_DIGITS];
    (void)s;
    for (uint d = 0; d < CLSCAN_DIGITS; d++)
        own[d] = 0;
    for (ulong at = begin; at < end; at += CLSCAN_TOP_K_CHUNK) {
        const ulong stop = min(at + CLSCAN_TOP_K_CHUNK, end);
        if (t.mask && !clscan_top_k_any_in(from, t, false, at, stop))
            continue;
        for (ulong i = at; i < stop; i++) {
            const clscan_sort_bits bits = clscan_top_k_bits(from[i]);
            own[clscan_digit_in(digit, bits)] += (bits & t.mask) == t.value;
        }
    }
    for (uint d = 0; d < CLSCAN_DIGITS; d++)
        *clscan_sort_counter(space, pass * CLSCAN_DIGITS + d) = own[d];
}

/* Gathers the wanted elements from `begin` up to `end`. */
CLSCAN_COLLECTIVE void clscan_top_k_gather_span(const clscan_view *v, const clscan_sort_space *space,
                                                clscan_threshold t, clscan_top_k_prefix prefix, ulong begin, ulong end,
                                                local clscan_top_k_storage *s) {
    (void)s;
    for (ulong at = begin; at < end; at += CLSCAN_TOP_K_CHUNK) {
        const ulong stop = min(at + CLSCAN_TOP_K_CHUNK, end);
        if (clscan_top_k_any_in(v->in, t, true, at, stop))
            prefix = clscan_top_k_gather_serially(v, space, t, prefix, at, stop);
    }
}

#endif
