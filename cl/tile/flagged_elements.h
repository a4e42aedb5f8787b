/* The elements of a tile in local memory, with flags. Flags lie apart from the values, so that neighbouring work-items
 * access neighbouring words. */
#ifndef CLSCAN_TILE_FLAGGED_ELEMENTS_H
#define CLSCAN_TILE_FLAGGED_ELEMENTS_H

#include "tile/size.h"

#if CLSCAN_REDUCES_SEGMENTS
typedef clscan_value_flags clscan_tile_flags; /* they count heads */
#else
typedef uchar clscan_tile_flags;
#endif

typedef struct {
    clscan_value x[CLSCAN_TILE];
    clscan_tile_flags flags[CLSCAN_TILE];
} clscan_tile_elements;

static void clscan_element_put(local clscan_tile_elements *a, size_t e, clscan_t x) {
    a->x[e] = x.x;
    a->flags[e] = x.flags;
}

static clscan_t clscan_element_get(const local CLSCAN_READ_ONCE clscan_tile_elements *a, size_t e) {
    clscan_t x = { a->x[e], a->flags[e] };
    return x;
}

#endif
