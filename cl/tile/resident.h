/* A resident tile stays in private registers and local memory from the load of its elements to their store, so that the
 * input is read once. It is kept in packet rows (resident_rows.h), in blocked arrangement (blocked.h), or as one bit or
 * two of each element (selected_run_tile.h, selected_segments_tile.h). Each sub-group owns consecutive elements.
 * CLSCAN_RESIDENT_TILE is the number of elements in a tile. The files define the same names:
 *
 *   clscan_resident_private          The part of the tile that a lane keeps in registers.
 *   clscan_resident_local            The part of the tile that the work-group keeps in local memory.
 *   clscan_resident_load_and_reduce  Loads a tile. Returns the reduction of this sub-group's elements.
 *   clscan_resident_scan_and_store   Scans this sub-group's elements from a carry, and stores the results. */
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

/* Returns the number of elements in a tile, if there are `count` elements in all. */
static uint clscan_tile_count(ulong count, uint tile) {
    const ulong begin = min((ulong)tile * CLSCAN_RESIDENT_TILE, count);
    return min(count - begin, (ulong)CLSCAN_RESIDENT_TILE);
}
/* Returns the last tile that has an element, or 0. */
static uint clscan_last_tile(ulong count) {
    return count == 0 ? 0 : (count - 1) / CLSCAN_RESIDENT_TILE;
}

#endif
