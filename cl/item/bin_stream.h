/* One work-item counts the elements of bins in tables of its own in global memory. This is the shape for CPU devices,
 * where a work-group is one thread. Neighbouring elements are counted in different tables, so that an addition seldom
 * waits for the store of the one before. */
#ifndef CLSCAN_ITEM_BIN_STREAM_H
#define CLSCAN_ITEM_BIN_STREAM_H

#include "item/binned.h"
#include "item/cache.h"

/* Elements whose bins are computed together, by vector instructions where possible. All bins of a chunk are stored
 * before the first one is loaded, so that in a long chunk no load waits for a store: with 64 elements, counting
 * took 1.6 times as long as with 256 (EPYC, November 26, 2026). The three numbers below are not tuned by device,
 * because only CPUs run this code, and the bins of a chunk, 2 KiB, fit into every first-level cache. */
#define CLSCAN_BIN_CHUNK 512

/* Elements whose additions are unrolled: a multiple of the number of copies. */
#define CLSCAN_BINS_UNROLLED 32

/* For adjacent lines: the distance of prefetches, in elements. */
#define CLSCAN_BINS_AHEAD 16

CLSCAN_ASSERT(CLSCAN_WG_SIZE > 1 || CLSCAN_BINS_UNROLLED % CLSCAN_BIN_COPIES == 0, every_copy_is_used_as_often);

/* Returns the index of the counter for element x. Elements that are in no bin have one after the last bin. */
static uint clscan_counter_of(clscan_in x, const global clscan_edge *edges) {
    return min(clscan_bin(x, edges), (uint)CLSCAN_BINS);
}

/* Clears `n` tables. */
static void clscan_tables_clear(global clscan_weight *tables, uint n) {
    for (ulong i = 0; i < (ulong)n * CLSCAN_BIN_STRIDE; i++)
        tables[i] = 0;
}

/* Counts the element at cursor c. */
static void clscan_count_element(const clscan_view *v, const clscan_cursor *c, const global clscan_edge *edges,
                                 global clscan_weight *table) {
    const clscan_in x = clscan_load_binned(v, c);
    table[clscan_counter_of(x, edges)] += clscan_weight_of(v, c, x);
}

/* Counts the chunk that begins at a cursor in `n` tables, a constant: computes the bins of all elements before it
 * counts the first one. If all bins are the same, one addition counts all. */
CLSCAN_INLINE void clscan_count_chunk(const clscan_view *v, clscan_cursor begins, const global clscan_edge *edges,
                                      global clscan_weight *tables, uint n) {
    uint bin[CLSCAN_BIN_CHUNK], different = 0;
    clscan_weight weight[CLSCAN_WEIGHTS ? CLSCAN_BIN_CHUNK : 1];
    const uint first = clscan_counter_of(clscan_load_binned(v, &begins), edges);
    CLSCAN_VECTORIZE
    for (uint e = 0; e < CLSCAN_BIN_CHUNK; e++) {
        const clscan_cursor c = clscan_line_down(v, begins, e);
        const clscan_in x = clscan_load_binned(v, &c);
        bin[e] = clscan_counter_of(x, edges);
        different |= bin[e] ^ first;
        if (CLSCAN_WEIGHTS)
            weight[e] = clscan_weight_of(v, &c, x);
    }
    if (!CLSCAN_WEIGHTS && different == 0) {
        tables[first] += CLSCAN_BIN_CHUNK;
        return;
    }
    for (uint i = 0; i < CLSCAN_BIN_CHUNK; i += CLSCAN_BINS_UNROLLED) {
        CLSCAN_UNROLL
        for (uint e = 0; e < CLSCAN_BINS_UNROLLED; e++) {
            global clscan_weight *const table = tables + e % n * CLSCAN_BIN_STRIDE;
            table[bin[i + e]] += CLSCAN_WEIGHTS ? weight[i + e] : 1;
        }
    }
}

/* 1: rows or segments, which may have few elements, are counted by themselves. */
#define CLSCAN_COUNTS_FEW (CLSCAN_HAS_ROWS || CLSCAN_SEGMENTS)

/* Returns how many tables `count` elements of a row or segment are counted in: one if several would take longer to
 * clear and to add than they save. */
static uint clscan_tables_for(ulong count) {
    return CLSCAN_COUNTS_FEW && count < (ulong)CLSCAN_BIN_COPIES * CLSCAN_BINS ? 1 : CLSCAN_BIN_COPIES;
}

/* Counts `count` elements of a line from its element `begin` on, in `n` tables: 1 or CLSCAN_BIN_COPIES. */
static void clscan_bins_count_stream(const clscan_view *view, ulong line, ulong begin, ulong count,
                                     const global clscan_edge *edges, global clscan_weight *tables, uint n) {
    const clscan_view own = *view, *v = &own; /* a private copy, which no store can change */
    const clscan_cursor top = clscan_line_at(v, line);
    const ulong end = begin + count, chunks = begin + count / CLSCAN_BIN_CHUNK * CLSCAN_BIN_CHUNK;
    if (CLSCAN_COUNTS_FEW && n == 1)
        for (ulong k = begin; k < chunks; k += CLSCAN_BIN_CHUNK)
            clscan_count_chunk(v, clscan_line_down(v, top, k), edges, tables, 1);
    else
        for (ulong k = begin; k < chunks; k += CLSCAN_BIN_CHUNK)
            clscan_count_chunk(v, clscan_line_down(v, top, k), edges, tables, CLSCAN_BIN_COPIES);
    for (ulong k = chunks; k < end; k++) {
        const clscan_cursor c = clscan_line_down(v, top, k);
        clscan_count_element(v, &c, edges, tables);
    }
}

/* Counts elements of adjacent lines, each line in a table of its own: element `begin` of all lines, then the next one
 * of all lines, and so on. */
static void clscan_bins_count_across(const clscan_view *view, ulong line, uint lines, ulong begin, ulong count,
                                     const global clscan_edge *edges, global clscan_weight *tables) {
    const clscan_view own = *view, *v = &own;
    clscan_cursor top[CLSCAN_BIN_COPIES];
    for (uint i = 0; i < lines; i++)
        top[i] = clscan_line_at(v, line + i);
    for (ulong k = begin; k < begin + count; k++) {
        const clscan_cursor ahead = clscan_line_down(v, top[0], min(k + CLSCAN_BINS_AHEAD, begin + count - 1));
        CLSCAN_PREFETCH((uintptr_t)(v->in + clscan_in_at(v, &ahead)));
        for (uint i = 0; i < lines; i++) {
            const clscan_cursor c = clscan_line_down(v, top[i], k);
            clscan_count_element(v, &c, edges, tables + i * CLSCAN_BIN_STRIDE);
        }
    }
}

/* Returns the sum of the counters of a bin in every `stride`-th of `n` tables. */
static clscan_weight clscan_tables_sum(const global clscan_weight *tables, ulong n, ulong stride, uint bin) {
    clscan_weight sum = 0;
    for (ulong i = 0; i < n; i++)
        sum += tables[i * stride * CLSCAN_BIN_STRIDE + bin];
    return sum;
}

#endif
