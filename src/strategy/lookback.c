/* The workspace: a ticket counter, a record a tile, two a block of tiles, and the prefix behind
 * the last. */
#include "strategy/one_pass.h"

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t tiles = cs_shape_tiles(shape, count);
    return cs_states_bytes(tiles, 2 * (tiles / CS_PREFIX_EVERY) + 1, size);
}

const cs_strategy cs_lookback = {
    .kernels = { "clscan_lookback" },
    .workspace = workspace,
    .launches = cs_one_pass_launches,
    .launch = cs_one_pass_launch,
};
