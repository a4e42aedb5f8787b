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

/* Whether they are asked for before it is known which prefix is there, which takes as long. It pays where tiles are so
 * small that prefixes are blocks back, and nothing but the elements is read. */
#define CLSCAN_LOOKS_AHEAD                                                                                             \
    (CLSCAN_LOCAL_ROWS > 0 && CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS <= 16 && CLSCAN_PACKET <= 4 &&                   \
     (!CLSCAN_MARKED || CLSCAN_SEGMENTS == CLSCAN_LENGTHS))

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

/* As many steps, from tile `first` on: each lane's own aggregates, the identity from tile `end` on. */
typedef struct {
    clscan_t x[CLSCAN_STEPS];
    bool there[CLSCAN_STEPS];
    uint first;
} clscan_window;

static clscan_window clscan_window_from(uint first, uint end) {
    clscan_window w;
    w.first = first;
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++, first += clscan_step()) {
        w.x[s] = clscan_identity();
        w.there[s] = clscan_lane() >= clscan_step() || first + clscan_lane() >= end;
    }
    return w;
}

/* Whether all in it that this lane waits for was there. */
CLSCAN_INLINE bool clscan_look(const clscan_scene *scene, clscan_window *w) {
    bool all = true;
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++)
        if (!w->there[s])
            w->there[s] = clscan_aggregate_load(&scene->states, w->first + s * clscan_step() + clscan_lane(), &w->x[s]);
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++)
        all = all && w->there[s];
    return all;
}

CLSCAN_INLINE void clscan_await(const clscan_scene *scene, clscan_window *w) {
    for (uint poll = 0; poll < CLSCAN_POLLS; poll++)
        if (clscan_all(clscan_look(scene, w)))
            return;
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++)
        w->x[s] = clscan_help_step(scene, w->first + s * clscan_step(), w->there[s], w->x[s]);
}

/* The window that ends with the block; among the first blocks, whose tiles are all scanned at once, the first one. */
static uint clscan_window_ahead(uint block) {
    const uint before = (CLSCAN_STEPS * clscan_step() - 1) / CLSCAN_PREFIX_EVERY; /* this one */
    return block < 2 * (before + 1) ? 0 : (block - before) * CLSCAN_PREFIX_EVERY;
}

/* The prefix of `tile`, whose aggregate is `own`. Its owner here publishes that, before it waits for anything, and the
 * prefix of the block that begins after the tile, if one does. */
static clscan_t clscan_look_back(const clscan_scene *scene, uint tile, clscan_t own) {
    const uint block = tile / CLSCAN_PREFIX_EVERY;
    clscan_t prefix, before = clscan_identity();
    if (clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_aggregate_store(&scene->states, tile, own);
    clscan_window w = clscan_window_from(clscan_window_ahead(block), tile);
    if (CLSCAN_LOOKS_AHEAD)
        clscan_look(scene, &w);
    const uint known = clscan_nearest_prefix(scene, block, &prefix) * CLSCAN_PREFIX_EVERY;
    if (!CLSCAN_LOOKS_AHEAD || known < w.first)
        w = clscan_window_from(known, tile);
    while (w.first <= tile) {
        clscan_await(scene, &w);
        CLSCAN_UNROLL
        for (uint s = 0; s < CLSCAN_STEPS; s++, w.first += clscan_step()) {
            if (w.first > tile)
                break;
            if (CLSCAN_LOOKS_AHEAD && w.first < known)
                continue;
            if (clscan_lane() < clscan_step() && w.first + clscan_lane() == tile)
                w.x[s] = own;
            clscan_t inclusive = clscan_sub_scan(w.x[s]);
            uint back = min(tile - w.first, clscan_step() - 1);
            before = clscan_combine(prefix, clscan_sub_of(clscan_sub_shift(inclusive), back));
            prefix = clscan_combine(prefix, clscan_sub_last(inclusive));
        }
        w = clscan_window_from(w.first, tile);
    }
    if (tile % CLSCAN_PREFIX_EVERY == CLSCAN_PREFIX_EVERY - 1 && clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_prefix_store(&scene->states, tile / CLSCAN_PREFIX_EVERY + 1, prefix);
    return before;
}

#endif
