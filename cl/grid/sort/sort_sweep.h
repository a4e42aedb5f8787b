/* A sweep moves the elements of a pass in one launch, and reads them once. Each work-group ranks the elements of one
 * tile, publishes how many have each digit, finds their places in the records of earlier tiles, and moves them (Adinets
 * and Merrill, "Onesweep: A Faster Least Significant Digit Radix Sort for GPUs", 2022). */
#ifndef CLSCAN_SORT_SWEEP_H
#define CLSCAN_SORT_SWEEP_H

#include "grid/look_back/fall_back.h"
#include "grid/sort/digit_records.h"
#include "grid/sort/sort_by_group.h"

typedef struct {
    clscan_sort_storage sort;
    uint counts[CLSCAN_DIGITS]; /* the digits of the work-group's tile, or of a tile whose record is missing */
    uint tile;                  /* the work-group's tile */
    uint missing;               /* a tile whose record is missing, plus one; else 0 */
} clscan_sweep_storage;

CLSCAN_ASSERT(sizeof(clscan_sweep_storage) <= CLSCAN_SORT_LOCAL_BYTES, sweep_fits);

/* Returns the records of a pass. Passes use two arrays of records in turn. */
static clscan_state *clscan_sweep_records(const clscan_sort_space *space, uint pass, uint tiles) {
    return (clscan_state *)space->records + (pass % 2 ? (size_t)CLSCAN_DIGITS * tiles : 0);
}

/* Clears the record of a tile in a pass, which must not have begun. */
static void clscan_sweep_clear(const clscan_sort_space *space, uint pass, uint tile, uint tiles) {
    clscan_state *const record = clscan_sweep_records(space, pass, tiles) + (size_t)tile * CLSCAN_DIGITS;
    for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE)
        clscan_state_store(record + d, 0);
}

/* Clears the records of the first pass, and all ticket counters. */
static void clscan_sweep_prepare(const clscan_sort_space *space, uint tiles) {
    for (uint tile = get_group_id(0); tile < tiles; tile += get_num_groups(0))
        clscan_sweep_clear(space, 0, tile, tiles);
    if (get_global_id(0) == 0)
        for (uint p = 0; p < CLSCAN_SORT_PASSES; p++)
            space->tickets[p] = 0;
}

/* Returns the work-group's tile, as clscan_take_tile in grid/look_back/one_pass.h does. */
CLSCAN_COLLECTIVE uint clscan_sweep_take_tile(const clscan_sort_space *space, uint pass, uint tiles,
                                              local clscan_sweep_storage *s) {
    if (!CLSCAN_TICKETS)
        return CLSCAN_TILE_ORDER((uint)get_group_id(0), tiles);
    if (get_local_id(0) == 0)
        s->tile = CLSCAN_TILE_ORDER(clscan_ticket((clscan_state *)(space->tickets + pass)), tiles);
    clscan_barrier();
    return s->tile;
}

/* Publishes the counts of a tile, s->counts. The first tile publishes prefixes instead, and its own places are stored
 * in s->sort.tile.next. With a function for the first tile and one for the others, a sort of 2^28 uints took 8.6 ms
 * instead of 7.2 (H200, 27 November 2026). */
CLSCAN_COLLECTIVE void clscan_sweep_publish(const clscan_sort_space *space, clscan_state *records, uint pass, uint tile,
                                            bool publishes, local clscan_sweep_storage *s) {
    clscan_state *const record = records + (size_t)tile * CLSCAN_DIGITS;
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    clscan_value place = 0;
    if (tile == 0) {
        for (uint d = own.begin; d < own.end; d++)
            place += space->totals[pass * CLSCAN_DIGITS + d];
        clscan_counts_scan(&place, &s->sort.tile.u.rank.group);
    }
    for (uint d = own.begin; d < own.end; d++) {
        const uint begin = (uint)place, count = s->counts[d];
        if (tile == 0) {
            s->sort.tile.next[d] = begin;
            place += space->totals[pass * CLSCAN_DIGITS + d];
        }
        if (publishes)
            clscan_state_store(record + d,
                               tile == 0 ? CLSCAN_RECORD_IS_PREFIX | (begin + count) : CLSCAN_RECORD_IS_COUNT | count);
    }
}

/* Counts the digits of a tile whose record is missing, and publishes them. No barrier has to follow before the next
 * look-back: work-items have read s->missing before the barriers here, and read records and s->counts of their own
 * digits only. */
CLSCAN_COLLECTIVE_APART void clscan_sweep_fall_back(const clscan_view *v, const clscan_sort_space *space, uint from,
                                                    clscan_state *records, uint pass, uint tile,
                                                    local clscan_sweep_storage *s) {
    const clscan_sort_source source = clscan_sort_source_of(v, space, from);
    const ulong begin = (ulong)tile * CLSCAN_SORT_TILE, end = min(begin + CLSCAN_SORT_TILE, v->count);
    for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE)
        s->counts[d] = 0;
    clscan_barrier();
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE)
        atomic_inc(&s->counts[clscan_sort_digit_at(&source, pass, clscan_digit_field_of(pass), i)]);
    clscan_barrier();
    clscan_sweep_publish(space, records, pass, tile, true, s);
}

/* Looks back for the place of each digit, s->sort.tile.next. Stores in s->missing the nearest tile whose record is
 * missing, plus one, or 0. */
CLSCAN_COLLECTIVE void clscan_sweep_look_back(clscan_state *records, uint tile, uint polls,
                                              local clscan_sweep_storage *s) {
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    if (get_local_id(0) == 0)
        s->missing = 0;
    clscan_barrier();
    for (uint d = own.begin; d < own.end; d++) {
        uint place = 0, missing = 0;
        if (!clscan_digit_look_back(records, d, tile, polls, &place, &missing))
            atomic_max(&s->missing, missing + 1);
        s->sort.tile.next[d] = place;
    }
    clscan_barrier();
}

/* Publishes the counts of the work-group's own tile, whose ranges are known. */
CLSCAN_COLLECTIVE void clscan_sweep_publish_own(const clscan_sort_space *space, clscan_state *records, uint pass,
                                                uint tile, local clscan_sweep_storage *s) {
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    const local clscan_digit_range *const ranges = s->sort.tile.ranges;
    for (uint d = own.begin; d < own.end; d++)
        s->counts[d] = ranges[d].end - ranges[d].begin;
    clscan_sweep_publish(space, records, pass, tile, CLSCAN_PUBLISHER(tile) == 0, s);
}

struct clscan_waiter {
    const clscan_view *v;
    const clscan_sort_space *space;
    clscan_state *records;
    uint from, pass, tile; /* the buffer with the elements, the pass, and the work-group's own tile */
    local clscan_sweep_storage *s;
};

/* Counts the digits of a missing tile, and publishes the counts. The fallback is not inlined, so it gets pointers to
 * copies. With pointers to `v` and `space` themselves, the compiler would keep these in memory for the whole kernel: a
 * sort of 2^28 ulongs took 20.2 ms instead of 16.6 (H200, November 27, 2026). */
CLSCAN_COLLECTIVE void clscan_reduce_tile(clscan_waiter *w, uint tile) {
    const clscan_view view_of_fallback = *w->v;
    const clscan_sort_space space_of_fallback = *w->space;
    clscan_sweep_fall_back(&view_of_fallback, &space_of_fallback, w->from, w->records, w->pass, tile, w->s);
}

/* Only searches, because the counts of `tile` have been published: those of the own tile before its elements were
 * ranked. */
CLSCAN_COLLECTIVE uint clscan_publish_and_search(clscan_waiter *w, uint tile, bool fell_back) {
    (void)tile;
    clscan_sweep_look_back(w->records, w->tile, clscan_polls(fell_back), w->s);
    const uint missing = w->s->missing;
    return missing > 0 ? missing - 1 : CLSCAN_NO_TILE;
}

/* Finds the places of the tile's elements: looks back, and publishes the places for later tiles. */
CLSCAN_COLLECTIVE void clscan_sweep_find_places(const clscan_view *v, const clscan_sort_space *space, uint from,
                                                clscan_state *records, uint pass, uint tile,
                                                local clscan_sweep_storage *s) {
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    const bool publishes = CLSCAN_PUBLISHER(tile) == 0;
    local clscan_sort_tile_storage *const t = &s->sort.tile;
    if (tile > 0) {
        clscan_waiter w = { v, space, records, from, pass, tile, s };
        const uint missing = clscan_publish_and_search(&w, tile, false);
        if (missing != CLSCAN_NO_TILE)
            clscan_fall_back(&w, CLSCAN_NO_TILE, missing);
        for (uint d = own.begin; d < own.end && publishes; d++)
            clscan_state_store(records + (size_t)tile * CLSCAN_DIGITS + d,
                               CLSCAN_RECORD_IS_PREFIX | ((uint)t->next[d] + t->ranges[d].end - t->ranges[d].begin));
    }
    clscan_barrier();
}

/* Moves the elements of a tile to their places. The counts are published before the ranking, so that later tiles wait
 * less: a sort of 2^28 uint pairs took 9.7 ms instead of 10.5 (H200, November 27, 2026). */
CLSCAN_COLLECTIVE void clscan_sweep_tile(const clscan_view *v, const clscan_sort_space *space,
                                         clscan_sort_buffers buffers, uint pass, uint tile, uint tiles,
                                         local clscan_sweep_storage *storage) {
    local clscan_sort_tile_storage *const s = &storage->sort.tile;
    const clscan_sort_source source = clscan_sort_source_of(v, space, buffers.from);
    const clscan_digit_field digit = clscan_digit_field_of(pass);
    clscan_state *const records = clscan_sweep_records(space, pass, tiles);
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    const ulong at = (ulong)tile * CLSCAN_SORT_TILE;
    const uint n = (uint)min(v->count - at, (ulong)CLSCAN_SORT_TILE);
    const ulong first = at + clscan_rank_first();
    const uint remaining = n - min(n, clscan_rank_first());
    uint entries[CLSCAN_ITEMS];
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_LOAD_ARRAY, CLSCAN_SORT_LOAD_INDEX)
    clscan_sort_load_digits(&source, pass, digit, first, remaining, entries);
    clscan_rank_count(entries, s->ranges, &s->u.rank);
    clscan_sweep_publish_own(space, records, pass, tile, storage);
    clscan_rank_entries(entries, &s->u.rank);
    clscan_sweep_find_places(v, space, buffers.from, records, pass, tile, storage);
    clscan_sort_find_tile_places(entries, s);
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_MOVE_ARRAY, CLSCAN_SORT_MOVE_INDEX)
}

#endif
