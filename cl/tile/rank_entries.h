/* Shared by the two ways to rank the elements of a tile: the entries. */
#ifndef CLSCAN_RANK_ENTRIES_H
#define CLSCAN_RANK_ENTRIES_H

#include "item/share.h"
#include "task/sort.h"
#include "tile/counts.h"

#define CLSCAN_SORT_TILE (CLSCAN_WG_SIZE * CLSCAN_ITEMS)

/* An entry is the digit of an element, to which the ranking adds the element's rank in the tile. */
#define CLSCAN_ENTRY_DIGIT(entry) ((entry) & (CLSCAN_DIGITS - 1))
#define CLSCAN_ENTRY_RANK(entry)  ((entry) >> CLSCAN_DIGIT_BITS)
#define CLSCAN_RANK_TO_ENTRY(n)   ((n) << CLSCAN_DIGIT_BITS) /* adding this number to an entry adds n to its rank */

/* The ranks of the elements with one digit. If there are none, both are equal. */
typedef struct {
    uint begin, end;
} clscan_digit_range;

CLSCAN_ASSERT(CLSCAN_SORT_TILE <= 65536, ranks_fit_16_bits);

#endif
