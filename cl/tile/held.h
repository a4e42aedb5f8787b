/* A tile that a work-group holds between reading its input once and writing: in rows of packets, or in runs. Either way
 * each sub-group owns consecutive elements, and there are, by the same names:
 *   CLSCAN_HELD         elements in a tile
 *   clscan_held         what a lane keeps in registers
 *   clscan_held_storage what the work-group keeps in local memory
 *   clscan_held_load    loads a tile; returns the reduction of this sub-group's elements
 *   clscan_held_store   scans them from a carry on, and stores them */
#ifndef CLSCAN_TILE_HELD_H
#define CLSCAN_TILE_HELD_H

#undef CLSCAN_GROUP
#define CLSCAN_GROUP "group/sub_group.h"
#include "group/sub_group.h"
#include "item/view.h"

#if CLSCAN_PRIVATE_ROWS > 0
#define CLSCAN_HELD (CLSCAN_WG_SIZE * (CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS) * CLSCAN_PACKET)
#else
#define CLSCAN_HELD (CLSCAN_WG_SIZE * CLSCAN_ITEMS)
#endif

/* How many of its elements a tile has; and the last tile that has any, or tile 0. */
static uint clscan_left(ulong count, uint tile) {
    const ulong begin = min((ulong)tile * CLSCAN_HELD, count);
    return min(count - begin, (ulong)CLSCAN_HELD);
}
static uint clscan_last_tile(ulong count) {
    return count == 0 ? 0 : (count - 1) / CLSCAN_HELD;
}

#endif
