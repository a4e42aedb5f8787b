/* One pass with decoupled look-back: each work-group takes the next tile, publishes its aggregate before it waits for
 * anything, and holds its elements until the prefix is known. */
#include "grid/look_back.h"
#include "tile/rows.h"

/* In the order in which work-groups come: those before a tile's owner have begun. Where they come in the order of their
 * ids a ticket costs its way through the memory and gives nothing: help is what keeps either from hanging. */
static uint clscan_take_tile(const clscan_states *s, uint tiles, uint first_ticket, local uint *ticket) {
    if (!CLSCAN_TICKETS)
        return CLSCAN_TILE_ORDER((uint)get_group_id(0), tiles);
    if (get_local_id(0) == 0)
        *ticket = CLSCAN_TILE_ORDER(clscan_ticket(s->counter) - first_ticket, tiles);
    clscan_barrier();
    return *ticket;
}

CLSCAN_HOLDING_KERNEL void clscan_lookback(const global clscan_element *in, ulong in_offset, global clscan_element *out,
                                           ulong out_offset, ulong count, clscan_state *workspace, uint tiles,
                                           uint epoch, uint first_ticket) {
    local clscan_rows_storage storage;
    local clscan_t carries[CLSCAN_SUBS];
    local uint ticket;
    const clscan_scene scene = { clscan_states_at(workspace, tiles, epoch), in + in_offset, count };
    clscan_rows rows;

    const uint tile = clscan_take_tile(&scene.states, tiles, first_ticket, &ticket);
    const uint left = clscan_left(count, tile);
    in = scene.in + (ulong)tile * CLSCAN_ROWS_TILE;
    out += out_offset + (ulong)tile * CLSCAN_ROWS_TILE;

    const bool held = clscan_can_hold(in, out, left);
    clscan_t sum = held ? clscan_rows_load(&rows, &storage, in) : clscan_rows_reduce(in, clscan_sub(), left);
    if (clscan_lane() == 0)
        carries[clscan_sub()] = sum;
    clscan_barrier();
    if (clscan_sub() == 0) {
        clscan_t aggregate = clscan_group_scan_totals(carries);
        if (clscan_lane() == CLSCAN_PUBLISHER(tile))
            clscan_aggregate_store(&scene.states, tile, aggregate);
        clscan_t prefix = clscan_look_back(&scene, tile, aggregate);
        for (uint k = clscan_lane(); k < CLSCAN_WG_SIZE / clscan_sub_size(); k += clscan_sub_size())
            carries[k] = clscan_combine(prefix, carries[k]);
        clscan_fence(); /* in place: the aggregate is out before the input is overwritten */
    }
    clscan_barrier();
    if (held)
        clscan_rows_store(&rows, &storage, carries[clscan_sub()], out);
    else
        clscan_rows_scan(in, carries[clscan_sub()], out, left);
}
