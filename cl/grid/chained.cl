/* One pass as a chain: each tile waits for its prefix, which the tile before publishes. It adds its own aggregate, and
 * publishes the prefix of the next tile (Yan, Long and Zhang, PPoPP 2013). Waiting is bounded: after CLSCAN_SPIN_LIMIT
 * polls, the tile at which the chain ends counts as missing, and the fallback continues the chain. */
#include "grid/look_back/lookback_context.h"
#include "grid/prologue.h"

/* Loads the prefix of `tile` once, and up to `polls` times more until the prefix has been published. Then returns the
 * prefix, and publishes the prefix of tile + 1. If the prefix of `tile` is not published in time, sets *missing to the
 * last tile with a published prefix. The chain ends there: the owner of that tile has not published the prefix of the
 * tile after it. */
static clscan_t clscan_find_chained_prefix(const clscan_context *context, uint tile, clscan_t aggregate, uint polls,
                                           uint *missing) {
    clscan_t prefix = clscan_first_prefix(context->view);
    bool published = tile == 0;
    for (uint poll = 0; poll <= polls && !published; poll++)
        published = clscan_share_found_record(clscan_prefix_load(&context->states, tile, &prefix), &prefix);
    const uint end = published ? tile : clscan_nearest_prefix(context, tile, &prefix);
    *missing = end < tile ? end : CLSCAN_NO_TILE;
    if (end == tile && clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_prefix_store(&context->states, tile + 1, clscan_combine(prefix, aggregate));
    return prefix;
}

/* Publishes the prefix of tile + 1, after the fallback has reduced the missing `tile`. The function first loads the
 * prefix of `tile`. The search that ended at `tile` has found this prefix, but perhaps by a load of another lane, and
 * the loads of different lanes are not ordered. If the prefix is not visible here yet, the function publishes nothing,
 * and the next search finds the end of the chain again. */
static void clscan_publish_missing_prefix(const clscan_context *context, uint tile, clscan_t aggregate) {
    clscan_t prefix;
    const bool published = clscan_nearest_prefix(context, tile, &prefix) == tile;
    if (published && clscan_lane() == 0)
        clscan_prefix_fall_back(&context->states, tile + 1, clscan_combine(prefix, aggregate));
}

/* A chain needs no aggregates: only prefixes are published. */
static void clscan_publish_nothing(const clscan_context *context, uint tile, clscan_t aggregate) {
    (void)context, (void)tile, (void)aggregate;
}

#define CLSCAN_FIND_PREFIX       clscan_find_chained_prefix
#define CLSCAN_PUBLISH_MISSING   clscan_publish_missing_prefix
#define CLSCAN_PUBLISH_AGGREGATE clscan_publish_nothing
#include "grid/look_back/one_pass.h"

CLSCAN_REGISTER_HEAVY_KERNEL void clscan_chained(CLSCAN_ARRAYS, clscan_state *workspace, uint tiles, uint epoch,
                                                 uint first_ticket) {
    local clscan_one_pass_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    /* The workspace has prefixes only: no aggregates and no totals of blocks. */
    const clscan_context context = { clscan_states_at(workspace, 0, 0, epoch), &view };
    clscan_one_pass(&context, tiles, first_ticket, &storage);
}
