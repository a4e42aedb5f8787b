/* A strip: adjacent lines that one work-item walks down together, row by row. This is the shape for CPU devices. */
#ifndef CLSCAN_ITEM_STRIP_H
#define CLSCAN_ITEM_STRIP_H

#include "item/cache.h"
#include "item/line.h"
#include "item/vector_heads.h"

#define CLSCAN_STRIP CLSCAN_ITEMS /* the greatest number of lines in a strip */

/* The rows [begin, end) of `width` adjacent lines. `top` is the first element of the first line. */
typedef struct {
    clscan_cursor top;
    uint width;
    ulong begin, end;
} clscan_strip;

/* The sum of each line so far. Values and flags lie in separate arrays, from which vectors can be loaded. */
#if CLSCAN_FLAGGED

typedef struct {
    clscan_value x[CLSCAN_STRIP];
    char flags[CLSCAN_STRIP];
} clscan_line_sums;

static clscan_t clscan_line_sum(const clscan_line_sums *sums, uint w) {
    const clscan_t sum = { sums->x[w], sums->flags[w] };
    return sum;
}
static void clscan_line_sum_set(clscan_line_sums *sums, uint w, clscan_t sum) {
    sums->x[w] = sum.x;
    sums->flags[w] = sum.flags;
}

#else

typedef struct {
    clscan_t x[CLSCAN_STRIP];
} clscan_line_sums;

static clscan_t clscan_line_sum(const clscan_line_sums *sums, uint w) {
    return sums->x[w];
}
static void clscan_line_sum_set(clscan_line_sums *sums, uint w, clscan_t sum) {
    sums->x[w] = sum;
}

#endif

/* --------------------------------------------------------------------------------------------- lines in vectors */

#if CLSCAN_LANES && CLSCAN_BATCHED

typedef clscan_vector clscan_values_unaligned __attribute__((aligned(sizeof(clscan_value) & -sizeof(clscan_value))));

#if CLSCAN_FLAGGED

typedef char16 clscan_value_flags_unaligned __attribute__((aligned(1)));

/* Returns a mask of the heads among CLSCAN_LANES lines in a row, from line w on: -1 for a head, else 0. */
CLSCAN_INLINE char16 clscan_line_heads(const clscan_view *v, const clscan_cursor *c, uint w) {
    const ulong step = v->numbers.in_stride, at = clscan_in_at(v, c) + w + (CLSCAN_REVERSE ? step : 0);
    if (c->k == 0)
        return (char16)(-1);
#if CLSCAN_SEGMENTS == CLSCAN_BITS
    const ulong bits = v->segments[at / 32] | (ulong)v->segments[(at + CLSCAN_LANES - 1) / 32] << 32;
    return clscan_heads_of_bits((ushort)(bits >> at % 32));
#else
    return clscan_heads_at(v, at, step);
#endif
}

/* Scans one row of CLSCAN_LANES lines, from line w on. */
CLSCAN_INLINE clscan_scanned clscan_lines_next(const clscan_view *v, const clscan_cursor *c, uint w,
                                               clscan_line_sums *sums) {
    clscan_values_unaligned *sum = (clscan_values_unaligned *)(sums->x + w);
    clscan_value_flags_unaligned *flags = (clscan_value_flags_unaligned *)(sums->flags + w);
    const clscan_vector x = clscan_load_contiguous(v, clscan_in_at(v, c) + w), before = *sum,
                        initial = clscan_initial(v);
    const char16 heads = clscan_line_heads(v, c, w), alone = heads | (*flags == (char16)(0));
    *sum = CLSCAN_MASK(alone) ? x : clscan_combine_vectors(before, x);
    *flags |= (char16)(CLSCAN_VALID) | (heads & (char16)(CLSCAN_HEAD));
    clscan_scanned s = { x, *sum, before };
    if (v->numbers.init) {
        s.inclusive = clscan_combine_vectors(initial, s.inclusive);
        s.exclusive = clscan_combine_vectors(initial, s.exclusive);
    }
    s.exclusive = CLSCAN_MASK(alone) ? initial : s.exclusive;
    return s;
}

#else

CLSCAN_INLINE clscan_scanned clscan_lines_next(const clscan_view *v, const clscan_cursor *c, uint w,
                                               clscan_line_sums *sums) {
    clscan_values_unaligned *sum = (clscan_values_unaligned *)(sums->x + w);
    const clscan_vector x = clscan_load_contiguous(v, clscan_in_at(v, c) + w), before = *sum;
    *sum = clscan_combine_vectors(before, x);
    clscan_scanned s = { x, *sum, before };
    return s;
}

#endif

/* Prefetches the same lines some rows ahead. Rows are too far apart for the hardware prefetcher of a CPU. */
CLSCAN_INLINE void clscan_lines_prefetch(const clscan_view *v, const clscan_cursor *c, uint w) {
    const ulong here = clscan_in_at(v, c) + w, distance = CLSCAN_ROWS_AHEAD * v->numbers.in_stride;
    const ulong at = CLSCAN_REVERSE ? here - distance : here + distance;
    CLSCAN_UNROLL
    for (uint line = 0; line < CLSCAN_LANES * sizeof(clscan_in); line += CLSCAN_CACHE_LINE)
        CLSCAN_PREFETCH((uintptr_t)(v->in + at) + line);
    if (CLSCAN_HEADS_IN_ARRAY)
        CLSCAN_PREFETCH((uintptr_t)(v->segments + at));
}

/* Reduces one row in whole vectors. Returns the first line that is left over. */
CLSCAN_INLINE uint clscan_strip_reduce_vectors(const clscan_view *v, const clscan_cursor *c, uint width,
                                               clscan_line_sums *sums) {
    uint w = 0;
    for (; w + CLSCAN_LANES <= width; w += CLSCAN_LANES) {
        clscan_lines_prefetch(v, c, w);
        clscan_lines_next(v, c, w, sums);
    }
    return w;
}

CLSCAN_INLINE uint clscan_strip_scan_vectors(const clscan_view *v, const clscan_cursor *c, uint w, uint width,
                                             clscan_line_sums *sums, bool nontemporal) {
    const ulong out = clscan_out_at(v, c);
    for (; w + CLSCAN_LANES <= width; w += CLSCAN_LANES) {
        clscan_lines_prefetch(v, c, w);
        const clscan_scanned s = clscan_lines_next(v, c, w, sums);
        if (nontemporal)
            CLSCAN_STORE_CONTIGUOUS(v, clscan_in_at(v, c) + w, out + w, s, CLSCAN_STORE_NONTEMPORAL);
        else
            CLSCAN_STORE_CONTIGUOUS(v, clscan_in_at(v, c) + w, out + w, s, CLSCAN_STORE_UNALIGNED);
    }
    return w;
}

/* Returns the number of lines in a row before the first line at which the output is aligned for a vector. */
static uint clscan_strip_lead(const clscan_view *v, const clscan_cursor *c, uint width) {
    const uintptr_t before = -(uintptr_t)(v->out + clscan_out_at(v, c)) % CLSCAN_ALIGNMENT;
    return min((uint)(before / sizeof(clscan_out)), width);
}

#else

static uint clscan_strip_reduce_vectors(const clscan_view *v, const clscan_cursor *c, uint width,
                                        clscan_line_sums *sums) {
    (void)v, (void)c, (void)width, (void)sums;
    return 0;
}

static uint clscan_strip_scan_vectors(const clscan_view *v, const clscan_cursor *c, uint w, uint width,
                                      clscan_line_sums *sums, bool nontemporal) {
    (void)v, (void)c, (void)width, (void)sums, (void)nontemporal;
    return w;
}

static uint clscan_strip_lead(const clscan_view *v, const clscan_cursor *c, uint width) {
    (void)v, (void)c, (void)width;
    return 0;
}

#endif

/* --------------------------------------------------------------------------------------------------- all lines */

/* Reduces the rows of each line. */
CLSCAN_NOINLINE void clscan_strip_reduce(const clscan_view *view, const clscan_strip *s, clscan_line_sums *sums) {
    const clscan_view own = *view, *v = &own; /* a private copy, which no store can change */
    for (uint w = 0; w < s->width; w++)
        clscan_line_sum_set(sums, w, clscan_identity());
    CLSCAN_FOLD
    for (ulong k = s->begin; k < s->end; k++) {
        const clscan_cursor c = clscan_line_down(v, s->top, k);
        CLSCAN_FOLD
        for (uint w = clscan_strip_reduce_vectors(v, &c, s->width, sums); w < s->width; w++) {
            const clscan_cursor at = clscan_line_across(v, c, w);
            clscan_line_sum_set(sums, w, clscan_combine(clscan_line_sum(sums, w), clscan_load(v, &at)));
        }
    }
}

/* Scans lines [w, end) of one row, one by one. */
CLSCAN_INLINE void clscan_strip_scan_each(const clscan_view *v, clscan_cursor c, uint w, uint end,
                                          clscan_line_sums *sums) {
    CLSCAN_FOLD
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
    CLSCAN_FOLD
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
    const ulong past = min(line + strip, lines);
    (void)totals;
    while (line < past) {
        const clscan_strip s = { clscan_line_at(v, line), clscan_adjacent_lines(v, line, past - line), 0, v->length };
        for (uint w = 0; w < s.width; w++)
            clscan_line_sum_set(&sums, w, clscan_start(v));
        clscan_strip_scan(v, &s, &sums, clscan_bypasses_cache(v));
        line += s.width;
        if (line == lines)
            clscan_put_total(v, clscan_line_sum(&sums, s.width - 1));
    }
}

#endif
