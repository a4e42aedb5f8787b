/* A work-group sorts tiles and merges runs in local memory. Each work-item has consecutive places of the tile: it finds
 * by a binary search which elements belong there, and merges them (Odeh, Green, Mwassi, Shmueli and Birk, "Merge Path -
 * Parallel Merging Made Simple", IPDPS Workshops 2012). */
#ifndef CLSCAN_MERGE_BY_GROUP_H
#define CLSCAN_MERGE_BY_GROUP_H

#include "grid/merge/merge_space.h"

/* The elements of a tile, which has heads of its own. */
#define CLSCAN_MERGE_TILE  (CLSCAN_WG_SIZE * CLSCAN_ITEMS)
#define CLSCAN_MERGE_BLOCK CLSCAN_MERGE_TILE

/* `first` and `last` are heads as in merge_heads.h, of blocks of CLSCAN_ITEMS elements, as places in the tile. */
typedef struct {
    clscan_in elements[CLSCAN_MERGE_TILE];
    CLSCAN_IF_INDEXED(clscan_value indices[CLSCAN_MERGE_TILE];)
    CLSCAN_IF_SEGMENTED(uint first[CLSCAN_WG_SIZE]; uint last[CLSCAN_WG_SIZE];)
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

/* Neighbouring runs of a tile: [begin, middle) and [middle, end). */
typedef struct {
    uint begin, middle, end;
} clscan_tile_pair;

/* Merges two runs of the tile, as far as the places of this work-item are in the result. Places before or after the two
 * runs keep their elements. */
CLSCAN_COLLECTIVE void clscan_merge_tile_merge(clscan_tile_pair pair, clscan_merge_own own,
                                               local clscan_merge_storage *s) {
    clscan_indexed e[CLSCAN_ITEMS];
    const uint d = min(max(own.first, pair.begin), pair.end) - pair.begin;
    uint a = pair.begin + clscan_merge_path_in_tile(s->elements + pair.begin, pair.middle - pair.begin,
                                                    s->elements + pair.middle, pair.end - pair.middle, d);
    uint b = pair.middle + (pair.begin + d - a);
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i < own.n) {
            const uint place = own.first + i;
            const bool keeps = CLSCAN_MERGE_SEGMENTED && (place < pair.begin || place >= pair.end);
            const bool second = a == pair.middle || (b < pair.end && clscan_overtakes(s->elements[b], s->elements[a]));
            e[i] = clscan_merge_tile_get(s, keeps ? place : second ? b : a);
            a += !keeps && !second;
            b += !keeps && second;
        }
    clscan_merge_tile_put_own(e, own, s);
}

#if CLSCAN_MERGE_SEGMENTED

/* Sets is_head[i] for element i of this work-item, and the heads of its block. `begin` is where the tile begins. */
CLSCAN_INLINE void clscan_merge_tile_find_heads(const clscan_view *v, ulong begin, clscan_merge_own own, bool *is_head,
                                                local clscan_merge_storage *s) {
    uint first = UINT_MAX, last = 0;
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        is_head[i] = i < own.n && clscan_merge_is_head(v, begin + own.first + i);
        first = is_head[i] ? min(first, own.first + i) : first;
        last = is_head[i] ? own.first + i : last;
    }
    s->first[get_local_id(0)] = first;
    s->last[get_local_id(0)] = last;
}

/* Returns the part of a pair of runs of the tile that is merged. */
static clscan_tile_pair clscan_merge_tile_part(clscan_tile_pair pair, const local clscan_merge_storage *s) {
    if (pair.middle < pair.end) {
        pair.begin = max(pair.begin, s->last[(pair.middle - 1) / CLSCAN_ITEMS]);
        pair.end = min(pair.end, s->first[pair.middle / CLSCAN_ITEMS]);
    }
    return pair;
}

/* Updates the heads: each merged pair is one run now. */
CLSCAN_COLLECTIVE void clscan_merge_tile_join_heads(clscan_tile_pair pair, clscan_merge_own own,
                                                    local clscan_merge_storage *s) {
    if (own.first == pair.begin && pair.middle < pair.end) {
        local uint *const first = s->first + pair.begin / CLSCAN_ITEMS, *const last =
                                                                            s->last + (pair.end - 1) / CLSCAN_ITEMS;
        *first = min(*first, s->first[pair.middle / CLSCAN_ITEMS]);
        *last = max(*last, s->last[(pair.middle - 1) / CLSCAN_ITEMS]);
    }
    clscan_barrier();
}

/* Stores the heads of the sorted tile of n elements from `begin` on. In the tile, a last head of 0 means that there is
 * no head, unless the first head is 0, too. */
static void clscan_merge_tile_store_heads(const clscan_merge_space *space, ulong begin, uint n,
                                          const local clscan_merge_storage *s) {
    const uint first = s->first[0], last = s->last[(n - 1) / CLSCAN_ITEMS];
    if (get_local_id(0) == 0)
        clscan_merge_set_heads(&space->heads, begin, first < n ? begin + first : CLSCAN_NO_HEAD,
                               last > 0 || first == 0 ? begin + last : 0);
}

#else
#define clscan_merge_tile_find_heads(v, begin, own, is_head, s) ((void)(v), (void)(begin), (void)(is_head))
#define clscan_merge_tile_part(pair, s)                         (pair)
#define clscan_merge_tile_join_heads(pair, own, s)              ((void)0)
#define clscan_merge_tile_store_heads(space, begin, n, s)       ((void)0)
#endif

/* Sorts the elements of each work-item by odd-even transposition (Knuth, The Art of Computer Programming, volume 3,
 * section 5.3.4). Its indices are constant, so that the elements stay in registers. An element does not pass a head.
 * `begin` is where the tile begins. The elements are loaded before heads are found: with the other order, optimized
 * kernels of PoCL 3.1 lost elements of the last tile (27 November 2026). */
CLSCAN_COLLECTIVE void clscan_merge_tile_sort_own(const clscan_view *v, ulong begin, clscan_merge_own own,
                                                  local clscan_merge_storage *s) {
    clscan_indexed e[CLSCAN_ITEMS];
    bool is_head[CLSCAN_ITEMS] = { false };
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i < own.n)
            e[i] = clscan_merge_tile_get(s, own.first + i);
    clscan_merge_tile_find_heads(v, begin, own, is_head, s);
    CLSCAN_UNROLL_RUN
    for (uint round = 0; round < CLSCAN_ITEMS; round++) {
        CLSCAN_UNROLL_RUN
        for (uint i = round % 2; i + 1 < CLSCAN_ITEMS; i += 2)
            if (i + 1 < own.n && !is_head[i + 1] && clscan_overtakes(e[i + 1].x, e[i].x)) {
                const clscan_indexed later = e[i];
                e[i] = e[i + 1];
                e[i + 1] = later;
            }
    }
    clscan_merge_tile_put_own(e, own, s);
}

/* Loads the tile of n elements from `begin` on of the caller's input. */
CLSCAN_INLINE void clscan_merge_tile_load(const clscan_view *v, ulong begin, uint n, local clscan_merge_storage *s) {
    for (uint i = get_local_id(0); i < n; i += CLSCAN_WG_SIZE)
        clscan_merge_tile_put(s, i, clscan_merge_load(v, begin + i));
}

/* Writes the tile to the places from `begin` on. */
CLSCAN_INLINE void clscan_merge_tile_write(const clscan_view *v, const clscan_merge_space *space, uint to, ulong begin,
                                           uint n, const local clscan_merge_storage *s) {
    const clscan_merge_target target = clscan_merge_target_of(space, to);
    for (uint i = get_local_id(0); i < n; i += CLSCAN_WG_SIZE)
        clscan_merge_store(v, space, &target, begin + i, clscan_merge_tile_get(s, i));
}

/* Sorts the elements from `begin` up to `end`, which is a tile, into the buffer `last`. */
CLSCAN_COLLECTIVE void clscan_merge_sort_tile(const clscan_view *v, const clscan_merge_space *space, uint last,
                                              ulong begin, ulong end, local clscan_merge_storage *s) {
    const uint n = (uint)(end - begin);
    const clscan_merge_own own = clscan_merge_own_of(n);
    clscan_merge_tile_load(v, begin, n, s);
    clscan_barrier_after_loads();
    clscan_merge_tile_sort_own(v, begin, own, s);
    for (uint width = CLSCAN_ITEMS; width < n; width *= 2) {
        const uint first = own.first - own.first % (2 * width), middle = min(first + width, n);
        const clscan_tile_pair pair = { min(first, n), middle, min(middle + width, n) };
        clscan_merge_tile_merge(clscan_merge_tile_part(pair, s), own, s);
        clscan_merge_tile_join_heads(pair, own, s);
    }
    clscan_merge_tile_store_heads(space, begin, n, s);
    clscan_merge_tile_write(v, space, last, begin, n, s);
    clscan_barrier();
}

/* Returns the split at the end of a tile, limited so that the tile takes between 0 and n elements from the first run.
 * Only an inconsistent comparison exceeds these limits. */
static ulong clscan_merge_split_end(ulong split, ulong split_of_begin, ulong n) {
    return min(max(split, split_of_begin), split_of_begin + n);
}

/* Writes the places from `begin` up to `end`, which are within two neighbouring runs. `pair` is the part of these runs
 * that is merged. The places before and after it keep their elements. */
CLSCAN_COLLECTIVE void clscan_merge_tile(const clscan_view *v, const clscan_merge_space *space, uint from, uint to,
                                         clscan_run_pair pair, ulong begin, ulong end, local clscan_merge_storage *s) {
    const clscan_merge_source source = clscan_merge_source_of(space, from);
    const uint n = (uint)(end - begin);
    const ulong first = min(max(pair.begin, begin), end), past = min(max(pair.end, begin), end);
    if (get_local_id(0) < 2)
        s->splits[get_local_id(0)] =
            clscan_run_pair_split(&source, pair, min(max(get_local_id(0) == 0 ? first : past, pair.begin), pair.end));
    clscan_barrier();
    const ulong split = s->splits[0], a = pair.begin + split, b = pair.middle + (first - a);
    const uint from_a = (uint)(clscan_merge_split_end(s->splits[1], split, past - first) - split);
    const clscan_tile_pair merged = { (uint)(first - begin), (uint)(first - begin) + from_a, (uint)(past - begin) };
    for (uint i = get_local_id(0); i < n; i += CLSCAN_WG_SIZE) {
        const bool keeps = i < merged.begin || i >= merged.end;
        clscan_merge_tile_put(s, i,
                              clscan_merge_load_from(&source, keeps               ? begin + i
                                                              : i < merged.middle ? a + (i - merged.begin)
                                                                                  : b + (i - merged.middle)));
    }
    clscan_barrier();
    clscan_merge_tile_merge(merged, clscan_merge_own_of(n), s);
    clscan_merge_tile_write(v, space, to, begin, n, s);
    clscan_barrier();
}

#endif
