/* A tile of a selection whose carry is known. Each sub-group takes consecutive elements of the tile, and neighbouring
 * lanes load neighbouring elements. Ballots give each lane the number of elements that are kept before its own, and
 * so the places in local memory to which the kept elements move. In a partition, the other elements follow there. */
#ifndef CLSCAN_SELECTED_SPAN_TILE_H
#define CLSCAN_SELECTED_SPAN_TILE_H

#include "tile/compaction.h"
#include "tile/tile.h"

/* The elements of this lane, whether they are kept, and how many elements of the tile are kept before each of them. */
typedef struct {
    clscan_loaded x[CLSCAN_RUN];
    bool keep[CLSCAN_RUN];
    uint before[CLSCAN_RUN];
} clscan_lane_kept;

/* Returns the index in the tile of element k of this lane. */
static uint clscan_lane_element(uint k) {
    return (clscan_sub_id() * CLSCAN_RUN + k) * clscan_sub_size() + clscan_lane();
}

/* Loads this lane's elements. In a whole tile no load waits for a branch. */
CLSCAN_INLINE void clscan_lane_load(clscan_lane_kept *own, const clscan_view *v, ulong begin, uint n, bool whole) {
    clscan_cursor c = clscan_cursor_at(v, begin + clscan_lane_element(0));
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_RUN; k++, clscan_cursor_skip(v, &c, clscan_sub_size()))
        if (whole || clscan_lane_element(k) < n)
            own->x[k] = clscan_load_unmapped(v, &c);
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_RUN; k++)
        own->keep[k] = (whole || clscan_lane_element(k) < n) && CLSCAN_MAPPED(own->x[k]) != 0;
}

/* Counts the kept elements before each of this lane's. Returns how many of the tile are kept. */
CLSCAN_COLLECTIVE uint clscan_lane_count(clscan_lane_kept *own, local clscan_group_storage *s) {
    uint kept = 0;
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_RUN; k++) {
        const clscan_lane_set set = clscan_ballot(own->keep[k]);
        own->before[k] = kept + clscan_lanes_before(set);
        kept += clscan_lanes_in(set);
    }
    clscan_t x[CLSCAN_GROUP_WIDTH] = { clscan_lane() == 0 ? kept : 0 };
    const uint all = clscan_group_scan(x, s), earlier = x[0] - (clscan_lane() == 0 ? 0 : kept);
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_RUN; k++)
        own->before[k] += earlier;
    return all;
}

/* Moves this lane's elements to local memory: the kept ones, and in a partition all others after the `kept` ones. */
static void clscan_lane_compact(local clscan_compacted *to, const clscan_lane_kept *own, uint kept, uint n) {
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_RUN; k++) {
        const uint i = clscan_lane_element(k), before = own->before[k];
        if (own->keep[k] || (CLSCAN_KEEPS_REST && i < n))
            to[own->keep[k] ? before : kept + i - before] = CLSCAN_COMPACTED(own->x[k], i);
    }
}

/* Stores the compacted elements that have room. */
static void clscan_lanes_store(const clscan_view *v, const local clscan_compacted *source, ulong begin,
                               clscan_writable writable) {
    CLSCAN_UNROLL
    for (uint k = 0; k < CLSCAN_RUN; k++) {
        const uint i = k * CLSCAN_WG_SIZE + get_local_id(0);
        if (clscan_is_writable(writable, i))
            clscan_compacted_store(v, source[i], begin, writable.base + i);
    }
}

/* Selects from the tile that begins with element `begin` and has `n` elements, before which `carry` elements are kept.
 * Returns the carry of the next tile, whose selection may follow immediately. */
CLSCAN_COLLECTIVE clscan_t clscan_tile_select(const clscan_view *v, ulong begin, uint n, clscan_t carry,
                                              local clscan_tile_storage *s) {
    clscan_lane_kept own;
    if (n == CLSCAN_TILE)
        clscan_lane_load(&own, v, begin, n, true);
    else
        clscan_lane_load(&own, v, begin, n, false);
    const uint kept = clscan_lane_count(&own, &s->group);
    clscan_lane_compact(s->compacted, &own, kept, n);
    clscan_barrier();
    clscan_lanes_store(v, s->compacted, begin, clscan_kept_writable(v, carry, kept));
#if CLSCAN_KEEPS_REST
    clscan_lanes_store(v, s->compacted + kept, begin,
                       clscan_writable_from(v, (ulong)v->CLSCAN_PART_SIZES + begin - carry, 0, n - kept));
#endif
    clscan_barrier();
    return clscan_combine(carry, (clscan_t)kept);
}

#endif
