/* Elements between global memory and the work-items' runs. Neighbouring work-items touch neighbouring elements of
 * global memory; local memory turns that into runs. */
#ifndef CLSCAN_TILE_MOVE_H
#define CLSCAN_TILE_MOVE_H

#include "tile/tile.h"

/* Loads the first `left` elements of the tile at `in`, the identity for the rest of it. */
static void clscan_tile_load(clscan_t *x, const global clscan_t *in, ulong left, local clscan_tile_storage *s) {
    const uint k = get_local_id(0);
    for (uint i = 0; i < CLSCAN_RUN; i++) {
        uint e = i * CLSCAN_WG_SIZE + k;
        s->elements[e] = e < left ? in[e] : clscan_identity();
    }
    clscan_barrier();
    for (uint i = 0; i < CLSCAN_RUN; i++)
        x[i] = s->elements[k * CLSCAN_RUN + i];
    clscan_barrier();
}

/* Stores the first `left` elements of the tile at `out`, nothing beyond. */
static void clscan_tile_store(global clscan_t *out, const clscan_t *x, ulong left, local clscan_tile_storage *s) {
    const uint k = get_local_id(0);
    for (uint i = 0; i < CLSCAN_RUN; i++)
        s->elements[k * CLSCAN_RUN + i] = x[i];
    clscan_barrier();
    for (uint i = 0; i < CLSCAN_RUN; i++) {
        uint e = i * CLSCAN_WG_SIZE + k;
        if (e < left)
            out[e] = s->elements[e];
    }
    clscan_barrier();
}

#endif
