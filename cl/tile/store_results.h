/* A tile scans its elements from a carry, and stores the results. */
#ifndef CLSCAN_TILE_STORE_RESULTS_H
#define CLSCAN_TILE_STORE_RESULTS_H

#include "tile/move.h"

/* Scans the items of each value w from before[w], and stores the results of `n` elements from `begin` on. The next
 * tile may be loaded without a barrier: a work-item then overwrites only the places that it has just read itself. */
CLSCAN_COLLECTIVE void clscan_tile_store(const clscan_view *v, ulong begin, const clscan_t *x, const clscan_t *before,
                                         uint n, local clscan_tile_elements *a) {
    local clscan_value *result = a->x + get_local_id(0) * CLSCAN_RUN;
    for (uint w = 0; w < CLSCAN_GROUP_WIDTH; w++) {
        clscan_t carry = before[w];
        for (uint i = w * CLSCAN_ITEMS; i < (w + 1) * CLSCAN_ITEMS; i++) {
            const clscan_t next = clscan_combine(carry, x[i]);
            result[i] = clscan_result(v, x[i], next, carry);
            carry = next;
        }
    }
    clscan_results_store(a, v, begin, n);
}

#endif
