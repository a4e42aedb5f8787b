/* Shared by the two ways to rank the elements of a tile: entries, and sums over the work-items before. */
#ifndef CLSCAN_RANK_ENTRIES_H
#define CLSCAN_RANK_ENTRIES_H

#include "item/share.h"
#include "task/sort.h"
#include "tile/tile.h"

#define CLSCAN_SORT_TILE (CLSCAN_WG_SIZE * CLSCAN_ITEMS)

/* An entry is the digit of an element, to which the ranking adds the element's rank in the tile. */
#define CLSCAN_ENTRY_DIGIT(entry) ((entry) & (CLSCAN_DIGITS - 1))
#define CLSCAN_ENTRY_RANK(entry)  ((entry) >> CLSCAN_DIGIT_BITS)
#define CLSCAN_ENTRY_RANKS(n)     ((n) << CLSCAN_DIGIT_BITS) /* what adds n to the rank of an entry */

/* The ranks of the elements with one digit. If there are none, both are equal. */
typedef struct {
    uint begin, end;
} clscan_digit_range;

CLSCAN_ASSERT(CLSCAN_SORT_TILE <= 65536, ranks_fit_16_bits);

/* Replaces the sum of each work-item by the sum of all work-items before this one. Returns the total. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_prefix(clscan_value *sum, local clscan_group_storage *s) {
    clscan_t x[CLSCAN_GROUP_WIDTH];
    for (uint i = 0; i < CLSCAN_GROUP_WIDTH; i++)
        x[i] = i > 0 ? clscan_identity() : (clscan_t)*sum;
    const clscan_t total = clscan_group_scan(x, s);
    *sum = x[0];
    return total;
}

#endif
