/* Elements between global memory and the work-items' runs. Neighbouring work-items touch neighbouring elements of
 * global memory; local memory turns that into runs. */
#ifndef CLSCAN_TILE_MOVE_H
#define CLSCAN_TILE_MOVE_H

#include "item/serial.h"
#include "item/view.h"
#include "tile/tile.h"

/* Loads `left` elements from the one at `begin` on, the identity for the rest of the tile. */
static void clscan_tile_load(clscan_t *x, const clscan_view *v, ulong begin, ulong left,
                             local clscan_tile_storage *s) {
    const uint k = get_local_id(0);
    for (uint i = 0; i < CLSCAN_RUN; i++) {
        const uint e = i * CLSCAN_WG_SIZE + k;
        const clscan_cursor c = clscan_cursor_at(v, begin + e);
        s->elements[e] = e < left ? clscan_load(v, &c) : clscan_identity();
    }
    clscan_barrier();
    for (uint i = 0; i < CLSCAN_RUN; i++)
        x[i] = s->elements[k * CLSCAN_RUN + i];
    clscan_barrier();
}

#if CLSCAN_PLAIN

/* Scans each value's items from what is before them, and stores `left` elements from `begin` on, nothing beyond. */
static void clscan_tile_store(const clscan_view *v, ulong begin, clscan_t *x, const clscan_t *before, ulong left,
                              local clscan_tile_storage *s) {
    const uint k = get_local_id(0);
    for (uint w = 0; w < CLSCAN_GROUP_WIDTH; w++)
        clscan_item_scan(x + w * CLSCAN_ITEMS, CLSCAN_ITEMS, before[w], CLSCAN_EXCLUSIVE);
    for (uint i = 0; i < CLSCAN_RUN; i++)
        s->elements[k * CLSCAN_RUN + i] = x[i];
    clscan_barrier();
    for (uint i = 0; i < CLSCAN_RUN; i++) {
        const uint e = i * CLSCAN_WG_SIZE + k;
        if (e < left)
            v->out[begin + e] = s->elements[e];
    }
    clscan_barrier();
}

#else

/* The same, by each work-item from its run: what is stored is made of more than one value. */
static void clscan_tile_store(const clscan_view *v, ulong begin, clscan_t *x, const clscan_t *before, ulong left,
                              local clscan_tile_storage *s) {
    (void)s;
    uint e = get_local_id(0) * CLSCAN_RUN;
    clscan_cursor c = clscan_cursor_at(v, begin + e);
    for (uint w = 0; w < CLSCAN_GROUP_WIDTH; w++) {
        clscan_t carry = before[w];
        for (uint i = w * CLSCAN_ITEMS; i < (w + 1) * CLSCAN_ITEMS; i++, e++, clscan_cursor_next(v, &c)) {
            const clscan_t next = clscan_combine(carry, x[i]);
            if (e < left)
                clscan_store(v, &c, x[i], next, carry);
            carry = next;
        }
    }
}

#endif

#endif
