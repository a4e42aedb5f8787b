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

#include "grid/scene.h"

/* The aggregate of a tile that nobody has published. In place, its owner may be overwriting it: then it has published
 * before, and what was read here is worth nothing. */
static clscan_t clscan_help(const clscan_scene *scene, uint tile) {
    clscan_t sum = CLSCAN_REDUCE_TILE(scene->view, tile), published;
    clscan_fence();
    if (clscan_found(clscan_aggregate_load(&scene->states, tile, &published), &published))
        return published;
    if (clscan_lane() == 0)
        clscan_aggregate_store(&scene->states, tile, sum);
    return sum;
}

/* Aggregates come in steps of one a lane. Several are asked for at once, so that their ways through the memory overlap:
 * as many as there are registers to spare. */
#define CLSCAN_STEPS (CLSCAN_WORDS == 1 ? 4 : CLSCAN_WORDS == 2 ? 2 : 1)

/* A block is whole steps. */
static uint clscan_step(void) {
    return min(clscan_sub_size(), (uint)CLSCAN_PREFIX_EVERY);
}

/* The aggregates of a step that are not there. */
static clscan_t clscan_help_step(const clscan_scene *scene, uint first, bool there, clscan_t x) {
    for (uint missing; (missing = clscan_first(!there)) < clscan_sub_size();) {
        clscan_t sum = clscan_help(scene, first + missing);
        if (clscan_lane() == missing) {
            x = sum;
            there = true;
        }
    }
    return x;
}

/* Each lane's own aggregates: of tile first + lane in every step, the identity from tile `end` on. */
static void clscan_await(const clscan_scene *scene, clscan_t *x, uint first, uint end) {
    bool there[CLSCAN_STEPS], all = false;
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++) {
        there[s] = clscan_lane() >= clscan_step() || first + s * clscan_step() + clscan_lane() >= end;
        x[s] = clscan_identity();
    }
    for (uint poll = 0; poll < CLSCAN_POLLS && !all; poll++) {
        CLSCAN_UNROLL
        for (uint s = 0; s < CLSCAN_STEPS; s++)
            if (!there[s])
                there[s] = clscan_aggregate_load(&scene->states, first + s * clscan_step() + clscan_lane(), &x[s]);
        all = true;
        CLSCAN_UNROLL
        for (uint s = 0; s < CLSCAN_STEPS; s++)
            all = all && there[s];
        all = clscan_all(all);
    }
    if (all)
        return;
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++)
        x[s] = clscan_help_step(scene, first + s * clscan_step(), there[s], x[s]);
}

/* The prefix of `tile`, whose aggregate is `own`. Its owner here publishes that, before it waits for anything, and the
 * prefix of the block that begins after the tile, if one does. */
static clscan_t clscan_look_back(const clscan_scene *scene, uint tile, clscan_t own) {
    clscan_t prefix, before = clscan_identity(), x[CLSCAN_STEPS];
    if (clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_aggregate_store(&scene->states, tile, own);
    uint first = clscan_nearest_prefix(scene, tile / CLSCAN_PREFIX_EVERY, &prefix) * CLSCAN_PREFIX_EVERY;
    while (first <= tile) {
        clscan_await(scene, x, first, tile);
        CLSCAN_UNROLL
        for (uint s = 0; s < CLSCAN_STEPS; s++, first += clscan_step()) {
            if (first > tile)
                break;
            if (clscan_lane() < clscan_step() && first + clscan_lane() == tile)
                x[s] = own;
            clscan_t inclusive = clscan_sub_scan(x[s]);
            uint back = min(tile - first, clscan_step() - 1);
            before = clscan_combine(prefix, clscan_sub_of(clscan_sub_shift(inclusive), back));
            prefix = clscan_combine(prefix, clscan_sub_last(inclusive));
        }
    }
    if (tile % CLSCAN_PREFIX_EVERY == CLSCAN_PREFIX_EVERY - 1 && clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_prefix_store(&scene->states, tile / CLSCAN_PREFIX_EVERY + 1, prefix);
    return before;
}

#endif
