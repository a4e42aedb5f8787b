/* The size of a tile whose work-items own runs of consecutive elements. */
#ifndef CLSCAN_TILE_SIZE_H
#define CLSCAN_TILE_SIZE_H

#include "group/group.h"

#define CLSCAN_RUN  (CLSCAN_GROUP_WIDTH * CLSCAN_ITEMS)
#define CLSCAN_TILE (CLSCAN_WG_SIZE * CLSCAN_RUN)

#endif
