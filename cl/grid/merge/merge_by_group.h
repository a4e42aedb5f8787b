/* A work-group sorts tiles and merges runs in local memory. Each work-item has consecutive places of the tile: it finds
 * by a binary search which elements belong there, and merges them (Odeh, Green, Mwassi, Shmueli and Birk, "Merge Path -
 * Parallel Merging Made Simple", IPDPS Workshops 2012). */
#ifndef CLSCAN_MERGE_BY_GROUP_H
#define CLSCAN_MERGE_BY_GROUP_H

#include "grid/merge/merge_space.h"

/* The elements of a tile. */
#define CLSCAN_MERGE_TILE (CLSCAN_WG_SIZE * CLSCAN_ITEMS)

typedef struct {
    clscan_in elements[CLSCAN_MERGE_TILE];
    CLSCAN_IF_INDEXED(clscan_value indices[CLSCAN_MERGE_TILE];)
    ulong splits[2];
} clscan_merge_storage;

CLSCAN_ASSERT(sizeof(clscan_merge_storage) <= CLSCAN_MERGE_LOCAL_BYTES, host_knows_the_local_memory_of_merges);

CLSCAN_MERGE_PATH(clscan_merge_path_in_tile, local, uint)

static clscan_indexed clscan_merge_tile_get(const local clscan_merge_storage *s, uint i) {
    const CLSCAN_READ_ONCE local clscan_in *elements = s->elements;
    clscan_indexed e;
    e.x = elements[i];
    CLSCAN_IF_INDEXED(e.index = ((const CLSCAN_READ_ONCE local clscan_value *)s->indices)[i];)
    return e;
}

static void clscan_merge_tile_put(local clscan_merge_storage *s, uint i, clscan_indexed e) {
    s->elements[i] = e.x;
    CLSCAN_IF_INDEXED(s->indices[i] = e.index;)
}

/* The consecutive places of this work-item in a tile of n elements: `n` places from `first` on. */
typedef struct {
    uint first, n;
} clscan_merge_own;

static clscan_merge_own clscan_merge_own_of(uint n) {
    const uint first = min((uint)get_local_id(0) * CLSCAN_ITEMS, n);
    const clscan_merge_own own = { first, min(n - first, (uint)CLSCAN_ITEMS) };
    return own;
}

/* Stores the elements of this work-item to its own places, after all work-items have read their elements. */
CLSCAN_COLLECTIVE void clscan_merge_tile_put_own(const clscan_indexed *e, clscan_merge_own own,
                                                 local clscan_merge_storage *s) {
    clscan_barrier();
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i < own.n)
            clscan_merge_tile_put(s, own.first + i, e[i]);
    clscan_barrier();
}

/* Merges the runs [begin, middle) and [middle, end) of the tile, as far as the places of this work-item are in the
 * result. */
CLSCAN_COLLECTIVE void clscan_merge_tile_merge(uint begin, uint middle, uint end, clscan_merge_own own,
                                               local clscan_merge_storage *s) {
    clscan_indexed e[CLSCAN_ITEMS];
    const uint d = own.n > 0 ? own.first - begin : 0;
    uint a =
        begin + clscan_merge_path_in_tile(s->elements + begin, middle - begin, s->elements + middle, end - middle, d);
    uint b = middle + (begin + d - a);
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i < own.n) {
            const bool second = a == middle || (b < end && clscan_overtakes(s->elements[b], s->elements[a]));
            e[i] = clscan_merge_tile_get(s, second ? b : a);
            a += !second;
            b += second;
        }
    clscan_merge_tile_put_own(e, own, s);
}

/* Sorts the elements of each work-item by odd-even transposition (Knuth, The Art of Computer Programming, volume 3,
 * section 5.3.4). Its indices are constant, so that the elements stay in registers. */
CLSCAN_COLLECTIVE void clscan_merge_tile_sort_own(clscan_merge_own own, local clscan_merge_storage *s) {
    clscan_indexed e[CLSCAN_ITEMS];
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i < own.n)
            e[i] = clscan_merge_tile_get(s, own.first + i);
    CLSCAN_UNROLL_RUN
    for (uint round = 0; round < CLSCAN_ITEMS; round++) {
        CLSCAN_UNROLL_RUN
        for (uint i = round % 2; i + 1 < CLSCAN_ITEMS; i += 2)
            if (i + 1 < own.n && clscan_overtakes(e[i + 1].x, e[i].x)) {
                const clscan_indexed later = e[i];
                e[i] = e[i + 1];
                e[i + 1] = later;
            }
    }
    clscan_merge_tile_put_own(e, own, s);
}

/* Writes the tile to the places from `begin` on. */
CLSCAN_COLLECTIVE void clscan_merge_tile_write(const clscan_view *v, const clscan_merge_space *space, uint to,
                                               ulong begin, uint n, const local clscan_merge_storage *s) {
    const clscan_merge_target target = clscan_merge_target_of(space, to);
    for (uint i = get_local_id(0); i < n; i += CLSCAN_WG_SIZE)
        clscan_merge_put(v, space, &target, begin + i, clscan_merge_tile_get(s, i));
    clscan_barrier();
}

/* Sorts the elements from `begin` up to `end`, which is a tile, into the buffer `last`. */
CLSCAN_COLLECTIVE void clscan_merge_sort_tile(const clscan_view *v, const clscan_merge_space *space, uint last,
                                              ulong begin, ulong end, local clscan_merge_storage *s) {
    const clscan_merge_source source = clscan_merge_source_of(space, v, CLSCAN_CALLER_ARRAYS);
    const uint n = (uint)(end - begin);
    const clscan_merge_own own = clscan_merge_own_of(n);
    for (uint i = get_local_id(0); i < n; i += CLSCAN_WG_SIZE)
        clscan_merge_tile_put(s, i, clscan_merge_get(&source, begin + i));
    clscan_barrier_after_loads();
    clscan_merge_tile_sort_own(own, s);
    for (uint width = CLSCAN_ITEMS; width < n; width *= 2) {
        const uint first = own.first - own.first % (2 * width), middle = min(first + width, n);
        clscan_merge_tile_merge(min(first, n), middle, min(middle + width, n), own, s);
    }
    clscan_merge_tile_write(v, space, last, begin, n, s);
}

/* Returns the split at the end of a tile, so that the tile takes no fewer than none and no more than all of its
 * elements from the first run. Only an inconsistent comparison makes a difference. */
static ulong clscan_merge_split_end(ulong split, ulong split_of_begin, ulong n) {
    return min(max(split, split_of_begin), split_of_begin + n);
}

/* Writes the places from `begin` up to `end` of the merged runs, which are within one pair. */
CLSCAN_COLLECTIVE void clscan_merge_tile(const clscan_view *v, const clscan_merge_space *space, uint from, uint to,
                                         clscan_run_pair pair, ulong begin, ulong end, local clscan_merge_storage *s) {
    const clscan_merge_source source = clscan_merge_source_of(space, v, from);
    const uint n = (uint)(end - begin);
    if (get_local_id(0) < 2)
        s->splits[get_local_id(0)] = clscan_run_pair_split(&source, pair, get_local_id(0) == 0 ? begin : end);
    clscan_barrier();
    const ulong split = s->splits[0], a = pair.begin + split, b = pair.middle + (begin - a);
    const uint from_a = (uint)(clscan_merge_split_end(s->splits[1], split, n) - split);
    for (uint i = get_local_id(0); i < n; i += CLSCAN_WG_SIZE)
        clscan_merge_tile_put(s, i, clscan_merge_get(&source, i < from_a ? a + i : b + (i - from_a)));
    clscan_barrier();
    clscan_merge_tile_merge(0, from_a, n, clscan_merge_own_of(n), s);
    clscan_merge_tile_write(v, space, to, begin, n, s);
}

#endif
