/* A tile: the elements that a work-group processes together. Each work-item owns a run of consecutive elements. */
#ifndef CLSCAN_TILE_H
#define CLSCAN_TILE_H

#include "group/group.h"
#include "tile/compaction.h"

#define CLSCAN_RUN  (CLSCAN_GROUP_WIDTH * CLSCAN_ITEMS)
#define CLSCAN_TILE (CLSCAN_WG_SIZE * CLSCAN_RUN)

/* The elements of a tile in local memory, and how one element is stored there and loaded. */
#if CLSCAN_FLAGGED

#if CLSCAN_REDUCES_SEGMENTS
typedef clscan_value_flags clscan_tile_flags; /* they count heads */
#else
typedef uchar clscan_tile_flags;
#endif

/* Flags lie apart from the values, so that neighbouring work-items access neighbouring words. */
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

#else

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
