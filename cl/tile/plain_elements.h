/* The elements of a tile in local memory, without flags. */
#ifndef CLSCAN_TILE_PLAIN_ELEMENTS_H
#define CLSCAN_TILE_PLAIN_ELEMENTS_H

#include "tile/size.h"

typedef struct {
    clscan_value x[CLSCAN_TILE];
} clscan_tile_elements;

static void clscan_element_put(local clscan_tile_elements *a, size_t e, clscan_t x) {
    a->x[e] = x;
}

static clscan_t clscan_element_get(const local CLSCAN_READ_ONCE clscan_tile_elements *a, size_t e) {
    return a->x[e];
}

#endif
