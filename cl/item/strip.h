/* A strip: adjacent lines that one work-item walks down together, row by row. This is the shape for CPU devices. */
#ifndef CLSCAN_ITEM_STRIP_H
#define CLSCAN_ITEM_STRIP_H

#include "item/cache.h"
#include "item/line.h"
#include "item/line_sums.h"
#include "item/strip_vectors.h"

/* The rows [begin, end) of `width` adjacent lines. `top` is the first element of the first line. */
typedef struct {
    clscan_cursor top;
    uint width;
    ulong begin, end;
} clscan_strip;

/* Reduces the rows of each line. */
CLSCAN_NOINLINE void clscan_strip_reduce(const clscan_view *view, const clscan_strip *s, clscan_line_sums *sums) {
    const clscan_view own = *view, *v = &own; /* a private copy, which no store can change */
    for (uint w = 0; w < s->width; w++)
        clscan_line_sum_set(sums, w, clscan_identity());
    CLSCAN_NO_VECTORIZE
    for (ulong k = s->begin; k < s->end; k++) {
        const clscan_cursor c = clscan_line_down(v, s->top, k);
        CLSCAN_NO_VECTORIZE
        for (uint w = clscan_strip_reduce_vectors(v, &c, s->width, sums); w < s->width; w++) {
            const clscan_cursor at = clscan_line_across(v, c, w);
            clscan_line_sum_set(sums, w, clscan_combine(clscan_line_sum(sums, w), clscan_load(v, &at)));
        }
    }
}

/* Scans lines [w, end) of one row, one by one. */
CLSCAN_INLINE void clscan_strip_scan_each(const clscan_view *v, clscan_cursor c, uint w, uint end,
                                          clscan_line_sums *sums) {
    CLSCAN_NO_VECTORIZE
    for (; w < end; w++) {
        const clscan_cursor at = clscan_line_across(v, c, w);
        const clscan_t x = clscan_load(v, &at), before = clscan_line_sum(sums, w), next = clscan_combine(before, x);
        clscan_store(v, &at, x, next, before);
        clscan_line_sum_set(sums, w, next);
    }
}

/* Scans the rows of each line. On entry, `sums` holds the carry of each line before these rows; on return, the carry
 * after them. */
static void clscan_strip_scan(const clscan_view *view, const clscan_strip *s, clscan_line_sums *sums,
                              bool nontemporal) {
    const clscan_view own = *view, *v = &own;
    CLSCAN_NO_VECTORIZE
    for (ulong k = s->begin; k < s->end; k++) {
        const clscan_cursor c = clscan_line_down(v, s->top, k);
        const uint lead = nontemporal ? clscan_strip_lead(v, &c, s->width) : 0;
        clscan_strip_scan_each(v, c, 0, lead, sums);
        const uint done = clscan_strip_scan_vectors(v, &c, lead, s->width, sums, nontemporal);
        clscan_strip_scan_each(v, c, done, s->width, sums);
    }
}

/* Scans the strip of this work-group, which has one work-item, from the first row to the last. */
CLSCAN_COLLECTIVE void clscan_whole_strip(const clscan_view *v, ulong lines, uint strip, local clscan_t *totals) {
    clscan_line_sums sums;
    ulong line = get_group_id(0) * strip;
    const ulong line_end = min(line + strip, lines);
    (void)totals;
    while (line < line_end) {
        const clscan_strip s = { clscan_line_at(v, line), clscan_adjacent_lines(v, line, line_end - line), 0,
                                 v->length };
        for (uint w = 0; w < s.width; w++)
            clscan_line_sum_set(&sums, w, clscan_first_prefix(v));
        clscan_strip_scan(v, &s, &sums, clscan_bypasses_cache(v));
        line += s.width;
        if (line == lines)
            clscan_store_total(v, clscan_line_sum(&sums, s.width - 1));
    }
}

#endif
