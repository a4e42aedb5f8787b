/* One work-item counts the elements of bins in tables of its own in global memory. This is the shape for CPU devices,
 * where a work-group is one thread. Neighbouring elements are counted in different tables, so that an addition seldom
 * waits for the store of the one before. */
#ifndef CLSCAN_ITEM_BIN_STREAM_H
#define CLSCAN_ITEM_BIN_STREAM_H

#include "item/binned.h"

/* Elements whose bins are computed together, by vector instructions where possible. All bins of a chunk are stored
 * before the first one is loaded, so that in a long chunk no load waits for a store: with 64 elements, counting
 * took 1.6 times as long as with 256 (EPYC, November 26, 2026). */
#define CLSCAN_BIN_CHUNK 512

/* Elements whose additions are unrolled: a multiple of the number of copies. */
#define CLSCAN_BINS_UNROLLED 32

CLSCAN_ASSERT(CLSCAN_WG_SIZE > 1 || CLSCAN_BINS_UNROLLED % CLSCAN_BIN_COPIES == 0, every_copy_is_used_as_often);

/* Returns the index of the counter for element x. Elements that are in no bin have one after the last bin. */
static uint clscan_counter_of(clscan_in x, const global clscan_edge *edges) {
    return min(clscan_bin(x, edges), (uint)CLSCAN_BINS);
}

static void clscan_tables_clear(global clscan_weight *tables) {
    for (ulong i = 0; i < (ulong)CLSCAN_BIN_COPIES * CLSCAN_BIN_STRIDE; i++)
        tables[i] = 0;
}

/* Counts element i. */
static void clscan_count_element(const clscan_view *v, ulong i, const global clscan_edge *edges,
                                 global clscan_weight *tables) {
    const clscan_cursor c = clscan_cursor_at(v, i);
    const clscan_in x = clscan_load_binned(v, &c);
    tables[clscan_counter_of(x, edges)] += clscan_weight_of(v, &c, x);
}

/* Computes the bins of a chunk before it counts the first element. If all are the same, one addition counts all. */
CLSCAN_INLINE void clscan_count_chunk(const clscan_view *v, ulong begin, const global clscan_edge *edges,
                                      global clscan_weight *tables) {
    uint bin[CLSCAN_BIN_CHUNK], different = 0;
    clscan_weight weight[CLSCAN_WEIGHTS ? CLSCAN_BIN_CHUNK : 1];
    const clscan_cursor begins = clscan_cursor_at(v, begin);
    const uint first = clscan_counter_of(clscan_load_binned(v, &begins), edges);
    CLSCAN_VECTORIZE
    for (uint e = 0; e < CLSCAN_BIN_CHUNK; e++) {
        const clscan_cursor c = clscan_cursor_at(v, begin + e);
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
            global clscan_weight *const table = tables + e % CLSCAN_BIN_COPIES * CLSCAN_BIN_STRIDE;
            table[bin[i + e]] += CLSCAN_WEIGHTS ? weight[i + e] : 1;
        }
    }
}

static void clscan_count_stream(const clscan_view *view, ulong begin, ulong count, const global clscan_edge *edges,
                                global clscan_weight *tables) {
    const clscan_view own = *view, *v = &own; /* a private copy, which no store can change */
    const ulong end = begin + count, chunks = begin + count / CLSCAN_BIN_CHUNK * CLSCAN_BIN_CHUNK;
    for (ulong i = begin; i < chunks; i += CLSCAN_BIN_CHUNK)
        clscan_count_chunk(v, i, edges, tables);
    for (ulong i = chunks; i < end; i++)
        clscan_count_element(v, i, edges, tables);
}

/* Returns the sum of the counters of a bin in `n` tables. */
static clscan_weight clscan_tables_sum(const global clscan_weight *tables, ulong n, uint bin) {
    clscan_weight sum = 0;
    for (ulong i = 0; i < n; i++)
        sum += tables[i * CLSCAN_BIN_STRIDE + bin];
    return sum;
}

#endif
