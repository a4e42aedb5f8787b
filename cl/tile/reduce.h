/* The reduction of a tile that another work-group should hold, and has not told of. */
#ifndef CLSCAN_TILE_REDUCE_H
#define CLSCAN_TILE_REDUCE_H

#include "tile/rows.h"
#include "tile/runs.h"

/* A whole tile, by one sub-group instead of all; the same bits. */
static clscan_t clscan_held_reduce_tile(const clscan_view *v, uint tile) {
    const uint n = CLSCAN_WG_SIZE / clscan_sub_size();
    clscan_t carry = clscan_identity();
    for (uint base = 0; base < n; base += clscan_sub_size()) {
        clscan_t x = clscan_identity();
        for (uint k = base; k < min(n, base + clscan_sub_size()); k++) {
            clscan_t sum = clscan_held_reduce(v, tile, k);
            if (clscan_lane() == k - base)
                x = sum;
        }
        carry = clscan_combine(carry, clscan_sub_reduce(x));
    }
    return carry;
}

#endif
