/* The prefix of a tile from what other work-groups have published (Merrill and Garland, NVR-2016-002), with help for
 * those that have not (Smith, Levien and Owens, SPAA 2025). Called by one sub-group.
 *
 * Tiles come in blocks of CLSCAN_PREFIX_EVERY. The prefix of a tile is that of its block and the aggregates of the
 * block before it; the prefix of a block is that of the block before and all its aggregates. Published prefixes only
 * shorten the way: whoever finds one folds forward from it, in the same association, so that results do not depend on
 * timing.
 *
 * Nobody waits for ever: an aggregate that does not come is computed from the input, by the code its owner uses. */
#ifndef CLSCAN_LOOK_BACK_H
#define CLSCAN_LOOK_BACK_H

#include "grid/tile_state.h"
#include "sub/sub_group.h"

#ifndef CLSCAN_POLLS
#define CLSCAN_POLLS 4096 /* looks at a missing aggregate before it is computed */
#endif

/* For tests, by the compiler's options: tiles dealt otherwise, and one whose owner has no lane that publishes. */
#ifndef CLSCAN_TILE_ORDER
#define CLSCAN_TILE_ORDER(ticket, tiles) ((void)(tiles), (ticket))
#endif
#ifdef CLSCAN_WITHHELD_TILE
#define CLSCAN_PUBLISHER(tile) ((tile) == CLSCAN_WITHHELD_TILE ? UINT_MAX : 0)
#else
#define CLSCAN_PUBLISHER(tile) 0
#endif

/* (in, count, tile): the aggregate of any tile, by one sub-group; the same bits as from its owner. */
#ifndef CLSCAN_REDUCE_TILE
#include "tile/rows.h"
#define CLSCAN_REDUCE_TILE clscan_rows_reduce_tile
#endif

/* What it takes to find a prefix. */
typedef struct {
    clscan_states states;
    const global clscan_t *in;
    ulong count;
} clscan_scene;

/* The aggregate of a tile that nobody has published. In place, its owner may be overwriting it: then it has published
 * before, and what was read here is worth nothing. */
static clscan_t clscan_help(const clscan_scene *scene, uint tile) {
    clscan_t sum = CLSCAN_REDUCE_TILE(scene->in, scene->count, tile), published;
    clscan_fence();
    if (clscan_aggregate_load(&scene->states, tile, &published))
        return published;
    if (clscan_lane() == 0)
        clscan_aggregate_store(&scene->states, tile, sum);
    return sum;
}

/* Each lane's own aggregate: of tile first + lane, the identity from tile `end` on. */
static clscan_t clscan_await(const clscan_scene *scene, uint first, uint end) {
    clscan_t x = clscan_identity();
    uint tile = first + clscan_lane();
    bool there = tile >= end;
    for (uint poll = 0; poll < CLSCAN_POLLS && !clscan_all(there); poll++)
        if (!there)
            there = clscan_aggregate_load(&scene->states, tile, &x);
    for (uint missing; (missing = clscan_first(!there)) < clscan_sub_size();) {
        clscan_t sum = clscan_help(scene, first + missing);
        if (clscan_lane() == missing) {
            x = sum;
            there = true;
        }
    }
    return x;
}

/* prefix (op) the aggregates of tiles first .. end - 1. */
static clscan_t clscan_fold(const clscan_scene *scene, clscan_t prefix, uint first, uint end) {
    for (; first < end; first += clscan_sub_size())
        prefix = clscan_combine(prefix, clscan_sub_reduce(clscan_await(scene, first, end)));
    return prefix;
}

/* The last block up to `block` whose prefix is there, and that prefix. Block 0 has the identity. */
static uint clscan_nearest_prefix(const clscan_scene *scene, uint block, clscan_t *prefix) {
    for (;;) {
        uint back = clscan_lane();
        clscan_t x = clscan_identity();
        bool there = back >= block || clscan_prefix_load(&scene->states, block - back, &x);
        uint nearest = clscan_first(there);
        if (nearest < clscan_sub_size()) {
            *prefix = clscan_sub_of(x, nearest);
            return block - min(nearest, block);
        }
        block -= clscan_sub_size();
    }
}

/* The prefix of `tile`. Its owner, having published its aggregate, here publishes the prefix of the block that begins
 * after the tile, if one does. */
static clscan_t clscan_look_back(const clscan_scene *scene, uint tile) {
    clscan_t prefix;
    uint block = tile / CLSCAN_PREFIX_EVERY;
    for (uint b = clscan_nearest_prefix(scene, block, &prefix); b < block; b++)
        prefix = clscan_fold(scene, prefix, b * CLSCAN_PREFIX_EVERY, (b + 1) * CLSCAN_PREFIX_EVERY);
    if (tile % CLSCAN_PREFIX_EVERY == CLSCAN_PREFIX_EVERY - 1) {
        clscan_t next = clscan_fold(scene, prefix, block * CLSCAN_PREFIX_EVERY, tile + 1);
        if (clscan_lane() == CLSCAN_PUBLISHER(tile))
            clscan_prefix_store(&scene->states, block + 1, next);
    }
    return clscan_fold(scene, prefix, block * CLSCAN_PREFIX_EVERY, tile);
}

#endif
