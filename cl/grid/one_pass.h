/* One pass over the data: each work-group takes the next tile and holds its elements until the prefix is known. */
#ifndef CLSCAN_ONE_PASS_H
#define CLSCAN_ONE_PASS_H

#include "grid/scene.h"
#include "tile/reduce.h"

/* (scene, tile, aggregate): the prefix of a tile, by one sub-group; publishes what others need of the tile. */
#ifndef CLSCAN_FIND_PREFIX
#include "grid/look_back.h"
#define CLSCAN_FIND_PREFIX clscan_look_back
#endif

typedef struct {
    clscan_held_storage held;
    clscan_t carries[CLSCAN_SUBS];
    uint ticket;
} clscan_one_pass_storage;

/* In the order in which work-groups come: those before a tile's owner have begun. Where they come in the order of their
 * ids a ticket costs its way through the memory and gives nothing: help is what keeps either from hanging. */
static uint clscan_take_tile(const clscan_states *s, uint tiles, uint first_ticket, local uint *ticket) {
    if (!CLSCAN_TICKETS)
        return CLSCAN_TILE_ORDER((uint)get_group_id(0), tiles);
    if (get_local_id(0) == 0)
        *ticket = CLSCAN_TILE_ORDER(min(clscan_ticket(s->counter) - first_ticket, tiles - 1), tiles);
    clscan_barrier();
    return *ticket;
}

/* From the totals of the sub-groups to their prefixes in the whole range. In place, what is published is out before the
 * input is overwritten. */
static void clscan_find_carries(const clscan_scene *scene, uint tile, local clscan_one_pass_storage *s) {
    clscan_t aggregate = clscan_group_scan_totals(s->carries);
    clscan_t prefix = CLSCAN_FIND_PREFIX(scene, tile, aggregate);
    for (uint k = clscan_lane(); k < CLSCAN_WG_SIZE / clscan_sub_size(); k += clscan_sub_size())
        s->carries[k] = clscan_combine(prefix, s->carries[k]);
    if (scene->view->numbers.in_place)
        clscan_fence();
    if (clscan_lane() == 0 && tile == clscan_last_tile(scene->view->count))
        clscan_put_total(scene->view, clscan_combine(prefix, aggregate));
}

static void clscan_one_pass(const clscan_scene *scene, uint tiles, uint first_ticket,
                            local clscan_one_pass_storage *s) {
    clscan_held held;
    const clscan_view *view = scene->view;
    const uint tile = clscan_take_tile(&scene->states, tiles, first_ticket, &s->ticket);
    clscan_t sum = clscan_held_load(&held, &s->held, view, tile);
    if (clscan_lane() == 0)
        s->carries[clscan_sub()] = sum;
    clscan_barrier();
    if (clscan_sub() == 0 && tile <= clscan_last_tile(view->count))
        clscan_find_carries(scene, tile, s);
    clscan_barrier();
    clscan_held_store(&held, &s->held, s->carries[clscan_sub()], view, tile);
}

#endif
