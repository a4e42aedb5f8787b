/* A resident tile stays in private registers and local memory from the load of its elements to their store, so that the
 * input is read once. It is kept either in packet rows (resident_rows.h) or in blocked arrangement (blocked.h). Each
 * sub-group owns consecutive elements, and both files define the same names:
 *   CLSCAN_RESIDENT_TILE         elements in a tile
 *   clscan_resident_private         what a lane keeps in registers
 *   clscan_resident_local what the work-group keeps in local memory
 *   clscan_resident_load    loads a tile; returns the reduction of this sub-group's elements
 *   clscan_resident_store   scans them from a carry on, and stores them */
#ifndef CLSCAN_TILE_RESIDENT_H
#define CLSCAN_TILE_RESIDENT_H

#undef CLSCAN_GROUP
#define CLSCAN_GROUP "group/sub_group.h"
#include "group/sub_group.h"
#include "item/view.h"

#if CLSCAN_PRIVATE_ROWS > 0
#define CLSCAN_RESIDENT_TILE (CLSCAN_WG_SIZE * (CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS) * CLSCAN_PACKET)
#else
#define CLSCAN_RESIDENT_TILE (CLSCAN_WG_SIZE * CLSCAN_ITEMS)
#endif

/* How many of its elements a tile has; and the last tile that has any, or tile 0. */
static uint clscan_left(ulong count, uint tile) {
    const ulong begin = min((ulong)tile * CLSCAN_RESIDENT_TILE, count);
    return min(count - begin, (ulong)CLSCAN_RESIDENT_TILE);
}
static uint clscan_last_tile(ulong count) {
    return count == 0 ? 0 : (count - 1) / CLSCAN_RESIDENT_TILE;
}

#endif
