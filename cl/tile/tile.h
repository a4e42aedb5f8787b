/* A tile: the elements that a work-group holds at once. Each work-item owns a run of consecutive ones. */
#ifndef CLSCAN_TILE_H
#define CLSCAN_TILE_H

#include "group/group.h"

#define CLSCAN_RUN (CLSCAN_GROUP_WIDTH * CLSCAN_ITEMS)
#define CLSCAN_TILE (CLSCAN_WG_SIZE * CLSCAN_RUN)

/* One thing at a time: moving elements, or scanning values. */
typedef union {
    clscan_t elements[CLSCAN_TILE];
    clscan_group_storage group;
} clscan_tile_storage;

#endif
