/* A work-group scans counts: one of each work-item. */
#ifndef CLSCAN_TILE_COUNTS_H
#define CLSCAN_TILE_COUNTS_H

#include "tile/tile.h"

/* Replaces the count of each work-item by the sum of the counts of all work-items before it. Returns the total. */
CLSCAN_COLLECTIVE clscan_value clscan_counts_scan(clscan_value *count, local clscan_group_storage *s) {
    clscan_t x[CLSCAN_GROUP_WIDTH];
    for (uint i = 0; i < CLSCAN_GROUP_WIDTH; i++)
        x[i] = i > 0 ? clscan_identity() : (clscan_t)*count;
    const clscan_t total = clscan_group_scan(x, s);
    *count = x[0];
    return total;
}

#endif
