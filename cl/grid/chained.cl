/* One pass as a chain: each tile waits until the tile before has published this tile's prefix, adds its own aggregate,
 * and publishes the prefix of the next tile (Yan, Long and Zhang, PPoPP 2013). Waiting is bounded: after
 * CLSCAN_SPIN_LIMIT polls, the tile at which the chain ends counts as missing, and the fallback continues the chain. */
#include "grid/lookback_context.h"
#include "grid/prologue.h"

/* Returns the prefix of `tile`, and publishes the prefix of the next tile. If the chain ends before `tile`, sets
 * *missing to the tile at its end instead. */
static clscan_t clscan_chain(const clscan_context *context, uint tile, clscan_t aggregate, uint polls, uint *missing) {
    clscan_t prefix = clscan_start(context->view);
    bool there = tile == 0;
    for (uint poll = 0; poll <= polls && !there; poll++)
        there = clscan_found(clscan_prefix_load(&context->states, tile, &prefix), &prefix);
    const uint end = there ? tile : clscan_nearest_prefix(context, tile, &prefix);
    *missing = end < tile ? end : CLSCAN_NO_TILE;
    if (end == tile && clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_prefix_store(&context->states, tile + 1, clscan_combine(prefix, aggregate));
    return prefix;
}

/* Publishes the prefix of the tile after one that was missing. The search has found the prefix of the missing tile,
 * but perhaps by loads of another lane. If the loads of this search do not return the prefix yet, nothing is published,
 * and the next search finds the end of the chain anew. */
static void clscan_lengthen_chain(const clscan_context *context, uint tile, clscan_t aggregate) {
    clscan_t prefix;
    const bool there = clscan_nearest_prefix(context, tile, &prefix) == tile;
    if (there && clscan_lane() == 0)
        clscan_prefix_fall_back(&context->states, tile + 1, clscan_combine(prefix, aggregate));
}

/* A chain needs no aggregates: only prefixes are published. */
static void clscan_publish_nothing(const clscan_context *context, uint tile, clscan_t aggregate) {
    (void)context, (void)tile, (void)aggregate;
}

#define CLSCAN_FIND_PREFIX       clscan_chain
#define CLSCAN_PUBLISH_MISSING   clscan_lengthen_chain
#define CLSCAN_PUBLISH_AGGREGATE clscan_publish_nothing
#include "grid/one_pass.h"

CLSCAN_REGISTER_HEAVY_KERNEL void clscan_chained(CLSCAN_ARRAYS, clscan_state *workspace, uint tiles, uint epoch,
                                                 uint first_ticket) {
    local clscan_one_pass_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    /* The workspace has prefixes only: no aggregates and no totals of blocks. */
    const clscan_context context = { clscan_states_at(workspace, 0, 0, epoch), &view };
    clscan_one_pass(&context, tiles, first_ticket, &storage);
}
