/* What it takes to find the prefix of a tile: what others have published, and the input, from which what does not come
 * is computed. Called by one sub-group. */
#ifndef CLSCAN_SCENE_H
#define CLSCAN_SCENE_H

#include "grid/patience.h"
#include "grid/tile_state.h"
#include "item/view.h"
#include "sub/sub_group.h"

/* (view, tile): the aggregate of any tile, by one sub-group; the same bits as from its owner. */
#ifndef CLSCAN_REDUCE_TILE
#include "tile/reduce.h"
#define CLSCAN_REDUCE_TILE clscan_held_reduce_tile
#endif

typedef struct {
    clscan_states states;
    const clscan_view *view;
} clscan_scene;

/* Lanes look at different times: whether one has found what it looked for, which is then what all have found. */
static bool clscan_found(bool there, clscan_t *x) {
    uint lane = clscan_first(there);
    if (lane == clscan_sub_size())
        return false;
    *x = clscan_sub_of(*x, lane);
    return true;
}

/* The last block up to `block` whose prefix is there, and that prefix. Block 0 has the initial value. */
static uint clscan_nearest_prefix(const clscan_scene *scene, uint block, clscan_t *prefix) {
    for (;;) {
        uint back = clscan_lane();
        clscan_t x = clscan_identity();
        bool there = back >= block;
        if (there)
            x = clscan_start(scene->view);
        else
            there = clscan_prefix_load(&scene->states, block - back, &x);
        uint nearest = clscan_first(there);
        if (nearest < clscan_sub_size()) {
            *prefix = clscan_sub_of(x, nearest);
            return block - min(nearest, block);
        }
        block -= clscan_sub_size();
    }
}

#endif
