/* The ranks of tile/digit_ranks.h, by the ballots of sub-groups. A sub-group has consecutive elements, one for each
 * lane in each step. The digits of each sub-group are counted first, by atomic additions. Then ballots of the bits of a
 * digit show each lane which other lanes have the same digit in a step (Ashkiani et al., "GPU multisplit", PPoPP 2016).
 */
#ifndef CLSCAN_RANK_BY_BALLOTS_H
#define CLSCAN_RANK_BY_BALLOTS_H

#include "sub/lanes.h"
#include "tile/rank_entries.h"

/* The greatest possible number of sub-groups. */
#define CLSCAN_RANKING_SUB_GROUPS (CLSCAN_WG_SIZE / CLSCAN_LEAST_SUB_SIZE)

typedef struct {
    uint counters[CLSCAN_RANKING_SUB_GROUPS * CLSCAN_DIGITS];
    clscan_group_storage group;
} clscan_rank_storage;

static uint clscan_rank_first(void) {
    return clscan_sub_id() * clscan_sub_size() * CLSCAN_ITEMS + clscan_lane();
}
static uint clscan_rank_stride(void) {
    return clscan_sub_size();
}

static local uint *clscan_rank_counters(local clscan_rank_storage *s) {
    return s->counters + clscan_sub_id() * CLSCAN_DIGITS;
}

/* Replaces the counters by the rank of the first element of each digit in each sub-group. If the function is
 * inlined, the kernel takes up to 60 more registers (256 work-items of 23 pairs; ptxas 13.5, November 27, 2026). */
CLSCAN_COLLECTIVE_APART void clscan_rank_scan_counters(local clscan_digit_range *ranges, local clscan_rank_storage *s) {
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    const uint sub_groups = CLSCAN_WG_SIZE / clscan_sub_size();
    clscan_value sum = 0;
    CLSCAN_NO_UNROLL
    for (uint d = own.begin; d < own.end; d++) {
        CLSCAN_NO_UNROLL
        for (uint g = 0; g < sub_groups; g++)
            sum += s->counters[g * CLSCAN_DIGITS + d];
    }
    clscan_counts_scan(&sum, &s->group);
    uint prefix = (uint)sum;
    CLSCAN_NO_UNROLL
    for (uint d = own.begin; d < own.end; d++) {
        ranges[d].begin = prefix;
        CLSCAN_NO_UNROLL
        for (uint g = 0; g < sub_groups; g++) {
            const uint count = s->counters[g * CLSCAN_DIGITS + d];
            s->counters[g * CLSCAN_DIGITS + d] = prefix;
            prefix += count;
        }
        ranges[d].end = prefix;
    }
}

CLSCAN_COLLECTIVE void clscan_rank_count(const uint *entries, local clscan_digit_range *ranges,
                                         local clscan_rank_storage *s) {
    local uint *const counters = clscan_rank_counters(s);
    for (uint d = clscan_lane(); d < CLSCAN_DIGITS; d += clscan_sub_size())
        counters[d] = 0;
    clscan_sub_barrier();
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        atomic_inc(&counters[entries[i]]);
    clscan_barrier();
    clscan_rank_scan_counters(ranges, s);
    clscan_barrier();
}

CLSCAN_COLLECTIVE void clscan_rank_entries(uint *entries, local clscan_rank_storage *s) {
    local uint *const counters = clscan_rank_counters(s);
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const uint digit = entries[i];
        const clscan_lane_set lanes = clscan_lanes_match(digit, CLSCAN_DIGIT_BITS);
        const uint before = clscan_lanes_before(lanes), rank = counters[digit];
        entries[i] += CLSCAN_RANK_TO_ENTRY(rank + before);
        clscan_sub_barrier();
        if (before == 0)
            counters[digit] = rank + clscan_lanes_in(lanes);
        clscan_sub_barrier();
    }
    clscan_barrier();
}

#endif
