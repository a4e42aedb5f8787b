/* One pass as a chain: each tile waits for the prefix that the tile before it publishes. The workspace holds a ticket
 * counter, a record for the prefix before each tile, and one for the prefix after the last tile. */
#include "strategy/one_pass.h"

static size_t workspace(const cs_shape *shape, size_t count, size_t size) {
    return cs_states_bytes(0, cs_shape_tiles(shape, count) + 1, size);
}

const cs_strategy cs_chained = {
    .file = "chained",
    .kernels = { "clscan_chained" },
    .workspace = workspace,
    .launches = cs_one_pass_launches,
    .launch = cs_one_pass_launch,
    .is_in_first_tile = cs_one_pass_is_in_first_tile,
};
