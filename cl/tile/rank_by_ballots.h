/* The ranks of tile/digit_ranks.h, by the ballots of sub-groups. A sub-group has consecutive elements, one for each
 * lane in each step. Ballots of the bits of a digit tell each lane which other lanes have the same digit in this step
 * (Ashkiani et al., "GPU multisplit", PPoPP 2016). A table counts the digits of each sub-group. */
#ifndef CLSCAN_RANK_BY_BALLOTS_H
#define CLSCAN_RANK_BY_BALLOTS_H

#include "sub/lanes.h"
#include "tile/rank_entries.h"

/* The greatest possible number of sub-groups. */
#define CLSCAN_RANKING_SUB_GROUPS (CLSCAN_WG_SIZE / CLSCAN_LEAST_SUB_SIZE)

typedef struct {
    ushort counters[CLSCAN_RANKING_SUB_GROUPS * CLSCAN_DIGITS];
    uint entries[CLSCAN_SORT_TILE];
    clscan_group_storage group;
} clscan_rank_storage;

/* Returns the set of lanes that have this digit in the step. Lanes whose element is not `present` are in no set. */
static clscan_lane_set clscan_lanes_with(uint digit, bool present) {
    clscan_lane_set lanes = clscan_ballot(present);
    CLSCAN_UNROLL
    for (uint bit = 0; bit < CLSCAN_DIGIT_BITS; bit++) {
        const bool is_set = digit >> bit & 1;
        const clscan_lane_set set = clscan_ballot(is_set);
        lanes &= is_set ? set : ~set;
    }
    return lanes;
}

/* Ranks this lane's elements among those of its sub-group with the same digit, and counts the digits. `first` is the
 * place of this lane's element of the first step, and `n` the number of elements in the tile. */
static void clscan_rank_in_sub_group(const local clscan_rank_storage *s, uint first, uint n, uint *entries, uint *ranks,
                                     local ushort *counters) {
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const uint e = first + i * clscan_sub_size();
        entries[i] = e < n ? s->entries[e] : 0;
        const uint digit = CLSCAN_ENTRY_DIGIT(entries[i]);
        const clscan_lane_set lanes = clscan_lanes_with(digit, e < n);
        const uint before = clscan_lanes_before(lanes), count = counters[digit];
        ranks[i] = count + before;
        clscan_sub_barrier();
        if (e < n && before == 0)
            counters[digit] = (ushort)(count + clscan_lanes_in(lanes));
        clscan_sub_barrier();
    }
}

/* Replaces the counters by the rank of the first element of each digit in each sub-group. */
CLSCAN_COLLECTIVE void clscan_rank_scan_counters(local clscan_rank_storage *s) {
    const uint first = min((uint)get_local_id(0) * CLSCAN_DIGITS_EACH, (uint)CLSCAN_DIGITS),
               last = min(first + CLSCAN_DIGITS_EACH, (uint)CLSCAN_DIGITS);
    const uint sub_groups = CLSCAN_WG_SIZE / clscan_sub_size();
    clscan_value prefix = 0;
    for (uint d = first; d < last; d++)
        for (uint g = 0; g < sub_groups; g++)
            prefix += s->counters[g * CLSCAN_DIGITS + d];
    clscan_sort_prefix(&prefix, &s->group);
    for (uint d = first; d < last; d++)
        for (uint g = 0; g < sub_groups; g++) {
            const uint count = s->counters[g * CLSCAN_DIGITS + d];
            s->counters[g * CLSCAN_DIGITS + d] = (ushort)prefix;
            prefix += count;
        }
}

/* Ranks the `n` entries in s->entries. Stores the rank of each element in `ranks`, and the digits in the order of the
 * ranks in `digits`. */
CLSCAN_COLLECTIVE void clscan_rank_digits(uint n, local ushort *ranks, local uchar *digits,
                                          local clscan_rank_storage *s) {
    const uint first = clscan_sub_id() * clscan_sub_size() * CLSCAN_ITEMS + clscan_lane();
    local ushort *const counters = s->counters + clscan_sub_id() * CLSCAN_DIGITS;
    uint entries[CLSCAN_ITEMS], rank[CLSCAN_ITEMS];
    for (uint d = clscan_lane(); d < CLSCAN_DIGITS; d += clscan_sub_size())
        counters[d] = 0;
    clscan_sub_barrier();
    clscan_rank_in_sub_group(s, first, n, entries, rank, counters);
    clscan_barrier();
    clscan_rank_scan_counters(s);
    clscan_barrier();
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (first + i * clscan_sub_size() < n) {
            const uint digit = CLSCAN_ENTRY_DIGIT(entries[i]), all = rank[i] + counters[digit];
            ranks[CLSCAN_ENTRY_ELEMENT(entries[i])] = (ushort)all;
            digits[all] = (uchar)digit;
        }
    clscan_barrier();
}

#endif
