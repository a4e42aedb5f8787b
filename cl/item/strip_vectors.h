/* The rows of a strip in vectors: the part of a row that fills whole vectors. Without vectors, or if elements are not
 * in the rows or columns of matrices, that part is empty. strip.h processes the lines that are left over. */
#ifndef CLSCAN_ITEM_STRIP_VECTORS_H
#define CLSCAN_ITEM_STRIP_VECTORS_H

#include "item/cache.h"
#include "item/line_sums.h"
#include "item/vector_heads.h"

#if CLSCAN_LANES && CLSCAN_HAS_ROWS

typedef clscan_vector clscan_values_unaligned __attribute__((aligned(sizeof(clscan_value) & -sizeof(clscan_value))));

#if CLSCAN_FLAGGED

typedef char16 clscan_value_flags_unaligned __attribute__((aligned(1)));

/* Returns a mask of the heads among CLSCAN_LANES lines in a row, from line w on: -1 for a head, else 0. */
CLSCAN_INLINE char16 clscan_line_heads(const clscan_view *v, const clscan_cursor *c, uint w) {
    const ulong stride = v->params.in_stride, at = clscan_in_at(v, c) + w + (CLSCAN_REVERSE ? stride : 0);
    if (c->k == 0)
        return (char16)(-1);
#if CLSCAN_SEGMENTS == CLSCAN_SEGMENTS_BITS
    const ulong bits = v->segments[at / 32] | (ulong)v->segments[(at + CLSCAN_LANES - 1) / 32] << 32;
    return clscan_heads_of_bits((ushort)(bits >> at % 32));
#else
    return clscan_heads_at(v, at, stride);
#endif
}

/* Scans one row of CLSCAN_LANES lines, from line w on. */
CLSCAN_INLINE clscan_scanned clscan_lines_row_scan(const clscan_view *v, const clscan_cursor *c, uint w,
                                                   clscan_line_sums *sums) {
    clscan_values_unaligned *sum = (clscan_values_unaligned *)(sums->x + w);
    clscan_value_flags_unaligned *flags = (clscan_value_flags_unaligned *)(sums->flags + w);
    const clscan_vector x = clscan_load_contiguous(v, clscan_in_at(v, c) + w), before = *sum,
                        initial = clscan_initial_value(v);
    const char16 heads = clscan_line_heads(v, c, w), alone = heads | (*flags == (char16)(0));
    *sum = CLSCAN_MASK(alone) ? x : clscan_combine_vectors(before, x);
    *flags |= (char16)(CLSCAN_VALID) | (heads & (char16)(CLSCAN_HEAD));
    clscan_scanned s = { x, *sum, before };
    if (v->params.init) {
        s.inclusive = clscan_combine_vectors(initial, s.inclusive);
        s.exclusive = clscan_combine_vectors(initial, s.exclusive);
    }
    s.exclusive = CLSCAN_MASK(alone) ? initial : s.exclusive;
    return s;
}

#else

CLSCAN_INLINE clscan_scanned clscan_lines_row_scan(const clscan_view *v, const clscan_cursor *c, uint w,
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
    const ulong here = clscan_in_at(v, c) + w, distance = CLSCAN_ROWS_AHEAD * v->params.in_stride;
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
        clscan_lines_row_scan(v, c, w, sums);
    }
    return w;
}

CLSCAN_INLINE uint clscan_strip_scan_vectors(const clscan_view *v, const clscan_cursor *c, uint w, uint width,
                                             clscan_line_sums *sums, bool nontemporal) {
    const ulong out = clscan_out_at(v, c);
    for (; w + CLSCAN_LANES <= width; w += CLSCAN_LANES) {
        clscan_lines_prefetch(v, c, w);
        const clscan_scanned s = clscan_lines_row_scan(v, c, w, sums);
        if (nontemporal)
            CLSCAN_STORE_CONTIGUOUS(v, clscan_in_at(v, c) + w, out + w, s, CLSCAN_STORE_NONTEMPORAL);
        else
            CLSCAN_STORE_CONTIGUOUS(v, clscan_in_at(v, c) + w, out + w, s, CLSCAN_STORE_UNALIGNED);
    }
    return w;
}

/* Returns the number of lines in a row before the first line at which the output is aligned for a vector. */
static uint clscan_strip_lead(const clscan_view *v, const clscan_cursor *c, uint width) {
    const uintptr_t before = -(uintptr_t)(v->out + clscan_out_at(v, c)) % CLSCAN_OUT_VECTOR_BYTES;
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

#endif
