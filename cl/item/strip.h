/* A strip: lines side by side that one work-item alone walks down, row after row, for CPU devices. */
#ifndef CLSCAN_ITEM_STRIP_H
#define CLSCAN_ITEM_STRIP_H

#include "item/line.h"
#include "item/vector_view.h"

#if CLSCAN_WG_SIZE == 1

#define CLSCAN_STRIP CLSCAN_ITEMS /* lines, at most */

/* A place of a strip: the first of its lines, how many they are, and the rows [begin, end) of them. */
typedef struct {
    clscan_cursor top;
    uint width;
    ulong begin, end;
} clscan_strip;

#if CLSCAN_LANES && !CLSCAN_MARKED && !defined(CLSCAN_LOAD) && !defined(CLSCAN_STORE)
#define CLSCAN_STRIP_LANES CLSCAN_LANES

typedef clscan_vector clscan_vector_anywhere __attribute__((aligned(sizeof(clscan_value) & -sizeof(clscan_value))));

/* So many lines of a row from the w-th on, at once. */
CLSCAN_INLINE clscan_vector clscan_strip_load(const clscan_view *v, const clscan_cursor *c, uint w) {
    return CLSCAN_FROM_IN_VECTOR(*(const global clscan_in_anywhere *)(v->in + clscan_in_at(v, c) + w));
}

CLSCAN_INLINE void clscan_strip_store(const clscan_view *v, const clscan_cursor *c, uint w, clscan_vector x) {
    *(global clscan_out_anywhere *)(v->out + clscan_out_at(v, c) + w) = CLSCAN_TO_OUT_VECTOR(x);
}

CLSCAN_INLINE uint clscan_strip_reduce_vectors(const clscan_view *v, const clscan_cursor *c, uint width,
                                               clscan_t *sum) {
    uint w = 0;
    for (; w + CLSCAN_LANES <= width; w += CLSCAN_LANES) {
        clscan_vector_anywhere *at = (clscan_vector_anywhere *)(sum + w);
        *at = clscan_combine_vectors(*at, clscan_strip_load(v, c, w));
    }
    return w;
}

CLSCAN_INLINE uint clscan_strip_scan_vectors(const clscan_view *v, const clscan_cursor *c, uint width,
                                             clscan_t *carry) {
    uint w = 0;
    for (; w + CLSCAN_LANES <= width; w += CLSCAN_LANES) {
        clscan_vector_anywhere *at = (clscan_vector_anywhere *)(carry + w);
        const clscan_vector before = *at, next = clscan_combine_vectors(before, clscan_strip_load(v, c, w));
        clscan_strip_store(v, c, w, CLSCAN_EXCLUSIVE ? before : next);
        *at = next;
    }
    return w;
}

#else

static uint clscan_strip_reduce_vectors(const clscan_view *v, const clscan_cursor *c, uint width, clscan_t *sum) {
    (void)v, (void)c, (void)width, (void)sum;
    return 0;
}

static uint clscan_strip_scan_vectors(const clscan_view *v, const clscan_cursor *c, uint width, clscan_t *carry) {
    (void)v, (void)c, (void)width, (void)carry;
    return 0;
}

#endif

/* To what is in `sum` for each line, its rows. */
static void clscan_strip_reduce(const clscan_view *view, const clscan_strip *s, clscan_t *sum) {
    const clscan_view own = *view, *v = &own; /* stores can't change it, a compiler sees */
    for (ulong k = s->begin; k < s->end; k++) {
        const clscan_cursor c = clscan_line_down(s->top, k);
        for (uint w = clscan_strip_reduce_vectors(v, &c, s->width, sum); w < s->width; w++) {
            const clscan_cursor at = clscan_line_across(v, c, w);
            sum[w] = clscan_combine(sum[w], clscan_load(v, &at));
        }
    }
}

/* From what is before each line's rows; leaves there what is behind them. */
static void clscan_strip_scan(const clscan_view *view, const clscan_strip *s, clscan_t *carry) {
    const clscan_view own = *view, *v = &own;
    for (ulong k = s->begin; k < s->end; k++) {
        const clscan_cursor c = clscan_line_down(s->top, k);
        for (uint w = clscan_strip_scan_vectors(v, &c, s->width, carry); w < s->width; w++) {
            const clscan_cursor at = clscan_line_across(v, c, w);
            const clscan_t x = clscan_load(v, &at), next = clscan_combine(carry[w], x);
            clscan_store(v, &at, x, next, carry[w]);
            carry[w] = next;
        }
    }
}

/* The reduction of rows [begin, end) of one line: the same bits as from a strip that it is in. */
static clscan_t clscan_line_reduce(const clscan_view *v, clscan_cursor top, ulong begin, ulong end) {
    const clscan_strip s = { top, 1, begin, end };
    clscan_t sum = clscan_identity();
    clscan_strip_reduce(v, &s, &sum);
    return sum;
}

#endif

#endif
