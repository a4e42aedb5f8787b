/* Look-back: finds the prefix of a tile in the records of other work-groups (Merrill and Garland, NVR-2016-002). Called
 * by one sub-group.
 *
 * Tiles form blocks of CLSCAN_TILES_PER_PREFIX. The prefix of a tile is the prefix of its block, combined with the
 * aggregates of the earlier tiles in the block. The prefix of a block is the prefix of the block before it, combined
 * with all aggregates of that block. A published prefix only shortens the search: the search folds forward from the
 * nearest one, always in this association, so that results do not depend on timing.
 *
 * Waiting is bounded: after `polls` polls, the search ends and names a tile whose aggregate is missing.
 *
 * Parameters: CLSCAN_SUB_GROUPS and CLSCAN_TILES_PER_PREFIX, which look_back_by_item.h defines anew for strategy
 * slices. */
#ifndef CLSCAN_LOOK_BACK_H
#define CLSCAN_LOOK_BACK_H

#include "grid/look_back/lookback_context.h"

/* Publishes the aggregate of a tile. The tile's owner calls this before it waits for anything. */
static void clscan_publish_aggregate(const clscan_context *context, uint tile, clscan_t aggregate) {
    if (clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_aggregate_store(&context->states, tile, aggregate);
}

/* Publishes the aggregate of a tile that the search has missed. */
static void clscan_publish_missing(const clscan_context *context, uint tile, clscan_t aggregate) {
    if (clscan_lane() == 0)
        clscan_aggregate_fall_back(&context->states, tile, aggregate);
}

/* A step is one aggregate for each lane. The loads of several steps are issued together so that their latencies
 * overlap; the number of steps is bounded by the registers that are free. */
#define CLSCAN_STEP_WORDS ((sizeof(clscan_t) + 3) / 4) /* 32-bit words of a value */
#define CLSCAN_STEPS      (CLSCAN_STEP_WORDS < CLSCAN_LOOK_WORDS ? CLSCAN_LOOK_WORDS / (int)CLSCAN_STEP_WORDS : 1)

/* True if the loads of aggregates are issued before the nearest published prefix is known, so that their latencies
 * overlap. This pays if tiles are so small that the nearest prefix is several blocks back, and if elements are read
 * without heads. */
#define CLSCAN_LOADS_AHEAD                                                                                             \
    (CLSCAN_LOCAL_ROWS > 0 && CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS <= CLSCAN_LOOK_AHEAD_ROWS &&                     \
     CLSCAN_PACKET <= 4 && (!CLSCAN_FLAGGED || CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_ROWS))

/* Returns the number of tiles in a step. A block has a whole number of steps. */
static uint clscan_step_tiles(void) {
    return min(clscan_sub_size(), (uint)CLSCAN_TILES_PER_PREFIX);
}

/* A window is CLSCAN_STEPS steps, from tile `first` on. Each lane holds one aggregate of each step. Tiles from `end` on
 * count as the identity. */
typedef struct {
    clscan_t x[CLSCAN_STEPS];
    bool loaded[CLSCAN_STEPS]; /* whether this lane has loaded the aggregate of a step, or needs none */
    uint first;
} clscan_window;

static clscan_window clscan_window_from(uint first, uint end) {
    clscan_window w;
    w.first = first;
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++, first += clscan_step_tiles()) {
        w.x[s] = clscan_identity();
        w.loaded[s] = clscan_lane() >= clscan_step_tiles() || first + clscan_lane() >= end;
    }
    return w;
}

/* Loads the aggregates of the window that this lane still misses. Returns true if the lane then has all of them. */
CLSCAN_INLINE bool clscan_load_window(const clscan_context *context, clscan_window *w) {
    bool all = true;
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++)
        if (!w->loaded[s])
            w->loaded[s] =
                clscan_aggregate_load(&context->states, w->first + s * clscan_step_tiles() + clscan_lane(), &w->x[s]);
    CLSCAN_UNROLL
    for (uint s = 0; s < CLSCAN_STEPS; s++)
        all = all && w->loaded[s];
    return all;
}

/* Returns the first tile of the window whose aggregate any lane misses. */
CLSCAN_INLINE uint clscan_missing_tile(const clscan_window *w) {
    uint missing = CLSCAN_NO_TILE;
    CLSCAN_UNROLL
    for (uint s = CLSCAN_STEPS; s-- > 0;) {
        const uint lane = clscan_first_lane(!w->loaded[s]);
        missing = lane < clscan_sub_size() ? w->first + s * clscan_step_tiles() + lane : missing;
    }
    return missing;
}

/* Loads the window once, and up to `polls` times more while an aggregate is missing. Returns the first missing tile. */
CLSCAN_INLINE uint clscan_await_window(const clscan_context *context, clscan_window *w, uint polls) {
    bool all = clscan_all_lanes(clscan_load_window(context, w));
    for (; polls > 0 && !all; polls--)
        all = clscan_all_lanes(clscan_load_window(context, w));
    return all ? CLSCAN_NO_TILE : clscan_missing_tile(w);
}

/* Returns the first tile of the window that is loaded ahead. This window ends with the block of the tile. The first
 * blocks of a launch run at the same time and have no prefixes yet, so their window begins at tile 0. */
static uint clscan_window_ahead(uint block) {
    const uint before = (CLSCAN_STEPS * clscan_step_tiles() - 1) / CLSCAN_TILES_PER_PREFIX; /* blocks before this one */
    return block < 2 * (before + 1) ? 0 : (block - before) * CLSCAN_TILES_PER_PREFIX;
}

/* Returns the prefix of `tile`, whose aggregate is `own`; or sets *missing to a tile whose aggregate is missing. The
 * owner of the last tile of a block also publishes the prefix of the next block. A block of 8 tiles, in steps of 4:
 *
 *   blocks      |       b - 2       |       b - 1       |         b
 *   tiles       | a a a a   a a a a | a a a a   a a a a | a a T
 *   published   P(b-2)              -                   -
 *   steps       |-------> |-------> |-------> |-------> |----->  from the nearest published prefix to the tile
 *
 * Each step adds the aggregates of its tiles to the prefix. */
static clscan_t clscan_look_back(const clscan_context *context, uint tile, clscan_t own, uint polls, uint *missing) {
    const uint block = tile / CLSCAN_TILES_PER_PREFIX;
    clscan_t prefix, before = clscan_identity();
    clscan_window w = clscan_window_from(clscan_window_ahead(block), tile);
    if (CLSCAN_LOADS_AHEAD)
        clscan_load_window(context, &w);
    const uint known = clscan_nearest_prefix(context, block, &prefix) * CLSCAN_TILES_PER_PREFIX;
    if (!CLSCAN_LOADS_AHEAD || known < w.first)
        w = clscan_window_from(known, tile);
    while (w.first <= tile) {
        *missing = clscan_await_window(context, &w, polls);
        if (*missing != CLSCAN_NO_TILE)
            return before;
        CLSCAN_UNROLL
        for (uint s = 0; s < CLSCAN_STEPS; s++, w.first += clscan_step_tiles()) {
            if (w.first > tile)
                break;
            if (CLSCAN_LOADS_AHEAD && w.first < known)
                continue;
            if (clscan_lane() < clscan_step_tiles() && w.first + clscan_lane() == tile)
                w.x[s] = own;
            clscan_t inclusive = clscan_sub_scan(w.x[s]);
            uint back = min(tile - w.first, clscan_step_tiles() - 1);
            before = clscan_combine(prefix, clscan_sub_broadcast(clscan_sub_shift(inclusive), back));
            prefix = clscan_combine(prefix, clscan_sub_last(inclusive));
        }
        w = clscan_window_from(w.first, tile);
    }
    if (tile % CLSCAN_TILES_PER_PREFIX == CLSCAN_TILES_PER_PREFIX - 1 && clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_prefix_store(&context->states, tile / CLSCAN_TILES_PER_PREFIX + 1, prefix);
    return before;
}

#endif
