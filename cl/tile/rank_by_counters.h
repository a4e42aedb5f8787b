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
    uint tagged[CLSCAN_SORT_TILE];
    clscan_group_storage group;
} clscan_rank_storage;

/* The place of an element in the tile, tagged with its digit. */
#define CLSCAN_TAGGED(element, digit) ((element) | (digit) << 24)
#define CLSCAN_TAGGED_ELEMENT(tagged) ((tagged)&0xFFFFFF)
#define CLSCAN_TAGGED_DIGIT(tagged)   ((tagged) >> 24)

static uint clscan_rank_first(void) {
    return get_local_id(0);
}
static uint clscan_rank_stride(void) {
    return CLSCAN_WG_SIZE;
}

/* Replaces the counters by their exclusive prefixes. Each work-item scans consecutive counters. */
CLSCAN_COLLECTIVE void clscan_rank_scan_counters(local clscan_rank_storage *s) {
    local ushort *const own = s->counters + get_local_id(0) * CLSCAN_ROUND_VALUES;
    clscan_value prefix = 0;
    for (uint i = 0; i < CLSCAN_ROUND_VALUES; i++)
        prefix += own[i];
    clscan_counts_scan(&prefix, &s->group);
    for (uint i = 0; i < CLSCAN_ROUND_VALUES; i++) {
        const uint count = own[i];
        own[i] = (ushort)prefix;
        prefix += count;
    }
}

/* Ranks the elements of the tile by four bits of their digits, from bit `shift` on. */
CLSCAN_COLLECTIVE void clscan_rank_round(const uint *tagged, uint shift, uint *ranks, local clscan_rank_storage *s) {
    local ushort *const column = s->counters + get_local_id(0);
    for (uint i = 0; i < CLSCAN_ROUND_VALUES; i++)
        column[i * CLSCAN_WG_SIZE] = 0;
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const uint bits = CLSCAN_TAGGED_DIGIT(tagged[i]) >> shift & (CLSCAN_ROUND_VALUES - 1);
        ranks[i] = column[bits * CLSCAN_WG_SIZE]++;
    }
    clscan_barrier();
    clscan_rank_scan_counters(s);
    clscan_barrier();
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const uint bits = CLSCAN_TAGGED_DIGIT(tagged[i]) >> shift & (CLSCAN_ROUND_VALUES - 1);
        ranks[i] += column[bits * CLSCAN_WG_SIZE];
    }
    clscan_barrier();
}

/* Puts the elements in the order of their ranks. Each work-item then has consecutive ranks. */
CLSCAN_COLLECTIVE void clscan_rank_permute(uint *tagged, const uint *ranks, local clscan_rank_storage *s) {
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        s->tagged[ranks[i]] = tagged[i];
    clscan_barrier();
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        tagged[i] = s->tagged[get_local_id(0) * CLSCAN_ITEMS + i];
}

CLSCAN_COLLECTIVE void clscan_rank_count(const uint *entries, local clscan_digit_range *ranges,
                                         local clscan_rank_storage *s) {
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    for (uint d = own.begin; d < own.end; d++)
        ranges[d].end = 0;
    clscan_barrier();
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        atomic_inc(&ranges[entries[i]].end);
    clscan_barrier();
    clscan_value prefix = 0;
    for (uint d = own.begin; d < own.end; d++)
        prefix += ranges[d].end;
    clscan_counts_scan(&prefix, &s->group);
    for (uint d = own.begin; d < own.end; d++) {
        ranges[d].begin = (uint)prefix;
        prefix += ranges[d].end;
        ranges[d].end = (uint)prefix;
    }
    clscan_barrier();
}

CLSCAN_COLLECTIVE void clscan_rank_entries(uint *entries, local clscan_rank_storage *s) {
    uint tagged[CLSCAN_ITEMS], ranks[CLSCAN_ITEMS];
    /* Striped to blocked: each work-item gets consecutive elements. */
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        s->tagged[i * CLSCAN_WG_SIZE + get_local_id(0)] =
            CLSCAN_TAGGED(i * CLSCAN_WG_SIZE + (uint)get_local_id(0), entries[i]);
    clscan_barrier();
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        tagged[i] = s->tagged[get_local_id(0) * CLSCAN_ITEMS + i];
    /* Round 1 orders the elements by the low bits of their digits. */
    clscan_rank_round(tagged, 0, ranks, s);
    clscan_rank_permute(tagged, ranks, s);
    /* Round 2 orders the elements by the high bits. The round is stable, so the elements are then in the order of their
     * digits. */
    clscan_rank_round(tagged, CLSCAN_ROUND_BITS, ranks, s);
    clscan_rank_permute(tagged, ranks, s);
    clscan_barrier();
    /* Blocked to striped: each rank goes back to the work-item that owns the element. */
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        s->tagged[CLSCAN_TAGGED_ELEMENT(tagged[i])] = get_local_id(0) * CLSCAN_ITEMS + i;
    clscan_barrier();
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        entries[i] += CLSCAN_RANK_TO_ENTRY(s->tagged[i * CLSCAN_WG_SIZE + get_local_id(0)]);
    clscan_barrier();
}

#endif
