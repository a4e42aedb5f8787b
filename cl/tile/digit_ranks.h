/* A work-group ranks the elements of a tile by an 8-bit digit, stably. Two files define these names, for devices with
 * and without ballots:
 *
 *   clscan_rank_first(), clscan_rank_stride()
 *                         The place in the tile of this work-item's first element, and the distance to the next one.
 *   clscan_rank_storage   The local memory that the ranking needs.
 *   clscan_rank_count     Counts the digits of the tile's elements, and stores the range of ranks of each digit in
 *                         `ranges`. `entries` are the digits of this work-item's elements.
 *   clscan_rank_entries   Follows clscan_rank_count. Adds to the digit of each element of this work-item its rank. The
 *                         storage may be reused after the call. */
#ifndef CLSCAN_DIGIT_RANKS_H
#define CLSCAN_DIGIT_RANKS_H

#include "sub/lanes.h"
#include "tile/rank_entries.h" /* here, because a program has a file at the place of its first include only */

#if CLSCAN_BALLOTS && CLSCAN_LEAST_SUB_SIZE > 1
#include "tile/rank_by_ballots.h"
#else
#include "tile/rank_by_counters.h"
#endif

#endif
