/* The scan of a tile: every work-item reduces its items, the group scans the totals, and every work-item then scans its
 * items from their prefix. */
#ifndef CLSCAN_TILE_SCAN_H
#define CLSCAN_TILE_SCAN_H

#include "group/reduce.h"
#include "item/serial.h"
#include "tile/tile.h"

/* Sets before[v] to the prefix of the items of value v, which lie in this work-item's run x. `carry` is the prefix of
 * the tile. Returns the prefix of the next tile. */
CLSCAN_COLLECTIVE clscan_t clscan_tile_scan(const clscan_t *x, clscan_t *before, clscan_t carry,
                                            local clscan_tile_storage *s) {
    for (uint v = 0; v < CLSCAN_GROUP_WIDTH; v++)
        before[v] = clscan_item_reduce(x + v * CLSCAN_ITEMS, CLSCAN_ITEMS);
    const clscan_t total = clscan_group_scan(before, &s->group);
    for (uint v = 0; v < CLSCAN_GROUP_WIDTH; v++)
        before[v] = clscan_combine(carry, before[v]);
    return clscan_combine(carry, total);
}

/* Returns the reduction of the tile. */
CLSCAN_COLLECTIVE clscan_t clscan_tile_reduce(const clscan_t *x, local clscan_tile_storage *s) {
    return clscan_group_reduce(clscan_item_reduce(x, CLSCAN_RUN), s->values);
}

#endif
