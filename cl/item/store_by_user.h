/* Stores through a store function of the user, or through that of a selection that is not by rows. */
#ifndef CLSCAN_ITEM_STORE_BY_USER_H
#define CLSCAN_ITEM_STORE_BY_USER_H

#include "item/load.h"
#include "item/segment_starts.h"

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
    CLSCAN_STORE(v, clscan_out_at(v, c), x, inclusive, exclusive);
#if CLSCAN_SELECTS_SEGMENTS
    if (inclusive.y != exclusive.y)
        clscan_begin_segment(v, c, exclusive);
#endif
}

#endif
