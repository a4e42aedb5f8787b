/* A strip: lines side by side that one work-item alone walks down, row after row, for CPU devices. */
#ifndef CLSCAN_ITEM_STRIP_H
#define CLSCAN_ITEM_STRIP_H

#include "item/cache.h"
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

typedef clscan_vector clscan_values_anywhere __attribute__((aligned(sizeof(clscan_value) & -sizeof(clscan_value))));

/* Lines of a row from the w-th on, as many at once as a vector has lanes. Returns the first that is left. */
CLSCAN_INLINE uint clscan_strip_reduce_vectors(const clscan_view *v, const clscan_cursor *c, uint width,
                                               clscan_t *sum) {
    const global clscan_in *in = v->in + clscan_in_at(v, c);
    uint w = 0;
    for (; w + CLSCAN_LANES <= width; w += CLSCAN_LANES) {
        clscan_values_anywhere *at = (clscan_values_anywhere *)(sum + w);
        *at = clscan_combine_vectors(*at, CLSCAN_FROM_IN_VECTOR(*(const global clscan_in_anywhere *)(in + w)));
    }
    return w;
}

CLSCAN_INLINE uint clscan_strip_scan_vectors(const clscan_view *v, const clscan_cursor *c, uint w, uint width,
                                             clscan_t *carry, bool past_cache) {
    const global clscan_in *in = v->in + clscan_in_at(v, c);
    global clscan_out *out = v->out + clscan_out_at(v, c);
    for (; w + CLSCAN_LANES <= width; w += CLSCAN_LANES) {
        clscan_values_anywhere *at = (clscan_values_anywhere *)(carry + w);
        const clscan_vector x = CLSCAN_FROM_IN_VECTOR(*(const global clscan_in_anywhere *)(in + w));
        const clscan_vector before = *at, next = clscan_combine_vectors(before, x);
        const clscan_out_vector y = CLSCAN_TO_OUT_VECTOR(CLSCAN_EXCLUSIVE ? before : next);
        if (past_cache)
            CLSCAN_STORE_STREAMED(y, (global clscan_out_vector *)(out + w));
        else
            *(global clscan_out_anywhere *)(out + w) = y;
        *at = next;
    }
    return w;
}

/* Lines of a row before the first whose vector is aligned where it is written. */
static uint clscan_strip_head(const clscan_view *v, const clscan_cursor *c, uint width) {
    const uintptr_t before = -(uintptr_t)(v->out + clscan_out_at(v, c)) % CLSCAN_ALIGNMENT;
    return min((uint)(before / sizeof(clscan_out)), width);
}

#else

static uint clscan_strip_reduce_vectors(const clscan_view *v, const clscan_cursor *c, uint width, clscan_t *sum) {
    (void)v, (void)c, (void)width, (void)sum;
    return 0;
}

static uint clscan_strip_scan_vectors(const clscan_view *v, const clscan_cursor *c, uint w, uint width, clscan_t *carry,
                                      bool past_cache) {
    (void)v, (void)c, (void)width, (void)carry, (void)past_cache;
    return w;
}

static uint clscan_strip_head(const clscan_view *v, const clscan_cursor *c, uint width) {
    (void)v, (void)c, (void)width;
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

/* Lines [w, end) of a row, one by one. */
CLSCAN_INLINE void clscan_strip_scan_each(const clscan_view *v, clscan_cursor c, uint w, uint end, clscan_t *carry) {
    for (; w < end; w++) {
        const clscan_cursor at = clscan_line_across(v, c, w);
        const clscan_t x = clscan_load(v, &at), next = clscan_combine(carry[w], x);
        clscan_store(v, &at, x, next, carry[w]);
        carry[w] = next;
    }
}

/* From what is before each line's rows; leaves there what is behind them. */
static void clscan_strip_scan(const clscan_view *view, const clscan_strip *s, clscan_t *carry, bool past_cache) {
    const clscan_view own = *view, *v = &own;
    for (ulong k = s->begin; k < s->end; k++) {
        const clscan_cursor c = clscan_line_down(s->top, k);
        const uint head = past_cache ? clscan_strip_head(v, &c, s->width) : 0;
        clscan_strip_scan_each(v, c, 0, head, carry);
        const uint done = clscan_strip_scan_vectors(v, &c, head, s->width, carry, past_cache);
        clscan_strip_scan_each(v, c, done, s->width, carry);
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
