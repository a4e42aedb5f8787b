/* One pass with decoupled look-back. */
#include "grid/look_back.h"
#include "grid/one_pass.h"

CLSCAN_HOLDING_KERNEL void clscan_lookback(const global clscan_element *in, ulong in_offset, global clscan_element *out,
                                           ulong out_offset, ulong count, clscan_state *workspace, uint tiles,
                                           uint epoch, uint first_ticket) {
    local clscan_one_pass_storage storage;
    const clscan_scene scene = { clscan_states_at(workspace, tiles, epoch), in + in_offset, count };
    clscan_one_pass(&scene, out + out_offset, tiles, first_ticket, &storage);
}
