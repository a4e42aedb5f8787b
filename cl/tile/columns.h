/* A block of some lines: neighbouring work-items have neighbouring lines, so that what columns read lies side by side.
 * Each work-item holds a part of its line, some rows; the parts of a line follow each other. */
#ifndef CLSCAN_TILE_COLUMNS_H
#define CLSCAN_TILE_COLUMNS_H

#include "item/line.h"

#if CLSCAN_WG_SIZE > 1

/* Work-items that have a line together, at most; fewer where it is shorter. */
#define CLSCAN_LINE_PARTS (CLSCAN_WG_SIZE < 64 ? 2 : CLSCAN_WG_SIZE / 32)
#define CLSCAN_STRIP      (CLSCAN_WG_SIZE / CLSCAN_LINE_PARTS) /* lines, then */

#if CLSCAN_ITEMS <= 64
#define CLSCAN_UNROLL_ITEMS CLSCAN_UNROLL
#else
#define CLSCAN_UNROLL_ITEMS
#endif

/* Rows [begin, begin + n) of a line. */
typedef struct {
    clscan_cursor top;
    ulong begin;
    uint n; /* up to CLSCAN_ITEMS */
} clscan_line_part;

static clscan_line_part clscan_line_part_of(clscan_cursor top, ulong begin, ulong end) {
    clscan_line_part p = { top, begin, begin < end ? min(end - begin, (ulong)CLSCAN_ITEMS) : 0 };
    return p;
}

static clscan_t clscan_line_part_element(const clscan_view *v, const clscan_line_part *p, uint i) {
    const clscan_cursor c = clscan_line_down(p->top, p->begin + i);
    return i < p->n ? clscan_load(v, &c) : clscan_identity();
}

/* All loads are under way before the first value is used. Returns the reduction. */
static clscan_t clscan_line_part_load(clscan_t *x, const clscan_view *v, const clscan_line_part *p) {
    CLSCAN_UNROLL_ITEMS
    for (uint i = 0; i < CLSCAN_ITEMS; i++)
        x[i] = clscan_line_part_element(v, p, i);
    clscan_t sum = x[0];
    CLSCAN_UNROLL_ITEMS
    for (uint i = 1; i < CLSCAN_ITEMS; i++)
        sum = clscan_combine(sum, x[i]);
    return sum;
}

/* From what is before the part. */
static void clscan_line_part_store(const clscan_t *x, const clscan_view *v, const clscan_line_part *p, clscan_t carry) {
    CLSCAN_UNROLL_ITEMS
    for (uint i = 0; i < CLSCAN_ITEMS; i++) {
        const clscan_cursor c = clscan_line_down(p->top, p->begin + i);
        const clscan_t next = clscan_combine(carry, x[i]);
        if (i < p->n)
            clscan_store(v, &c, x[i], next, carry);
        carry = next;
    }
}

/* What is before the work-item's own part of a line in the totals of the parts, and behind all of them; of so many
 * lines. */
static clscan_t clscan_fold_parts(const local clscan_t *totals, uint lines, clscan_t *before) {
    const uint line = get_local_id(0) % lines;
    clscan_t sum = totals[line];
    *before = clscan_identity();
    for (uint i = line + lines; i < CLSCAN_WG_SIZE; i += lines) {
        *before = i == get_local_id(0) ? sum : *before;
        sum = clscan_combine(sum, totals[i]);
    }
    return sum;
}

/* The reduction of rows [begin, end) of a line that is cut into blocks, one or less of it, by one work-item: the same
 * bits as from those that hold its parts. */
static clscan_t clscan_line_reduce(const clscan_view *v, clscan_cursor top, ulong begin, ulong end) {
    clscan_t all = clscan_identity();
    CLSCAN_ROLL
    for (uint part = 0; part < CLSCAN_LINE_PARTS; part++) {
        const clscan_line_part p = clscan_line_part_of(top, begin + part * CLSCAN_ITEMS, end);
        clscan_t sum = clscan_line_part_element(v, &p, 0);
        CLSCAN_ROLL
        for (uint i = 1; i < CLSCAN_ITEMS; i++)
            sum = clscan_combine(sum, clscan_line_part_element(v, &p, i));
        all = part ? clscan_combine(all, sum) : sum;
    }
    return all;
}

#endif

#endif
