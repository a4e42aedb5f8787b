/* Ranks the digits of tiles, by ballots or by counters. A page says which: TEST_BALLOTS. Every work-group ranks two
 * tiles in the same local storage, because the storage may be reused as soon as a ranking returns. */
#include "sub/lanes.h"
#include "tile/rank_entries.h" /* here, because a program has a file at the place of its first include only */

#if TEST_BALLOTS
#include "tile/rank_by_ballots.h"
#else
#include "tile/rank_by_counters.h"
#endif

/* entries: of all elements of a tile. ranges: two numbers for each digit of a tile. */
CLSCAN_KERNEL void test_ranks(const global uchar *digits, global uint *entries, global uint *ranges) {
    local clscan_rank_storage s;
    local clscan_digit_range found[CLSCAN_DIGITS];
    for (uint round = 0; round < 2; round++) {
        const uint tile = round * (uint)get_num_groups(0) + (uint)get_group_id(0);
        const uint first = tile * CLSCAN_WG_SIZE * CLSCAN_ITEMS + clscan_rank_first();
        uint own[CLSCAN_ITEMS];
        for (uint i = 0; i < CLSCAN_ITEMS; i++)
            own[i] = digits[first + i * clscan_rank_stride()];
        clscan_rank_count(own, found, &s);
        clscan_rank_entries(own, &s);
        for (uint i = 0; i < CLSCAN_ITEMS; i++)
            entries[first + i * clscan_rank_stride()] = own[i];
        for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE) {
            ranges[2 * (tile * CLSCAN_DIGITS + d)] = found[d].begin;
            ranges[2 * (tile * CLSCAN_DIGITS + d) + 1] = found[d].end;
        }
        clscan_barrier();
    }
}
