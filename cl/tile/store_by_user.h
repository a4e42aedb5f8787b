/* A tile scans its elements from a carry, and passes the results to a store function of the user, which also gets the
 * element: the prefixes of the elements go through local memory first, and the elements after them. */
#ifndef CLSCAN_TILE_STORE_BY_USER_H
#define CLSCAN_TILE_STORE_BY_USER_H

#include "tile/move.h"

CLSCAN_COLLECTIVE void clscan_tile_store(const clscan_view *v, ulong begin, const clscan_t *x, const clscan_t *before,
                                         uint n, local clscan_tile_elements *a) {
    const uint run = get_local_id(0) * CLSCAN_RUN;
    clscan_t earlier[CLSCAN_RUN];
    for (uint w = 0; w < CLSCAN_GROUP_WIDTH; w++) {
        clscan_t carry = before[w];
        for (uint i = w * CLSCAN_ITEMS; i < (w + 1) * CLSCAN_ITEMS; i++) {
            clscan_element_put(a, run + i, carry);
            carry = clscan_combine(carry, x[i]);
        }
    }
    clscan_barrier();
    for (size_t i = 0; i < CLSCAN_RUN; i++)
        earlier[i] = clscan_element_get(a, clscan_striped(i));
    clscan_barrier();
    for (size_t i = 0; i < CLSCAN_RUN; i++)
        clscan_element_put(a, run + i, x[i]);
    clscan_barrier();
    clscan_cursor c = clscan_cursor_at(v, begin + clscan_striped(0));
    for (size_t i = 0; i < CLSCAN_RUN && clscan_striped(i) < n; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE)) {
        const clscan_t element = clscan_element_get(a, clscan_striped(i));
        clscan_store(v, &c, element, clscan_combine(earlier[i], element), earlier[i]);
    }
}

#endif
