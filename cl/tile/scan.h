/* The three-phase scan of a tile: every work-item reduces its items, the group scans the totals, every work-item scans
 * its items from there. */
#ifndef CLSCAN_TILE_SCAN_H
#define CLSCAN_TILE_SCAN_H

#include "group/reduce.h"
#include "item/serial.h"
#include "tile/tile.h"

/* Scans the runs x in place from `carry`; returns the carry for the tile that follows. */
static clscan_t clscan_tile_scan(clscan_t *x, clscan_t carry, bool exclusive, local clscan_tile_storage *s) {
    clscan_t value[CLSCAN_GROUP_WIDTH];
    for (uint v = 0; v < CLSCAN_GROUP_WIDTH; v++)
        value[v] = clscan_item_reduce(x + v * CLSCAN_ITEMS, CLSCAN_ITEMS);
    clscan_t total = clscan_group_scan(value, &s->group);
    for (uint v = 0; v < CLSCAN_GROUP_WIDTH; v++)
        clscan_item_scan(x + v * CLSCAN_ITEMS, CLSCAN_ITEMS, clscan_combine(carry, value[v]), exclusive);
    return clscan_combine(carry, total);
}

/* The reduction of the tile. */
static clscan_t clscan_tile_reduce(const clscan_t *x, local clscan_tile_storage *s) {
    return clscan_group_reduce(clscan_item_reduce(x, CLSCAN_RUN), s->elements);
}

#endif
