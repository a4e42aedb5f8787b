/* The context of a look-back: the records that work-groups publish, and the elements. Called by one sub-group. A search
 * that misses a tile's aggregate ends and names the tile, which a fallback then reduces: see fall_back.h. */
#ifndef CLSCAN_LOOKBACK_CONTEXT_H
#define CLSCAN_LOOKBACK_CONTEXT_H

#include "grid/look_back/fault_injection.h"
#include "grid/look_back/spin_limit.h"
#include "grid/look_back/tile_state.h"
#include "item/view.h"
#include "sub/sub_group.h"

typedef struct {
    clscan_states states;
    const clscan_view *view;
} clscan_context;

/* Returns true if any lane has found a record. All lanes then take the value of the first such lane, because lanes may
 * load at different times. */
static bool clscan_share_found_record(bool published, clscan_t *x) {
    uint lane = clscan_first_lane(published);
    if (lane == clscan_sub_size())
        return false;
    *x = clscan_sub_broadcast(*x, lane);
    return true;
}

/* Searches backwards from `block` for the nearest block with a published prefix. Returns that block, and its prefix in
 * *prefix. The prefix of block 0 is the initial value, which needs no record. */
static uint clscan_nearest_prefix(const clscan_context *context, uint block, clscan_t *prefix) {
    for (;;) {
        uint back = clscan_lane();
        clscan_t x = clscan_identity();
        bool published = back >= block;
        if (published)
            x = clscan_first_prefix(context->view);
        else
            published = clscan_prefix_load(&context->states, block - back, &x);
        uint nearest = clscan_first_lane(published);
        if (nearest < clscan_sub_size()) {
            *prefix = clscan_sub_broadcast(x, nearest);
            return block - min(nearest, block);
        }
        block -= clscan_sub_size();
    }
}

#endif
