/* One pass over the data: each work-group takes the next tile and holds its elements until the prefix is known. */
#ifndef CLSCAN_ONE_PASS_H
#define CLSCAN_ONE_PASS_H

#include "grid/lookback_context.h"
#include "tile/blocked.h"
#include "tile/resident_rows.h"

/* The way in which a strategy finds prefixes, each function called by one sub-group:
 *   CLSCAN_FIND_PREFIX        (context, tile, aggregate, polls, &missing): the prefix of a tile, or the tile that is
 *                             *missing; CLSCAN_NO_TILE: none is
 *   CLSCAN_PUBLISH_MISSING    (context, tile, aggregate): of a tile that was missing
 *   CLSCAN_PUBLISH_AGGREGATE  (context, tile, aggregate): of the work-group's own tile, before it waits for anything */
#ifndef CLSCAN_FIND_PREFIX
#include "grid/look_back.h"
#define CLSCAN_FIND_PREFIX clscan_look_back
#endif
#ifndef CLSCAN_PUBLISH_MISSING
#define CLSCAN_PUBLISH_MISSING   clscan_publish_missing
#define CLSCAN_PUBLISH_AGGREGATE clscan_publish_aggregate
#endif

typedef struct {
    clscan_resident_local resident;
    clscan_t carries[CLSCAN_SUBS];
    uint tile; /* the work-group's own; then the one that it reduces next */
} clscan_one_pass_storage;

/* In the order in which work-groups come: those before a tile's owner have begun. Where they come in the order of their
 * ids a ticket costs its way through the memory and gives nothing: the fallback is what keeps either from hanging. */
static uint clscan_take_tile(const clscan_states *s, uint tiles, uint first_ticket, local uint *ticket) {
    if (!CLSCAN_TICKETS)
        return CLSCAN_TILE_ORDER((uint)get_group_id(0), tiles);
    if (get_local_id(0) == 0)
        *ticket = CLSCAN_TILE_ORDER(min(clscan_ticket(s->counter) - first_ticket, tiles - 1), tiles);
    clscan_barrier();
    return *ticket;
}

/* The totals of the sub-groups become their prefixes in the whole range, unless a tile is missing. In place, what is
 * published is out before the input is overwritten. Returns the missing tile, else `tile`. */
static uint clscan_find_carries(const clscan_context *context, uint tile, clscan_t aggregate, uint polls,
                                local clscan_one_pass_storage *s) {
    uint missing;
    const clscan_t prefix = CLSCAN_FIND_PREFIX(context, tile, aggregate, polls, &missing);
    if (missing != CLSCAN_NO_TILE)
        return missing;
    for (uint k = clscan_lane(); k < CLSCAN_WG_SIZE / clscan_sub_size(); k += clscan_sub_size())
        s->carries[k] = clscan_combine(prefix, s->carries[k]);
    if (context->view->numbers.in_place)
        clscan_fence();
    if (clscan_lane() == 0 && tile == clscan_last_tile(context->view->count))
        clscan_put_total(context->view, clscan_combine(prefix, aggregate));
    return tile;
}

/* By the first sub-group, when `tile` has been reduced: which tile to reduce next. It is the work-group's own again
 * after a fallback, or where nothing is missing before that. */
static uint clscan_next_tile(const clscan_context *context, uint own, uint tile, bool fell_back,
                             local clscan_one_pass_storage *s) {
    const clscan_t aggregate = clscan_group_scan_totals(s->carries);
    if (tile != own) {
        CLSCAN_PUBLISH_MISSING(context, tile, aggregate);
        return own;
    }
    if (own > clscan_last_tile(context->view->count))
        return own;
    if (!fell_back)
        CLSCAN_PUBLISH_AGGREGATE(context, own, aggregate);
    return clscan_find_carries(context, own, aggregate, fell_back ? 0 : CLSCAN_SPIN_LIMIT, s);
}

/* A fallback takes the place of the work-group's own tile, which is then loaded again. */
static void clscan_one_pass(const clscan_context *context, uint tiles, uint first_ticket,
                            local clscan_one_pass_storage *s) {
    clscan_resident_private resident;
    const clscan_view *view = context->view;
    const uint own = clscan_take_tile(&context->states, tiles, first_ticket, &s->tile);
    uint tile, next = own;
    bool fell_back = false;
    do {
        tile = next;
        fell_back = fell_back || tile != own;
        clscan_t sum = clscan_resident_load(&resident, &s->resident, view, tile);
        if (clscan_lane() == 0)
            s->carries[clscan_sub()] = sum;
        if (tile != own)
            clscan_fence(); /* its elements have been read before it is looked for once more */
        clscan_barrier();
        if (clscan_sub() == 0) {
            next = clscan_next_tile(context, own, tile, fell_back, s);
            if (clscan_lane() == 0)
                s->tile = next;
        }
        clscan_barrier();
        next = s->tile;
    } while (tile != own || next != own);
    clscan_resident_store(&resident, &s->resident, s->carries[clscan_sub()], view, own);
}

#endif
