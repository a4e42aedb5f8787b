/* One pass as a chain: each tile waits for the prefix behind the tile before it, adds its own aggregate, and publishes
 * that (Yan, Long and Zhang, PPoPP 2013). Nobody waits for ever: a chain that does not come is computed from the input,
 * from where it ends. */
#include "grid/before.h"
#include "grid/scene.h"

/* The prefix behind a tile that its owner has not published. In place, the owner may be overwriting the tile: then it
 * has published before, and what was read here is worth nothing. */
static clscan_t clscan_help_chain(const clscan_scene *scene, uint tile, clscan_t prefix) {
    clscan_t sum = CLSCAN_REDUCE_TILE(scene->view, tile), behind;
    clscan_fence();
    if (clscan_found(clscan_prefix_load(&scene->states, tile + 1, &behind), &behind))
        return behind;
    behind = clscan_combine(prefix, sum);
    if (clscan_lane() == 0)
        clscan_prefix_store(&scene->states, tile + 1, behind);
    return behind;
}

static clscan_t clscan_wait_for_chain(const clscan_scene *scene, uint tile) {
    clscan_t prefix;
    for (uint poll = 0; poll < CLSCAN_POLLS && tile > 0; poll++)
        if (clscan_found(clscan_prefix_load(&scene->states, tile, &prefix), &prefix))
            return prefix;
    for (uint end = clscan_nearest_prefix(scene, tile, &prefix); end < tile; end++)
        prefix = clscan_help_chain(scene, end, prefix);
    return prefix;
}

static clscan_t clscan_chain(const clscan_scene *scene, uint tile, clscan_t aggregate) {
    clscan_t prefix = clscan_wait_for_chain(scene, tile);
    if (clscan_lane() == CLSCAN_PUBLISHER(tile))
        clscan_prefix_store(&scene->states, tile + 1, clscan_combine(prefix, aggregate));
    return prefix;
}

#define CLSCAN_FIND_PREFIX clscan_chain
#include "grid/one_pass.h"

CLSCAN_HOLDING_KERNEL void clscan_chained(CLSCAN_ARRAYS, clscan_state *workspace, uint tiles, uint epoch,
                                       uint first_ticket) {
    local clscan_one_pass_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    const clscan_scene scene = { clscan_states_at(workspace, 0, 0, epoch), &view }; /* prefixes only */
    clscan_one_pass(&scene, tiles, first_ticket, &storage);
}
