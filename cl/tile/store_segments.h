/* A tile of a reduction by segments stores its results: each work-item stores the results of the segments that end in
 * its run. */
#ifndef CLSCAN_TILE_STORE_SEGMENTS_H
#define CLSCAN_TILE_STORE_SEGMENTS_H

#include "tile/move.h"

CLSCAN_COLLECTIVE void clscan_tile_store(const clscan_view *v, ulong begin, const clscan_t *x, const clscan_t *before,
                                         uint n, local clscan_tile_elements *a) {
    const uint run = get_local_id(0) * CLSCAN_RUN;
    (void)a;
    for (uint w = 0; w < CLSCAN_GROUP_WIDTH; w++) {
        clscan_t carry = before[w];
        for (uint i = w * CLSCAN_ITEMS; i < (w + 1) * CLSCAN_ITEMS; i++)
            carry = clscan_segment_step(v, begin + run + i, x[i], carry);
    }
    (void)n;
}

#endif
