/* Moves elements between global memory and local memory. Neighbouring work-items load and store neighbouring elements
 * of global memory. The exchange with runs of consecutive elements goes through local memory. */
#ifndef CLSCAN_TILE_MOVE_H
#define CLSCAN_TILE_MOVE_H

#include "item/serial.h"
#include "item/view.h"
#include "tile/tile.h"

/* Returns the index in the tile of element i of those that this work-item moves. Type size_t is as wide as an address,
 * so that a compiler recognizes addresses at constant distances. */
static size_t clscan_striped(size_t i) {
    return i * CLSCAN_WG_SIZE + get_local_id(0);
}

/* The loads of up to 16 elements are all issued together. When loops were always unrolled by 8, the last three of
 * eleven elements were loaded one by one. With 15 elements of 4 bytes for each work-item, reduce_scan now reaches 0.61
 * of the speed of a copy instead of 0.54 (H200, November 23, 2026). The limit is not one of a class of devices, because
 * for all GPUs the rows of reduce_scan in tuning.def have at most 15 elements of 4 bytes. */
#if CLSCAN_MOVES_WHOLE_TILES && CLSCAN_RUN <= 16
#define CLSCAN_UNROLL_WHOLE CLSCAN_UNROLL
#else
#define CLSCAN_UNROLL_WHOLE CLSCAN_UNROLL_BY_8
#endif

/* Loads `n` elements from `begin` on into local memory. A whole tile needs no bounds checks. If whole tiles are moved
 * that way, then in an incomplete tile the last element is loaded again for each place without an element, so that no
 * load waits for a branch. Such places get the identity. */
static void clscan_elements_copy(local clscan_tile_elements *a, const clscan_view *v, ulong begin, uint n) {
    if (CLSCAN_MOVES_WHOLE_TILES && n == CLSCAN_TILE && begin > 0) {
        clscan_cursor c = clscan_cursor_at(v, begin + clscan_striped(0));
        CLSCAN_UNROLL_WHOLE
        for (size_t i = 0; i < CLSCAN_RUN; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            clscan_element_put(a, clscan_striped(i), clscan_load_as(v, &c, false));
    } else if (CLSCAN_MOVES_WHOLE_TILES && n > 0) {
        CLSCAN_UNROLL_BY_8
        for (size_t i = 0; i < CLSCAN_RUN; i++) {
            const clscan_cursor c = clscan_cursor_at(v, begin + min((uint)clscan_striped(i), n - 1));
            const clscan_t x = clscan_load(v, &c);
            clscan_element_put(a, clscan_striped(i), clscan_striped(i) < n ? x : clscan_identity());
        }
    }
    for (uint i = 0; !CLSCAN_MOVES_WHOLE_TILES && i < CLSCAN_RUN; i++) {
        const uint e = clscan_striped(i);
        const clscan_cursor c = clscan_cursor_at(v, begin + e);
        clscan_element_put(a, e, e < n ? clscan_load(v, &c) : clscan_identity());
    }
}

CLSCAN_COLLECTIVE void clscan_elements_load(local clscan_tile_elements *a, const clscan_view *v, ulong begin, uint n) {
    clscan_elements_copy(a, v, begin, n);
    clscan_barrier_after_loads();
}

/* Loads `n` elements from `begin` on, and returns in x the run of this work-item: identities if `n` is 0. */
CLSCAN_COLLECTIVE void clscan_tile_load(clscan_t *x, const clscan_view *v, ulong begin, uint n,
                                        local clscan_tile_elements *a) {
    clscan_elements_load(a, v, begin, n);
    for (size_t i = 0; i < CLSCAN_RUN; i++)
        x[i] = n > 0 ? clscan_element_get(a, get_local_id(0) * CLSCAN_RUN + i) : clscan_identity();
    clscan_barrier();
}

#if !CLSCAN_REDUCES_SEGMENTS && !defined(CLSCAN_STORE)

/* Stores the results of `n` elements from `begin` on. */
CLSCAN_COLLECTIVE void clscan_results_store(const local clscan_tile_elements *a, const clscan_view *v, ulong begin,
                                            uint n) {
    clscan_barrier();
    clscan_cursor c = clscan_cursor_at(v, begin + clscan_striped(0));
    if (CLSCAN_MOVES_WHOLE_TILES && n == CLSCAN_TILE) {
        CLSCAN_UNROLL_WHOLE
        for (size_t i = 0; i < CLSCAN_RUN; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            clscan_store_result(v, &c, a->x[clscan_striped(i)]);
    } else {
        for (size_t e = clscan_striped(0); e < n; e += CLSCAN_WG_SIZE, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            clscan_store_result(v, &c, a->x[e]);
    }
}

#endif

#endif
