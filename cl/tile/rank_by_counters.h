/* The ranks of tile/digit_ranks.h, on every device: in two rounds of 4 bits. In each round, a work-item has consecutive
 * elements, and counts each of the 16 values of these bits in a column of counters of its own (Satish, Harris and
 * Garland, "Designing efficient sorting algorithms for manycore GPUs", IPDPS 2009). The exclusive prefixes of the
 * counters, in the order of values and then of work-items, are the ranks. */
#ifndef CLSCAN_RANK_BY_COUNTERS_H
#define CLSCAN_RANK_BY_COUNTERS_H

#include "tile/rank_entries.h"

#define CLSCAN_ROUND_BITS   (CLSCAN_DIGIT_BITS / 2)
#define CLSCAN_ROUND_VALUES (1 << CLSCAN_ROUND_BITS)

typedef struct {
    ushort counters[CLSCAN_ROUND_VALUES * CLSCAN_WG_SIZE];
    uint entries[CLSCAN_SORT_TILE];
    clscan_group_storage group;
} clscan_rank_storage;

/* Replaces the counters by their exclusive prefixes. Each work-item scans consecutive counters. */
CLSCAN_COLLECTIVE void clscan_rank_scan_counters(local clscan_rank_storage *s) {
    local ushort *const own = s->counters + get_local_id(0) * CLSCAN_ROUND_VALUES;
    clscan_value prefix = 0;
    for (uint i = 0; i < CLSCAN_ROUND_VALUES; i++)
        prefix += own[i];
    clscan_sort_prefix(&prefix, &s->group);
    for (uint i = 0; i < CLSCAN_ROUND_VALUES; i++) {
        const uint count = own[i];
        own[i] = (ushort)prefix;
        prefix += count;
    }
}

/* Ranks the entries of the tile by four bits of their digits, from bit `shift` on. This work-item has the first `own`
 * of `entries`. */
CLSCAN_COLLECTIVE void clscan_rank_round(const uint *entries, uint own, uint shift, uint *ranks,
                                         local clscan_rank_storage *s) {
    local ushort *const column = s->counters + get_local_id(0);
    for (uint i = 0; i < CLSCAN_ROUND_VALUES; i++)
        column[i * CLSCAN_WG_SIZE] = 0;
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const uint bits = CLSCAN_ENTRY_DIGIT(entries[i]) >> shift & (CLSCAN_ROUND_VALUES - 1);
        if (i < own)
            ranks[i] = column[bits * CLSCAN_WG_SIZE]++;
    }
    clscan_barrier();
    clscan_rank_scan_counters(s);
    clscan_barrier();
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const uint bits = CLSCAN_ENTRY_DIGIT(entries[i]) >> shift & (CLSCAN_ROUND_VALUES - 1);
        if (i < own)
            ranks[i] += column[bits * CLSCAN_WG_SIZE];
    }
    clscan_barrier();
}

/* Loads the `own` entries of this work-item, which are consecutive in the tile. */
static void clscan_rank_load(const local clscan_rank_storage *s, uint *entries, uint own) {
    const uint first = get_local_id(0) * CLSCAN_ITEMS;
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        entries[i] = i < own ? s->entries[first + i] : 0;
}

/* Ranks the `n` entries in s->entries. Stores the rank of each element in `ranks`, and the digits in the order of the
 * ranks in `digits`. */
CLSCAN_COLLECTIVE void clscan_rank_digits(uint n, local ushort *ranks, local uchar *digits,
                                          local clscan_rank_storage *s) {
    const uint first = min((uint)get_local_id(0) * CLSCAN_ITEMS, n), own = min(n - first, (uint)CLSCAN_ITEMS);
    uint entries[CLSCAN_ITEMS], rank[CLSCAN_ITEMS];
    clscan_rank_load(s, entries, own);
    clscan_rank_round(entries, own, 0, rank, s);
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i < own)
            s->entries[rank[i]] = entries[i];
    clscan_barrier();
    clscan_rank_load(s, entries, own);
    clscan_rank_round(entries, own, CLSCAN_ROUND_BITS, rank, s);
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i < own) {
            ranks[CLSCAN_ENTRY_ELEMENT(entries[i])] = (ushort)rank[i];
            digits[rank[i]] = (uchar)CLSCAN_ENTRY_DIGIT(entries[i]);
        }
    clscan_barrier();
}

#endif
