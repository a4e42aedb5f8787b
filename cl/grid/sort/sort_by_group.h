/* A work-group counts and moves the elements of its span of a sort. The elements of a tile are put in order in local
 * memory first, so that neighbouring work-items write neighbouring elements. */
#ifndef CLSCAN_SORT_BY_GROUP_H
#define CLSCAN_SORT_BY_GROUP_H

#include "grid/sort/sort_space.h"
#include "tile/digit_ranks.h"

typedef struct {
    /* The place of the next element of each digit, and the same less the rank that this element has in the tile. */
    clscan_value next[CLSCAN_DIGITS], base[CLSCAN_DIGITS];
    clscan_digit_range ranges[CLSCAN_DIGITS];
    uchar digits[CLSCAN_SORT_TILE]; /* the digit of each rank, if it is not computed from the keys */
    union {
        clscan_rank_storage rank;
        /* Elements in the order of their ranks. One more, because CLSCAN_SORT_STAGED is 0 if all elements are large. */
        ulong2 staged[(CLSCAN_SORT_TILE * CLSCAN_SORT_STAGED + 15) / 16 + 1];
    } u;
} clscan_sort_tile_storage;

typedef union {
    uint counts[CLSCAN_SORT_COUNTS_ROWS * CLSCAN_SORT_COUNTERS];
    clscan_group_storage group;
    clscan_sort_tile_storage tile;
} clscan_sort_storage;

CLSCAN_ASSERT(sizeof(clscan_sort_storage) <= CLSCAN_SORT_LOCAL_BYTES, storage_fits);

/* ------------------------------------------------------------------------------------------------- the counts */

/* Loads the elements of a tile that this work-item counts: at + k * CLSCAN_WG_SIZE. All of them are loaded before the
 * first one is counted. An index past the last element loads the last element again, which is not counted a second
 * time. */
static void clscan_sort_load_bits(const clscan_sort_source *source, uint pass, ulong at, ulong end,
                                  clscan_sort_bits *bits) {
    CLSCAN_UNROLL_RUN
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        bits[i] = clscan_sort_bits_at(source, pass, min(at + i * CLSCAN_WG_SIZE, end - 1));
}

/* Counts the digits of passes `pass_begin` up to `pass_end`. Several passes are possible for keys only: with one loop
 * for all digits of segment ids, optimized kernels of PoCL 3.1 counted wrong digits (November 27, 2026). `own` are the
 * counters of this work-item. */
static void clscan_sort_count_passes(const clscan_sort_source *source, uint pass_begin, uint pass_end, ulong begin,
                                     ulong end, local uint *own) {
    for (ulong at = begin + get_local_id(0); at < end; at += CLSCAN_SORT_TILE) {
        clscan_sort_bits bits[CLSCAN_ITEMS];
        clscan_sort_load_bits(source, pass_begin, at, end, bits);
        CLSCAN_UNROLL
        for (uint p = pass_begin; p < pass_end; p++) {
            const clscan_digit_field digit = clscan_digit_field_of(p);
            CLSCAN_UNROLL_RUN
            for (uint i = 0; i < CLSCAN_ITEMS; i++)
                atomic_add(&own[(p * CLSCAN_DIGITS + clscan_digit_in(digit, bits[i])) * CLSCAN_SORT_COUNTERS],
                           (uint)(at + i * CLSCAN_WG_SIZE < end));
        }
    }
}

/* Counts the digits of the elements from `begin` up to `end`: of all passes if `pass` is 0, else of that pass. Stores
 * the counts in the column of the span. */
CLSCAN_COLLECTIVE void clscan_sort_count_span(const clscan_sort_source *source, uint pass, ulong begin, ulong end,
                                              const clscan_sort_space *space, local clscan_sort_storage *s) {
    const uint pass_end = pass > 0 ? pass + 1 : space->passes;
    local uint *const own = s->counts + get_local_id(0) % CLSCAN_SORT_COUNTERS;
    for (uint i = get_local_id(0); i < CLSCAN_SORT_COUNTS_ROWS * CLSCAN_SORT_COUNTERS; i += CLSCAN_WG_SIZE)
        s->counts[i] = 0;
    clscan_barrier();
    if (pass > 0) {
        clscan_sort_count_passes(source, pass, pass_end, begin, end, own);
    } else {
        clscan_sort_count_passes(source, 0, CLSCAN_SORT_KEY_PASSES, begin, end, own);
        for (uint p = CLSCAN_SORT_KEY_PASSES; p < space->passes; p++) /* by segment ids */
            clscan_sort_count_passes(source, p, p + 1, begin, end, own);
    }
    clscan_barrier();
    for (uint counts_row = pass * CLSCAN_DIGITS + get_local_id(0); counts_row < pass_end * CLSCAN_DIGITS;
         counts_row += CLSCAN_WG_SIZE) {
        uint sum = 0;
        for (uint i = 0; i < CLSCAN_SORT_COUNTERS; i++)
            sum += s->counts[counts_row * CLSCAN_SORT_COUNTERS + i];
        *clscan_sort_counter(space, counts_row) = sum;
    }
}

/* Replaces a row of counts by their exclusive prefixes. Returns the total. Each work-item scans consecutive counts. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_scan_row(global clscan_value *counts, uint spans,
                                                    local clscan_sort_storage *s) {
    const clscan_share own = clscan_share_of(spans);
    clscan_value sum = 0;
    for (uint i = own.begin; i < own.end; i++)
        sum += counts[i];
    const clscan_value total = clscan_counts_scan(&sum, &s->group);
    for (uint i = own.begin; i < own.end; i++) {
        const clscan_value count = counts[i];
        counts[i] = sum;
        sum += count;
    }
    return total;
}

/* Replaces the count of each work-item by the sum of the counts of all work-items before it. Returns the total. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_scan_own_counts(clscan_value *count, local clscan_sort_storage *s) {
    return clscan_counts_scan(count, &s->group);
}

/* -------------------------------------------------------------------------------------------------- the moves */

/* Computes the places of the first elements of this span, by digit. */
CLSCAN_COLLECTIVE void clscan_sort_find_places(const clscan_sort_space *space, uint pass,
                                               local clscan_sort_tile_storage *s) {
    const clscan_share own = clscan_share_of(CLSCAN_DIGITS);
    clscan_value sum = 0;
    for (uint d = own.begin; d < own.end; d++)
        sum += space->totals[pass * CLSCAN_DIGITS + d];
    clscan_counts_scan(&sum, &s->u.rank.group);
    for (uint d = own.begin; d < own.end; d++) {
        s->next[d] = sum + *clscan_sort_counter(space, pass * CLSCAN_DIGITS + d);
        sum += space->totals[pass * CLSCAN_DIGITS + d];
    }
}

/* Loads the digits of this work-item's elements, from element `first` on. An index from `remaining` on is past the end
 * of the tile. It gets the greatest digit, and so one of the greatest ranks. */
static void clscan_sort_load_digits(const clscan_sort_source *source, uint pass, clscan_digit_field digit, ulong first,
                                    uint remaining, uint *entries) {
    CLSCAN_UNROLL_RUN
    for (uint j = 0; j < CLSCAN_ITEMS; j++) {
        const uint i = j * clscan_rank_stride();
        entries[j] = i < remaining ? clscan_sort_digit_at(source, pass, digit, first + i) : CLSCAN_DIGITS - 1;
    }
}

/* True if the digits of the tile's elements in the order of their ranks are computed from the elements of the first
 * array, which has the keys. A sort of 2^28 uints took 6.7 ms with this and 7.0 without (H200, November 27, 2026).
 * Digits of ulongs are loaded from local memory, where the same sort took 18.5 ms instead of 19.3. */
#define CLSCAN_SORT_COMPUTES_DIGITS (!CLSCAN_SORT_HAS_SEGMENT_IDS && sizeof(clscan_sort_bits) == 4)

/* Finds the places of the tile's elements. Stores their digits in the order of the ranks, if any array needs them. */
CLSCAN_COLLECTIVE void clscan_sort_find_tile_places(const uint *entries, local clscan_sort_tile_storage *s) {
    if (!CLSCAN_SORT_COMPUTES_DIGITS | (CLSCAN_SORT_BYTES > sizeof(clscan_in))) {
        CLSCAN_UNROLL_RUN
        for (uint j = 0; j < CLSCAN_ITEMS; j++)
            s->digits[CLSCAN_ENTRY_RANK(entries[j])] = (uchar)CLSCAN_ENTRY_DIGIT(entries[j]);
    }
    for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE) {
        s->base[d] = s->next[d] - s->ranges[d].begin;
        s->next[d] += s->ranges[d].end - s->ranges[d].begin;
    }
    clscan_barrier();
}

/* Returns the digit of the element with this rank, while the elements of array k are staged. */
static uint clscan_sort_staged_digit(const local clscan_sort_tile_storage *s, clscan_digit_field digit, uint k,
                                     uint rank) {
    if ((k > 0) | !CLSCAN_SORT_COMPUTES_DIGITS)
        return s->digits[rank];
    const clscan_in x = ((const local clscan_in *)s->u.staged)[rank];
    return clscan_digit_in(digit, clscan_sort_ordered_bits(CLSCAN_SORT_KEY(x)));
}

/* Returns the place of the element with this digit and rank. */
static clscan_value clscan_sort_place(const local clscan_sort_tile_storage *s, uint digit, uint rank) {
    return s->base[digit] + (clscan_value)rank;
}

/* True if a work-item loads its elements of array k before it ranks them, so that the latency of the loads overlaps
 * with the ranking. Only one array is loaded early, because its elements stay in registers during the ranking. The
 * first array is not loaded early: its elements have been read for their digits and are in the cache. */
#define CLSCAN_SORT_EARLY(k, type) ((k) == 1 && sizeof(type) <= CLSCAN_SORT_EARLY_BYTES)

/* The macros below are for CLSCAN_SORT_ARRAYS: cl/README.md, "The arrays of a sort", shows what they expand to. They
 * use s, v, digit, first, remaining, n and entries of clscan_sort_move_span, sourcek, targetk and limitk, and earlyk,
 * which CLSCAN_SORT_LOAD declares. */

/* Declares the elements of array k that a work-item holds, and loads them if they are loaded early. `moved` is the
 * element at place `i`, counted from this work-item's first element. */
#define CLSCAN_SORT_LOAD(k, type, moved)                                                                               \
    type early##k[CLSCAN_SORT_EARLY(k, type) ? CLSCAN_ITEMS : 1];                                                      \
    CLSCAN_UNROLL_RUN                                                                                                  \
    for (uint j = 0; j < CLSCAN_ITEMS && CLSCAN_SORT_EARLY(k, type); j++) {                                            \
        const uint i = j * clscan_rank_stride();                                                                       \
        if (i < remaining)                                                                                             \
            early##k[CLSCAN_SORT_EARLY(k, type) ? j : 0] = moved;                                                      \
    }
#define CLSCAN_SORT_LOAD_ARRAY(k, type, in, out, offset) CLSCAN_SORT_LOAD(k, type, (source##k + first)[i])
#define CLSCAN_SORT_LOAD_INDEX(k, type, out, offset)     CLSCAN_SORT_LOAD(k, type, CLSCAN_SORT_INDEX(k, type, first + i))

/* Moves an array's elements of a tile: through local memory in the order of the ranks, so that neighbouring work-items
 * store neighbouring elements, or directly if elements are large. */
#define CLSCAN_SORT_MOVE_STAGED(k, type, moved)                                                                        \
    local type *const staged = (local type *)s->u.staged;                                                              \
    CLSCAN_UNROLL_RUN                                                                                                  \
    for (uint j = 0; j < CLSCAN_ITEMS; j++) {                                                                          \
        const uint i = j * clscan_rank_stride();                                                                       \
        if (i < remaining && CLSCAN_SORT_MOVES(k))                                                                     \
            staged[CLSCAN_ENTRY_RANK(entries[j])] =                                                                    \
                CLSCAN_SORT_EARLY(k, type) ? early##k[CLSCAN_SORT_EARLY(k, type) ? j : 0] : moved;                     \
    }                                                                                                                  \
    clscan_barrier();                                                                                                  \
    CLSCAN_UNROLL_BY_4                                                                                                 \
    for (uint rank = get_local_id(0); rank < (CLSCAN_SORT_MOVES(k) ? n : 0); rank += CLSCAN_WG_SIZE) {                 \
        const clscan_value place = clscan_sort_place(s, clscan_sort_staged_digit(s, digit, k, rank), rank);            \
        if (place < (clscan_value)limit##k)                                                                            \
            target##k[place] = staged[rank];                                                                           \
    }                                                                                                                  \
    clscan_barrier();
#define CLSCAN_SORT_MOVE_DIRECTLY(k, moved)                                                                            \
    for (uint j = 0; j < CLSCAN_ITEMS; j++) {                                                                          \
        const uint i = j * clscan_rank_stride();                                                                       \
        const clscan_value place =                                                                                     \
            clscan_sort_place(s, CLSCAN_ENTRY_DIGIT(entries[j]), CLSCAN_ENTRY_RANK(entries[j]));                       \
        if (i < remaining && place < (clscan_value)limit##k)                                                           \
            target##k[place] = moved;                                                                                  \
    }
#define CLSCAN_SORT_MOVE(k, type, moved)                                                                               \
    if (sizeof(type) <= CLSCAN_MOST_STAGED) {                                                                          \
        CLSCAN_SORT_MOVE_STAGED(k, type, moved)                                                                        \
    } else {                                                                                                           \
        CLSCAN_SORT_MOVE_DIRECTLY(k, moved)                                                                            \
    }
#define CLSCAN_SORT_MOVE_ARRAY(k, type, in, out, offset) CLSCAN_SORT_MOVE(k, type, (source##k + first)[i])
#define CLSCAN_SORT_MOVE_INDEX(k, type, out, offset)     CLSCAN_SORT_MOVE(k, type, CLSCAN_SORT_INDEX(k, type, first + i))

/* Moves the elements from `begin` up to `end` to their places. */
CLSCAN_COLLECTIVE void clscan_sort_move_span(const clscan_view *v, const clscan_sort_space *space,
                                             clscan_sort_buffers buffers, uint pass, ulong begin, ulong end,
                                             local clscan_sort_storage *storage) {
    local clscan_sort_tile_storage *const s = &storage->tile;
    const clscan_sort_source source = clscan_sort_source_of(v, space, buffers.from);
    const clscan_digit_field digit = clscan_digit_field_of(pass);
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    clscan_sort_find_places(space, pass, s);
    clscan_barrier();
    for (ulong at = begin; at < end; at += CLSCAN_SORT_TILE) {
        const uint n = (uint)min(end - at, (ulong)CLSCAN_SORT_TILE);
        const ulong first = at + clscan_rank_first();
        const uint remaining = n - min(n, clscan_rank_first());
        uint entries[CLSCAN_ITEMS];
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_LOAD_ARRAY, CLSCAN_SORT_LOAD_INDEX)
        clscan_sort_load_digits(&source, pass, digit, first, remaining, entries);
        clscan_rank_count(entries, s->ranges, &s->u.rank);
        clscan_rank_entries(entries, &s->u.rank);
        clscan_sort_find_tile_places(entries, s);
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_MOVE_ARRAY, CLSCAN_SORT_MOVE_INDEX)
    }
}

/* ------------------------------------------------------------------------------------------------ segment ids */

/* Returns how many elements from `begin` up to `end` are heads. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_count_heads_of(const clscan_view *v, ulong begin, ulong end,
                                                          local clscan_sort_storage *s) {
    clscan_value heads = 0;
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE)
        heads += i > 0 && clscan_sort_is_head(v, i);
    return clscan_counts_scan(&heads, &s->group);
}

/* Stores the segment id of each element from `begin` up to `end`. `segment_id` is the id of the element before. Each
 * work-item numbers consecutive elements of a tile. */
CLSCAN_COLLECTIVE void clscan_sort_number_span(const clscan_view *v, ulong begin, ulong end, clscan_value segment_id,
                                               global clscan_value *segment_ids, local clscan_sort_storage *s) {
    for (ulong at = begin; at < end; at += CLSCAN_SORT_TILE) {
        const ulong own_begin = min(at + get_local_id(0) * CLSCAN_ITEMS, end),
                    own_end = min(own_begin + CLSCAN_ITEMS, end);
        clscan_value heads = 0;
        for (ulong i = own_begin; i < own_end; i++)
            heads += i > 0 && clscan_sort_is_head(v, i);
        const clscan_value tile_heads = clscan_counts_scan(&heads, &s->group);
        clscan_value own_id = segment_id + heads;
        for (ulong i = own_begin; i < own_end; i++) {
            own_id += i > 0 && clscan_sort_is_head(v, i);
            segment_ids[i] = own_id;
        }
        segment_id += tile_heads;
        clscan_barrier();
    }
}

#endif
