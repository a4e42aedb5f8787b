/* One pass with decoupled look-back. */
#include "grid/before.h"
#include "grid/look_back.h"
#include "grid/one_pass.h"

CLSCAN_HOLDING_KERNEL void clscan_lookback(CLSCAN_ARRAYS, clscan_state *workspace, uint tiles, uint epoch,
                                        uint first_ticket) {
    local clscan_one_pass_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    const clscan_scene scene = { clscan_states_at(workspace, tiles, tiles / CLSCAN_PREFIX_EVERY, epoch), &view };
    clscan_one_pass(&scene, tiles, first_ticket, &storage);
}
