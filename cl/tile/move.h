/* Elements between global memory and the work-items' runs. Neighbouring work-items touch neighbouring elements of
 * global memory; local memory turns that into runs. */
#ifndef CLSCAN_TILE_MOVE_H
#define CLSCAN_TILE_MOVE_H

#include "item/serial.h"
#include "item/view.h"
#include "tile/tile.h"

/* Element i of those that this work-item moves. As wide as addresses: what lies a constant apart is seen to. */
static size_t clscan_moved(size_t i) {
    return i * CLSCAN_WG_SIZE + get_local_id(0);
}

/* Few enough elements are all on their way at once: of eleven, those beyond eight came one by one. */
#if CLSCAN_MOVES_WHOLE_TILES && CLSCAN_RUN <= 16
#define CLSCAN_UNROLL_WHOLE CLSCAN_UNROLL
#else
#define CLSCAN_UNROLL_WHOLE CLSCAN_UNROLL_BY_8
#endif

#if CLSCAN_MOVES_WHOLE_TILES

/* Loads `left` elements from the one at `begin` on. The places in a whole tile are known at once; in another one the
 * last element is loaded again where there are no more, so that no load waits for a branch, and the identity stands
 * there. */
static void clscan_elements_copy(local clscan_tile_elements *a, const clscan_view *v, ulong begin, uint left) {
    if (left == CLSCAN_TILE && begin > 0) {
        clscan_cursor c = clscan_cursor_at(v, begin + clscan_moved(0));
        CLSCAN_UNROLL_WHOLE
        for (size_t i = 0; i < CLSCAN_RUN; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            clscan_element_put(a, clscan_moved(i), clscan_load_as(v, &c, false));
    } else if (left > 0) {
        CLSCAN_UNROLL_BY_8
        for (size_t i = 0; i < CLSCAN_RUN; i++) {
            const clscan_cursor c = clscan_cursor_at(v, begin + min((uint)clscan_moved(i), left - 1));
            const clscan_t x = clscan_load(v, &c);
            clscan_element_put(a, clscan_moved(i), clscan_moved(i) < left ? x : clscan_identity());
        }
    }
}

#else

static void clscan_elements_copy(local clscan_tile_elements *a, const clscan_view *v, ulong begin, uint left) {
    for (uint i = 0; i < CLSCAN_RUN; i++) {
        const uint e = clscan_moved(i);
        const clscan_cursor c = clscan_cursor_at(v, begin + e);
        clscan_element_put(a, e, e < left ? clscan_load(v, &c) : clscan_identity());
    }
}

#endif

CLSCAN_COLLECTIVE void clscan_elements_load(local clscan_tile_elements *a, const clscan_view *v, ulong begin,
                                            uint left) {
    clscan_elements_copy(a, v, begin, left);
    clscan_barrier_loaded();
}

/* The same, to the work-items; where nothing is left, identities. */
CLSCAN_COLLECTIVE void clscan_tile_load(clscan_t *x, const clscan_view *v, ulong begin, uint left,
                                        local clscan_tile_elements *a) {
    clscan_elements_load(a, v, begin, left);
    for (size_t i = 0; i < CLSCAN_RUN; i++)
        x[i] = left > 0 ? clscan_element_get(a, get_local_id(0) * CLSCAN_RUN + i) : clscan_identity();
    clscan_barrier();
}

#ifndef CLSCAN_STORE

/* Stores what the scan comes to at `left` elements, nothing beyond. */
CLSCAN_COLLECTIVE void clscan_results_store(const local clscan_tile_elements *a, const clscan_view *v, ulong begin,
                                            uint left) {
    clscan_barrier();
    clscan_cursor c = clscan_cursor_at(v, begin + clscan_moved(0));
    if (CLSCAN_MOVES_WHOLE_TILES && left == CLSCAN_TILE) {
        CLSCAN_UNROLL_WHOLE
        for (size_t i = 0; i < CLSCAN_RUN; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            clscan_put(v, &c, a->x[clscan_moved(i)]);
    } else {
        for (size_t e = clscan_moved(0); e < left; e += CLSCAN_WG_SIZE, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE))
            clscan_put(v, &c, a->x[e]);
    }
}

/* Scans each value's items from what is before them, and stores `left` elements from `begin` on, nothing beyond. A tile
 * may be loaded without a barrier afterwards: what a work-item moves goes where it alone has read. */
CLSCAN_COLLECTIVE void clscan_tile_store(const clscan_view *v, ulong begin, const clscan_t *x, const clscan_t *before,
                                         uint left, local clscan_tile_elements *a) {
    local clscan_value *result = a->x + get_local_id(0) * CLSCAN_RUN;
    for (uint w = 0; w < CLSCAN_GROUP_WIDTH; w++) {
        clscan_t carry = before[w];
        for (uint i = w * CLSCAN_ITEMS; i < (w + 1) * CLSCAN_ITEMS; i++) {
            const clscan_t next = clscan_combine(carry, x[i]);
            result[i] = clscan_result(v, x[i], next, carry);
            carry = next;
        }
    }
    clscan_results_store(a, v, begin, left);
}

#else

/* The same with a function that wants the element, too: first what is before each goes through local memory, then the
 * elements. */
CLSCAN_COLLECTIVE void clscan_tile_store(const clscan_view *v, ulong begin, const clscan_t *x, const clscan_t *before,
                                         uint left, local clscan_tile_elements *a) {
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
        earlier[i] = clscan_element_get(a, clscan_moved(i));
    clscan_barrier();
    for (size_t i = 0; i < CLSCAN_RUN; i++)
        clscan_element_put(a, run + i, x[i]);
    clscan_barrier();
    clscan_cursor c = clscan_cursor_at(v, begin + clscan_moved(0));
    for (size_t i = 0; i < CLSCAN_RUN && clscan_moved(i) < left; i++, clscan_cursor_skip(v, &c, CLSCAN_WG_SIZE)) {
        const clscan_t element = clscan_element_get(a, clscan_moved(i));
        clscan_store(v, &c, element, clscan_combine(earlier[i], element), earlier[i]);
    }
}

#endif

#endif
