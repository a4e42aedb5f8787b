/* A tile: the elements that a work-group processes together. Each work-item owns a run of consecutive elements. */
#ifndef CLSCAN_TILE_H
#define CLSCAN_TILE_H

#include "tile/compaction.h"
#include "tile/size.h"

/* The elements of a tile in local memory. Both files define these names:
 *   clscan_tile_elements  The type.
 *   clscan_element_put    Stores element e there.
 *   clscan_element_get    Loads element e. */
#if CLSCAN_FLAGGED
#include "tile/flagged_elements.h"
#else
#include "tile/plain_elements.h"
#endif

/* The phases of a tile share this memory: moving elements, scanning values, reducing values. */
typedef union {
    clscan_tile_elements elements;
    clscan_group_storage group;
    clscan_t values[CLSCAN_WG_SIZE];
#if CLSCAN_COMPACTS
    clscan_compacted compacted[CLSCAN_TILE]; /* see selected_span_tile.h */
#endif
} clscan_tile_storage;

#endif
