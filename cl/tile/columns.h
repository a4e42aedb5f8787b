/* Some rows of adjacent lines. Neighbouring work-items hold neighbouring lines, so that loads from columns are
 * coalesced. Each work-item holds a part of its line: some consecutive rows. The parts of a line follow each other. */
#ifndef CLSCAN_TILE_COLUMNS_H
#define CLSCAN_TILE_COLUMNS_H

#include "item/line.h"

#if CLSCAN_ITEMS <= 64
#define CLSCAN_UNROLL_ITEMS CLSCAN_UNROLL
#else
#define CLSCAN_UNROLL_ITEMS
#endif

/* The part of a line that a work-item holds: n rows from `first` on. */
typedef struct {
    clscan_cursor first;
    uint n; /* up to CLSCAN_ITEMS */
} clscan_line_part;

static clscan_line_part clscan_line_part_of(const clscan_view *v, clscan_cursor top, ulong begin, ulong end) {
    clscan_line_part p = { clscan_line_down(v, top, begin), begin < end ? min(end - begin, (ulong)CLSCAN_ITEMS) : 0 };
    return p;
}

/* Loads the rows of a part, and returns their reduction. Every load is issued before any value is used. Past the end of
 * the part, the last row is loaded again instead of branching: conditional loads would take more registers. */
static clscan_t clscan_line_part_load_and_reduce(clscan_t *x, const clscan_view *v, const clscan_line_part *p) {
    clscan_cursor c = p->first;
    if (p->n > 0) {
        CLSCAN_UNROLL_ITEMS
        for (uint i = 0; i < CLSCAN_ITEMS; i++) {
            x[i] = clscan_load(v, &c);
            clscan_cursor_advance(v, &c, i + 1 < p->n);
        }
    }
    CLSCAN_UNROLL_ITEMS
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        if (i >= p->n) /* not ?:, which Intel 2026.2 takes minutes to compile for vectors of 3 chars */
            x[i] = clscan_identity();
    clscan_t sum = x[0];
    CLSCAN_UNROLL_ITEMS
    CLSCAN_NO_VECTORIZE
    for (uint i = 1; i < CLSCAN_ITEMS; i++)
        sum = clscan_combine(sum, x[i]);
    return sum;
}

/* Scans a part from `carry`, and stores the results. */
static void clscan_line_part_store(const clscan_t *x, const clscan_view *v, const clscan_line_part *p, clscan_t carry) {
    clscan_cursor c = p->first;
    CLSCAN_UNROLL_ITEMS
    CLSCAN_NO_VECTORIZE
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const clscan_t next = clscan_combine(carry, x[i]);
        if (i < p->n)
            clscan_store(v, &c, x[i], next, carry);
        clscan_cursor_advance(v, &c, 1);
        carry = next;
    }
}

/* Combines the totals of the parts of this work-item's line, in a block of `lines` lines. Returns the total of the
 * line, and in *before the total of the parts before this work-item's own. */
static clscan_t clscan_fold_parts(const local CLSCAN_READ_ONCE clscan_t *totals, uint lines, clscan_t *before) {
    const uint me = get_local_id(0), line = me % lines;
    clscan_t sum = totals[line];
    *before = clscan_identity();
    CLSCAN_NO_VECTORIZE
    for (uint i = line + lines; i < CLSCAN_WG_SIZE; i += lines) {
        *before = i == me ? sum : *before;
        sum = clscan_combine(sum, totals[i]);
    }
    return sum;
}

/* Scans the strip of this work-group from the first row to the last. In each step, the work-items of a line scan as
 * many rows as they hold together. */
CLSCAN_COLLECTIVE void clscan_whole_strip(const clscan_view *v, ulong lines, uint strip, local clscan_t *totals) {
    const uint me = get_local_id(0), part = me / strip, rows = CLSCAN_WG_SIZE / strip * CLSCAN_ITEMS;
    const ulong line = get_group_id(0) * strip + me % strip;
    const ulong length = lines ? v->length : 0;
    const clscan_cursor top = clscan_line_at(v, line < lines ? line : 0);
    clscan_t carry = clscan_first_prefix(v);
    for (ulong row = 0; row < length; row += rows) {
        clscan_t x[CLSCAN_ITEMS], before;
        const clscan_line_part p = clscan_line_part_of(v, top, row + part * CLSCAN_ITEMS, line < lines ? length : 0);
        totals[me] = clscan_line_part_load_and_reduce(x, v, &p);
        clscan_barrier();
        const clscan_t aggregate = clscan_fold_parts(totals, strip, &before);
        clscan_barrier();
        clscan_line_part_store(x, v, &p, part ? clscan_combine(carry, before) : carry);
        carry = clscan_combine(carry, aggregate);
    }
    clscan_barrier(); /* without this barrier, PoCL 7.1 stored the carry from before the loop as the total */
    if (part == 0 && line + 1 == lines)
        clscan_store_total(v, carry);
}

#endif
