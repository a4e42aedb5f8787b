/* A lone work-item counts and moves the elements of its span of a sort, streaming through the span. */
#ifndef CLSCAN_SORT_BY_ITEM_H
#define CLSCAN_SORT_BY_ITEM_H

#include "grid/sort_space.h"

/* A lone work-item needs no local memory. */
typedef struct {
    uint nothing;
} clscan_sort_storage;

static void clscan_sort_count_all(const global clscan_in *from, ulong begin, ulong end, clscan_value *own) {
    for (ulong i = begin; i < end; i++) {
        const clscan_sort_bits bits = clscan_sort_order(CLSCAN_SORT_KEY(from[i]));
        for (uint p = 0; p < CLSCAN_SORT_PASSES; p++)
            own[p * CLSCAN_DIGITS + clscan_digit_in(clscan_digit_of(p), bits)]++;
    }
}

static void clscan_sort_count_one(const global clscan_in *from, uint pass, ulong begin, ulong end, clscan_value *own) {
    const clscan_digit digit = clscan_digit_of(pass);
    for (ulong i = begin; i < end; i++)
        own[clscan_sort_digit(digit, from[i])]++;
}

/* Counts the digits of the elements from `begin` up to `end`: of all passes if `pass` is 0, else of that pass. Stores
 * the counts in the column of the span. */
CLSCAN_COLLECTIVE void clscan_sort_count_span(const global clscan_in *from, uint pass, ulong begin, ulong end,
                                              const clscan_sort_space *space, local clscan_sort_storage *s) {
    clscan_value own[CLSCAN_SORT_ROWS];
    const uint rows = pass > 0 ? CLSCAN_DIGITS : CLSCAN_SORT_ROWS;
    (void)s;
    for (uint row = 0; row < rows; row++)
        own[row] = 0;
    if (pass > 0)
        clscan_sort_count_one(from, pass, begin, end, own);
    else
        clscan_sort_count_all(from, begin, end, own);
    for (uint row = 0; row < rows; row++)
        *clscan_sort_count_at(space, pass * CLSCAN_DIGITS + row) = own[row];
}

/* Replaces a row of counts by their exclusive prefixes. Returns the total. */
CLSCAN_COLLECTIVE clscan_value clscan_sort_scan_row(global clscan_value *row, uint spans,
                                                    local clscan_sort_storage *s) {
    clscan_value sum = 0;
    (void)s;
    for (uint i = 0; i < spans; i++) {
        const clscan_value count = row[i];
        row[i] = sum;
        sum += count;
    }
    return sum;
}

#define CLSCAN_SORT_MOVE_ARRAY(k, type, in, out, before)                                                               \
    if (place < limit##k)                                                                                              \
        to##k[place] = from##k[i];
#define CLSCAN_SORT_MOVE_INDEX(k, type, out, before)                                                                   \
    if (place < limit##k)                                                                                              \
        to##k[place] = CLSCAN_SORT_INDEX(k, type, i);

/* Moves the elements from `begin` up to `end` to their places. */
CLSCAN_COLLECTIVE void clscan_sort_move_span(const clscan_view *v, const clscan_sort_space *space,
                                             clscan_sort_route route, uint pass, ulong begin, ulong end,
                                             local clscan_sort_storage *s) {
    const clscan_digit digit = clscan_digit_of(pass);
    clscan_value next[CLSCAN_DIGITS], sum = 0;
    CLSCAN_SORT_ARRAYS(CLSCAN_SORT_ARRAY_ENDS, CLSCAN_SORT_INDEX_ENDS)
    (void)s;
    for (uint d = 0; d < CLSCAN_DIGITS; d++) {
        const uint row = pass * CLSCAN_DIGITS + d;
        next[d] = sum + *clscan_sort_count_at(space, row);
        sum += space->totals[row];
    }
    for (ulong i = begin; i < end; i++) {
        const ulong place = next[clscan_sort_digit(digit, from0[i])]++;
        CLSCAN_SORT_ARRAYS(CLSCAN_SORT_MOVE_ARRAY, CLSCAN_SORT_MOVE_INDEX)
    }
}

#endif
