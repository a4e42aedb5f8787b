/* A work-group counts and moves the elements of its span of a sort. The elements of a tile are put in order in local
 * memory first, so that neighbouring work-items write neighbouring elements. */
#ifndef CLSCAN_SORT_BY_GROUP_H
#define CLSCAN_SORT_BY_GROUP_H

#include "grid/sort_space.h"
#include "tile/digit_ranks.h"

typedef struct {
    /* The place of the next element of each digit; the same less the rank that this element has in the tile; the ranks
     * at which the elements of each digit begin and end in the tile. */
    clscan_value next[CLSCAN_DIGITS], base[CLSCAN_DIGITS];
    uint begin[CLSCAN_DIGITS], end[CLSCAN_DIGITS];
    ushort ranks[CLSCAN_SORT_TILE]; /* the rank of each element */
    uchar digits[CLSCAN_SORT_TILE]; /* the digit of each rank */
    union {
        clscan_rank_storage rank;
        ulong2 staged[(CLSCAN_SORT_TILE * CLSCAN_SORT_STAGED + 15) / 16 + 1]; /* elements in the order of their ranks */
    } u;
} clscan_sort_tile;

typedef union {
    uint counts[CLSCAN_SORT_ROWS];
    clscan_group_storage group;
    clscan_sort_tile tile;
} clscan_sort_storage;

/* ------------------------------------------------------------------------------------------------- the counts */

/* Counts the digits of a work-item's elements. Equal digits in a row are added together, because atomics on one counter
 * wait for each other. */
static void clscan_sort_count_own(const global clscan_in *from, uint pass, ulong begin, ulong end, local uint *counts) {
    uint last[CLSCAN_SORT_PASSES], n[CLSCAN_SORT_PASSES];
    CLSCAN_UNROLL
    for (uint p = 0; p < CLSCAN_SORT_PASSES; p++)
        last[p] = n[p] = 0;
    for (ulong i = begin + get_local_id(0); i < end; i += CLSCAN_WG_SIZE) {
        const clscan_sort_bits bits = clscan_sort_order(CLSCAN_SORT_KEY(from[i]));
        CLSCAN_UNROLL
        for (uint p = 0; p < CLSCAN_SORT_PASSES; p++) {
            const uint digit = clscan_digit_in(clscan_digit_of(p), bits);
            if (digit != last[p] && n[p] > 0) {
                atomic_add(&counts[p * CLSCAN_DIGITS + last[p]], n[p]);
                n[p] = 0;
            }
            last[p] = digit;
            n[p] += pass == 0 || pass == p;
        }
    }
    CLSCAN_UNROLL
    for (uint p = 0; p < CLSCAN_SORT_PASSES; p++)
        if (n[p] > 0)
            atomic_add(&counts[p * CLSCAN_DIGITS + last[p]], n[p]);
}

/* Counts the digits of the elements from `begin` up to `end`: of all passes if `pass` is 0, else of that pass. Stores
 * the counts in the column of the span. */
CLSCAN_COLLECTIVE void clscan_sort_count_span(const global clscan_in *from, uint pass, ulong begin, ulong end,
                                              const clscan_sort_space *space, local clscan_sort_storage *s) {
    const uint first = pass * CLSCAN_DIGITS, last = pass > 0 ? first + CLSCAN_DIGITS : CLSCAN_SORT_ROWS;
    for (uint row = get_local_id(0); row < CLSCAN_SORT_ROWS; row += CLSCAN_WG_SIZE)
        s->counts[row] = 0;
    clscan_barrier();
    clscan_sort_count_own(from, pass, begin, end, s->counts);
    clscan_barrier();
    for (uint row = first + get_local_id(0); row < last; row += CLSCAN_WG_SIZE)
        *clscan_sort_count_at(space, row) = s->counts[row];
}

/* Replaces a row of counts by their exclusive prefixes. Returns the total. Each work-item scans consecutive counts. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_scan_row(global clscan_value *row, uint spans,
                                                    local clscan_sort_storage *s) {
    const uint each = (spans + CLSCAN_WG_SIZE - 1) / CLSCAN_WG_SIZE;
    const uint first = min((uint)get_local_id(0) * each, spans), last = min(first + each, spans);
    clscan_value sum = 0;
    for (uint i = first; i < last; i++)
        sum += row[i];
    const clscan_value total = clscan_sort_prefix(&sum, &s->group);
    for (uint i = first; i < last; i++) {
        const clscan_value count = row[i];
        row[i] = sum;
        sum += count;
    }
    return total;
}

/* -------------------------------------------------------------------------------------------------- the moves */

/* Computes the places of the first elements of this span, by digit. */
CLSCAN_COLLECTIVE void clscan_sort_find_places(const clscan_sort_space *space, uint pass, local clscan_sort_tile *s) {
    const uint first = min((uint)get_local_id(0) * CLSCAN_DIGITS_EACH, (uint)CLSCAN_DIGITS),
               last = min(first + CLSCAN_DIGITS_EACH, (uint)CLSCAN_DIGITS);
    clscan_value sum = 0;
    for (uint d = first; d < last; d++)
        sum += space->totals[pass * CLSCAN_DIGITS + d];
    clscan_sort_prefix(&sum, &s->u.rank.group);
    for (uint d = first; d < last; d++) {
        s->next[d] = sum + *clscan_sort_count_at(space, pass * CLSCAN_DIGITS + d);
        sum += space->totals[pass * CLSCAN_DIGITS + d];
    }
}

/* Loads the digits of the `n` elements of a tile, which begins at `from`. */
static void clscan_sort_load_digits(const global clscan_in *from, uint pass, uint n, local clscan_sort_tile *s) {
    const clscan_digit digit = clscan_digit_of(pass);
    CLSCAN_UNROLL_MOVED
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const uint e = i * CLSCAN_WG_SIZE + get_local_id(0);
        if (e < n)
            s->u.rank.entries[e] = CLSCAN_ENTRY(e, clscan_sort_digit(digit, from[e]));
    }
    for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE)
        s->begin[d] = s->end[d] = 0;
}

/* Finds the range of ranks of each digit, and from it the places of the tile's elements. */
CLSCAN_COLLECTIVE void clscan_sort_find_bases(uint n, local clscan_sort_tile *s) {
    for (uint rank = get_local_id(0); rank < n; rank += CLSCAN_WG_SIZE) {
        const uint digit = s->digits[rank];
        if (rank == 0 || s->digits[rank - 1] != digit)
            s->begin[digit] = rank;
        if (rank == n - 1 || s->digits[rank + 1] != digit)
            s->end[digit] = rank + 1;
    }
    clscan_barrier();
    for (uint d = get_local_id(0); d < CLSCAN_DIGITS; d += CLSCAN_WG_SIZE) {
        s->base[d] = s->next[d] - s->begin[d];
        s->next[d] += s->end[d] - s->begin[d];
    }
    clscan_barrier();
}

/* Returns the place of the element with this rank. */
static ulong clscan_sort_place(const local clscan_sort_tile *s, uint rank) {
    return (clscan_value)(s->base[s->digits[rank]] + rank);
}

/* Moves one array's elements of a tile, which begins at element `at`: through local memory, or directly if elements are
 * large. `moved` is what is moved from place `i` of the input. */
#define CLSCAN_SORT_MOVE(k, type, moved)                                                                               \
    if (sizeof(type) <= CLSCAN_MOST_STAGED) {                                                                          \
        local type *const staged = (local type *)s->u.staged;                                                          \
        for (uint e = get_local_id(0); e < n; e += CLSCAN_WG_SIZE) {                                                   \
            const ulong i = at + e;                                                                                    \
            staged[s->ranks[e]] = moved;                                                                               \
        }                                                                                                              \
        clscan_barrier();                                                                                              \
        for (uint rank = get_local_id(0); rank < n; rank += CLSCAN_WG_SIZE) {                                          \
            const ulong place = clscan_sort_place(s, rank);                                                            \
            if (place < limit##k)                                                                                      \
                to##k[place] = staged[rank];                                                                           \
        }                                                                                                              \
        clscan_barrier();                                                                                              \
    } else {                                                                                                           \
        for (uint e = get_local_id(0); e < n; e += CLSCAN_WG_SIZE) {                                                   \
            const ulong i = at + e, place = clscan_sort_place(s, s->ranks[e]);                                         \
            if (place < limit##k)                                                                                      \
                to##k[place] = moved;                                                                                  \
        }                                                                                                              \
    }
#define CLSCAN_SORT_MOVE_ARRAY(k, type, in, out, before) CLSCAN_SORT_MOVE(k, type, from##k[i])
#define CLSCAN_SORT_MOVE_INDEX(k, type, out, before)     CLSCAN_SORT_MOVE(k, type, CLSCAN_SORT_INDEX(k, type, i))

/* Moves the elements from `begin` up to `end` to their places. */
CLSCAN_COLLECTIVE void clscan_sort_move_span(const clscan_view *v, const clscan_sort_space *space,
                                             clscan_sort_route route, uint pass, ulong begin, ulong end,
                                             local clscan_sort_storage *storage) {
    local clscan_sort_tile *const s = &storage->tile;
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    clscan_sort_find_places(space, pass, s);
    clscan_barrier();
    for (ulong at = begin; at < end; at += CLSCAN_SORT_TILE) {
        const uint n = (uint)min(end - at, (ulong)CLSCAN_SORT_TILE);
        clscan_sort_load_digits(from0 + at, pass, n, s);
        clscan_barrier();
        clscan_rank_digits(n, s->ranks, s->digits, &s->u.rank);
        clscan_sort_find_bases(n, s);
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_MOVE_ARRAY, CLSCAN_SORT_MOVE_INDEX)
        clscan_barrier();
    }
}

#endif
