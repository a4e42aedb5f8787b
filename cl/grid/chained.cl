/* One pass as a chain: each tile waits for the prefix behind the tile before it, adds its own aggregate, and publishes
 * that (Yan, Long and Zhang, PPoPP 2013). Nobody waits for ever: after so many polls the tile at which the chain ends
 * is missing, and the fallback continues the chain. */
#include "grid/lookback_context.h"
#include "grid/prologue.h"

/* The prefix of `tile`, and the chain goes on behind it; or the chain ends before, at the tile that is *missing. */
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

/* Publishes the prefix behind a tile that was missing. Another lane has found the one before the tile: where this lane
 * does not see that yet, nothing is published, and the search finds the chain's end anew. */
static void clscan_lengthen_chain(const clscan_context *context, uint tile, clscan_t aggregate) {
    clscan_t prefix;
    const bool there = clscan_nearest_prefix(context, tile, &prefix) == tile;
    if (there && clscan_lane() == 0)
        clscan_prefix_fall_back(&context->states, tile + 1, clscan_combine(prefix, aggregate));
}

/* A chain has prefixes only. */
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
    const clscan_context context = { clscan_states_at(workspace, 0, 0, epoch), &view }; /* prefixes only */
    clscan_one_pass(&context, tiles, first_ticket, &storage);
}
