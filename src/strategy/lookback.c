/* One pass with decoupled look-back. The workspace holds a ticket counter, a record for the aggregate of each tile, and
 * a record for the prefix before each block of CS_TILES_PER_PREFIX tiles. Small tiles look back in two levels, and need
 * another record for the aggregate of each block. */
#include "strategy/one_pass.h"

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    size_t tiles = cs_shape_tiles(shape, count), blocks = tiles / CS_TILES_PER_PREFIX;
    return cs_states_bytes(tiles, (shape->two_levels ? 2 : 1) * blocks + 1, size);
}

const cs_strategy cs_lookback = {
    .file = "lookback",
    .kernels = { "clscan_lookback" },
    .workspace = workspace,
    .launches = cs_one_pass_launches,
    .launch = cs_one_pass_launch,
    .is_in_first_tile = cs_one_pass_is_in_first_tile,
};
