/* One pass over the data: each work-group takes the next tile, and keeps it resident until its prefix is known. */
#ifndef CLSCAN_ONE_PASS_H
#define CLSCAN_ONE_PASS_H

#include "grid/look_back/fall_back.h"
#include "grid/look_back/lookback_context.h"
#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/heads.h"

/* The kind of the resident tile. Files that several kinds include are included above: a program has each file once, at
 * the place of its first include, and the preprocessor must not skip that place. */
#if CLSCAN_SELECTS_RUNS && CLSCAN_BALLOTS
#include "tile/selected_run_tile.h"
#elif CLSCAN_SELECTS_SEGMENTS && CLSCAN_BALLOTS && CLSCAN_RESIDENT_TILE <= 32 * CLSCAN_WG_SIZE
#include "tile/selected_segments_tile.h"
#elif CLSCAN_PRIVATE_ROWS > 0
#include "tile/resident_rows.h"
#else
#include "tile/blocked.h"
#endif

/* The functions by which a strategy finds prefixes. Each is called by one sub-group:
 *   CLSCAN_FIND_PREFIX        (context, tile, aggregate, polls, &missing): Returns the prefix of a tile, and sets
 *                             *missing to CLSCAN_NO_TILE, or to a tile whose record is missing.
 *   CLSCAN_PUBLISH_MISSING    (context, tile, aggregate): Publishes the record that was missing: lookback publishes
 *                             the aggregate of the tile, chained the prefix of the tile after it.
 *   CLSCAN_PUBLISH_AGGREGATE  (context, tile, aggregate): Publishes the aggregate of the work-group's own tile, before
 *                             the work-group waits for anything. */
#ifndef CLSCAN_FIND_PREFIX
#include "grid/look_back/look_back.h"
#define CLSCAN_FIND_PREFIX clscan_look_back
#endif
#ifndef CLSCAN_PUBLISH_MISSING
#define CLSCAN_PUBLISH_MISSING   clscan_publish_missing
#define CLSCAN_PUBLISH_AGGREGATE clscan_publish_aggregate
#endif

typedef struct {
    clscan_resident_local resident;
    clscan_t carries[CLSCAN_MAX_SUB_GROUPS];
    uint tile; /* the work-group's own tile, and later the tile that it reduces next */
} clscan_one_pass_storage;

/* The tile is a variable of its own. As a member of this struct, Intel's compiler kept it in memory in a selection by
 * rows: 2608 bytes of scratch (ocloc for tgllp, November 28, 2026). */
struct clscan_waiter {
    clscan_resident_private *resident;
    const clscan_context *context;
    uint owned; /* the work-group's own tile */
    local clscan_one_pass_storage *s;
};

/* Returns the work-group's own tile. Tickets number work-groups in the order in which they begin, so that the owners of
 * earlier tiles have begun. If the device starts work-groups in the order of their ids, the id serves instead: a ticket
 * is a round trip to memory before the first load (8 % of the time at 2^24 elements, 2 % at 2^26, H200, November 21,
 * 2026). Progress depends on neither, because the fallback bounds every wait. */
CLSCAN_COLLECTIVE uint clscan_take_tile(const clscan_states *s, uint tiles, uint first_ticket, local uint *ticket) {
    if (!CLSCAN_TICKETS)
        return CLSCAN_TILE_ORDER((uint)get_group_id(0), tiles);
    if (get_local_id(0) == 0)
        *ticket = CLSCAN_TILE_ORDER(min(clscan_ticket(s->counter) - first_ticket, tiles - 1), tiles);
    clscan_barrier();
    return *ticket;
}

/* Finds the prefix of the work-group's own `tile`, and combines it with the prefixes of the sub-groups in s->carries.
 * Returns CLSCAN_NO_TILE, or a missing tile. In place, a fence orders the published records before the stores that
 * overwrite the input. */
static uint clscan_find_carries(const clscan_context *context, uint tile, clscan_t aggregate, uint polls,
                                local clscan_one_pass_storage *s) {
    uint missing;
    const clscan_t prefix = CLSCAN_FIND_PREFIX(context, tile, aggregate, polls, &missing);
    if (missing != CLSCAN_NO_TILE)
        return missing;
    for (uint k = clscan_lane(); k < CLSCAN_WG_SIZE / clscan_sub_size(); k += clscan_sub_size())
        s->carries[k] = clscan_combine(prefix, s->carries[k]);
    if (context->view->params.in_place)
        clscan_fence();
    if (clscan_lane() == 0 && tile == clscan_last_tile(context->view->count))
        clscan_store_total(context->view, clscan_combine(prefix, aggregate));
    return CLSCAN_NO_TILE;
}

/* Decides what follows after `tile` has been reduced by the owner of tile `owned`. Returns the tile to reduce next, or
 * CLSCAN_NO_TILE if the prefix of `owned` has been found. The first sub-group calls this function.
 *
 * If `tile` is another work-group's tile, a fallback has reduced it: publishes the missing record, and returns `owned`,
 * which has to be loaded and reduced again. Otherwise publishes the aggregate of the tile and searches its prefix.
 * Returns the missing tile if the search ends at one. */
static uint clscan_next_tile(const clscan_context *context, uint owned, uint tile, bool fell_back,
                             local clscan_one_pass_storage *s) {
    const clscan_t aggregate = clscan_group_scan_totals(s->carries);
    if (tile != owned) {
        CLSCAN_PUBLISH_MISSING(context, tile, aggregate);
        return owned;
    }
    if (owned > clscan_last_tile(context->view->count)) /* if the count is on the device, the last tiles may be empty */
        return CLSCAN_NO_TILE;
    if (!fell_back)
        CLSCAN_PUBLISH_AGGREGATE(context, owned, aggregate);
    return clscan_find_carries(context, owned, aggregate, clscan_polls(fell_back), s);
}

/* Loads and reduces a tile, the own one or a missing one, in the same registers. Owner and fallback thus run the same
 * machine code, so that no compiler can make them compute different results. */
CLSCAN_COLLECTIVE void clscan_reduce_tile(clscan_waiter *w, uint tile) {
    const clscan_t sum = clscan_resident_load_and_reduce(w->resident, &w->s->resident, w->context->view, tile);
    if (clscan_lane() == 0)
        w->s->carries[clscan_sub_id()] = sum;
}

CLSCAN_COLLECTIVE uint clscan_publish_and_search(clscan_waiter *w, uint tile, bool fell_back) {
    clscan_barrier();
    if (clscan_sub_id() == 0) {
        const uint next = clscan_next_tile(w->context, w->owned, tile, fell_back, w->s);
        if (clscan_lane() == 0)
            w->s->tile = next;
    }
    clscan_barrier();
    return w->s->tile;
}

/* Scans the work-group's own tile. Not CLSCAN_COLLECTIVE: the compiler of PoCL 7.1 crashes if the kernel contains the
 * loop of the fallback itself, for example with a store function of the user in matrix rows. A minimal program was not
 * found: deleting lines of the program for that example left more than 330 of them. The kernel does not call this
 * function in a loop. */
static void clscan_one_pass(const clscan_context *context, uint tiles, uint first_ticket,
                            local clscan_one_pass_storage *s) {
    clscan_resident_private resident;
    clscan_waiter w;
    w.resident = &resident;
    w.context = context;
    w.owned = clscan_take_tile(&context->states, tiles, first_ticket, &s->tile);
    w.s = s;
    clscan_fall_back(&w, w.owned, w.owned);
    clscan_resident_scan_and_store(&resident, &s->resident, s->carries[clscan_sub_id()], context->view, w.owned);
}

#endif
