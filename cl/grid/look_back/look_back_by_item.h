/* Look-back by single work-items, for strategy slices. The parameters of look_back.h are set here: each work-item is a
 * sub-group of size 1, and each slice publishes the prefix of the next slice. Files that use sub-groups must not be
 * included before this file. */
#ifndef CLSCAN_LOOK_BACK_BY_ITEM_H
#define CLSCAN_LOOK_BACK_BY_ITEM_H

#include "base.h"

#undef CLSCAN_SUB_GROUPS
#undef CLSCAN_TILES_PER_PREFIX
#define CLSCAN_SUB_GROUPS       0
#define CLSCAN_TILES_PER_PREFIX 1
#include "grid/look_back/look_back.h"

#endif
