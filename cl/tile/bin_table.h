/* A work-group counts the elements of bins in a table in local memory, by atomic additions. If there are so many bins
 * that local memory holds a small part of them only, the table of the work-group is in the workspace instead. With
 * several counters for each bin, neighbouring work-items add to different ones, so that equal elements seldom meet
 * (Gomez-Luna, Gonzalez-Linares, Benavides and Guil, "An optimized approach to histogram computation on GPU", Machine
 * Vision and Applications 24(5), 2013).
 *
 * All functions that access a table are inlined. If the optimizer of PoCL 3.1 leaves one of them uninlined, the kernel
 * counts nothing in some tables. That happened with floating-point weights, whose functions are long (November 27,
 * 2026). */
#ifndef CLSCAN_TILE_BIN_TABLE_H
#define CLSCAN_TILE_BIN_TABLE_H

#include "item/binned.h"
#if CLSCAN_FLOATING_WEIGHTS
#include "tile/float_counter.h"
#else
#include "tile/integer_counter.h"
#endif

#define CLSCAN_BIN_COUNTERS (CLSCAN_TABLE_BINS * CLSCAN_BIN_COPIES)

typedef struct {
    uint counter[CLSCAN_BIN_COUNTERS][CLSCAN_COUNTER_WORDS];
} clscan_bin_table;

#if CLSCAN_BINS_IN_WORKSPACE
#define clscan_table_barrier() clscan_barrier_after_stores()
#else
#define clscan_table_barrier() clscan_barrier()
#endif

CLSCAN_COLLECTIVE void clscan_table_clear(CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table) {
    for (uint i = get_local_id(0); i < CLSCAN_BIN_COUNTERS; i += CLSCAN_WG_SIZE)
        for (uint w = 0; w < CLSCAN_COUNTER_WORDS; w++)
            table->counter[i][w] = 0;
    clscan_table_barrier();
}

/* Returns a counter of a bin. Counters of one copy and neighbouring bins are in different banks if `copy` grows with
 * the bin. */
CLSCAN_INLINE uint clscan_bin_counter(uint bin, uint copy) {
    return bin * CLSCAN_BIN_COPIES + copy % CLSCAN_BIN_COPIES;
}

/* Adds a weight to a counter of the table. */
CLSCAN_INLINE void clscan_table_add(CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table, uint at, clscan_weight weight) {
    clscan_counter_add(table->counter[at], weight);
}

CLSCAN_INLINE clscan_weight clscan_table_count(const CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table, uint at) {
    return clscan_counter_value(table->counter[at]);
}

/* Returns the sum of the counters of a bin, which may be changed. */
CLSCAN_INLINE clscan_weight clscan_table_sum(CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table, uint bin) {
    return clscan_counters_sum(table->counter[clscan_bin_counter(bin, 0)], bin);
}

/* Counts element x, which was loaded at cursor c, if its bin is in the range of bins that begins with `first`. */
CLSCAN_INLINE void clscan_bins_count_loaded(const clscan_view *v, const clscan_cursor *c, clscan_in x, uint first,
                                            const global clscan_edge *edges,
                                            CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table) {
    const uint bin = clscan_bin(x, edges), own_bin = bin - first;
    if (bin < CLSCAN_BINS && own_bin < CLSCAN_TABLE_BINS)
        clscan_table_add(table, clscan_bin_counter(own_bin, (uint)get_local_id(0)), clscan_weight_of(v, c, x));
}

/* ---------------------------------------------------------------------------------------------- loads of elements */

typedef union {
    uint4 wide;
    clscan_in element[CLSCAN_BIN_PACKET];
} clscan_bin_packet;

/* The packets of a work-item that are loaded before the first one is counted. */
#define CLSCAN_BIN_PACKETS ((CLSCAN_ITEMS + CLSCAN_BIN_PACKET - 1) / CLSCAN_BIN_PACKET)
#define CLSCAN_BIN_TILE    (CLSCAN_BIN_PACKETS * CLSCAN_BIN_PACKET * CLSCAN_WG_SIZE)

/* Loads the packet that begins at cursor c: as a whole if packets are aligned, otherwise element by element. */
CLSCAN_INLINE void clscan_bin_packet_load(clscan_bin_packet *p, const clscan_view *v, clscan_cursor c, bool wide) {
#if CLSCAN_BIN_PACKET > 1
    if (wide) {
        p->wide = *(const global uint4 *)(v->in + clscan_in_at(v, &c));
        return;
    }
#else
    (void)wide;
#endif
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_BIN_PACKET; e++) {
        const clscan_cursor next = clscan_line_down(v, c, e);
        p->element[e] = clscan_load_binned(v, &next);
    }
}

/* Counts a whole tile from element k of a line on. Neighbouring work-items load neighbouring packets. */
CLSCAN_INLINE void clscan_bins_count_tile(const clscan_view *v, clscan_cursor top, ulong k, bool wide, uint first,
                                          const global clscan_edge *edges,
                                          CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table) {
    clscan_bin_packet p[CLSCAN_BIN_PACKETS];
    const ulong at = k + get_local_id(0) * CLSCAN_BIN_PACKET;
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_BIN_PACKETS; r++)
        clscan_bin_packet_load(&p[r], v, clscan_line_down(v, top, at + r * CLSCAN_WG_SIZE * CLSCAN_BIN_PACKET), wide);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_BIN_PACKETS; r++) {
        CLSCAN_UNROLL
        for (uint e = 0; e < CLSCAN_BIN_PACKET; e++) {
            const clscan_cursor c = clscan_line_down(v, top, at + r * CLSCAN_WG_SIZE * CLSCAN_BIN_PACKET + e);
            clscan_bins_count_loaded(v, &c, p[r].element[e], first, edges, table);
        }
    }
}

/* Returns true if whole packets can be loaded from a cursor on. */
CLSCAN_INLINE bool clscan_bin_packets_are_wide(const clscan_view *v, const clscan_cursor *c) {
    const bool contiguous = !CLSCAN_HAS_ROWS || v->params.in_stride == 1;
    return CLSCAN_BIN_PACKET > 1 && contiguous && (uintptr_t)(v->in + clscan_in_at(v, c)) % sizeof(uint4) == 0;
}

/* Counts `count` elements of a line from its element `begin` on: whole tiles, and the rest element by element. */
CLSCAN_INLINE void clscan_bins_count_span(const clscan_view *v, ulong line, ulong begin, ulong count, uint first,
                                          const global clscan_edge *edges,
                                          CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table) {
    const clscan_cursor top = clscan_line_at(v, line), begins = clscan_line_down(v, top, begin);
    const ulong tiles = begin + count / CLSCAN_BIN_TILE * CLSCAN_BIN_TILE, end = begin + count;
    const bool wide = clscan_bin_packets_are_wide(v, &begins);
    for (ulong k = begin; k < tiles; k += CLSCAN_BIN_TILE)
        clscan_bins_count_tile(v, top, k, wide, first, edges, table);
    for (ulong k = tiles + get_local_id(0); k < end; k += CLSCAN_WG_SIZE) {
        const clscan_cursor c = clscan_line_down(v, top, k);
        clscan_bins_count_loaded(v, &c, clscan_load_binned(v, &c), first, edges, table);
    }
}

/* --------------------------------------------------------------------------------------- several lines in a table */

/* Returns the counter of a bin for one of the lines that are counted in one table. Its copies are the lines. */
CLSCAN_INLINE uint clscan_bin_counter_of_line(uint bin, uint i) {
    return clscan_bin_counter(bin, bin + i);
}

/* Counts the element at cursor c, which is of line i of those in the table. */
CLSCAN_INLINE void clscan_bins_count_of_line(const clscan_view *v, const clscan_cursor *c, uint i,
                                             const global clscan_edge *edges,
                                             CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table) {
    const clscan_in x = clscan_load_binned(v, c);
    const uint bin = clscan_bin(x, edges);
    if (bin < CLSCAN_BINS)
        clscan_table_add(table, clscan_bin_counter_of_line(bin, i), clscan_weight_of(v, c, x));
}

/* Counts `count` elements of each of several adjacent lines. Neighbouring work-items load from neighbouring lines. */
CLSCAN_INLINE void clscan_bins_count_across(const clscan_view *v, ulong line, uint lines, ulong begin, ulong count,
                                            const global clscan_edge *edges,
                                            CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table) {
    const uint width = min(lines, (uint)CLSCAN_WG_SIZE), stride = CLSCAN_WG_SIZE / width;
    const uint k = (uint)get_local_id(0) / width, first = (uint)get_local_id(0) % width;
    for (uint i = k < stride ? first : lines; i < lines; i += width) {
        const clscan_cursor top = clscan_line_down(v, clscan_line_at(v, line + i), begin);
        CLSCAN_UNROLL_BY_4
        for (ulong at = k; at < count; at += stride) {
            const clscan_cursor c = clscan_line_down(v, top, at);
            clscan_bins_count_of_line(v, &c, i, edges, table);
        }
    }
}

/* Counts all elements of several short lines. Neighbouring work-items load neighbouring elements of a line. */
CLSCAN_INLINE void clscan_bins_count_short_lines(const clscan_view *v, ulong line, uint lines,
                                                 const global clscan_edge *edges,
                                                 CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *table) {
    const ulong count = lines * clscan_line_length(v);
    CLSCAN_UNROLL_BY_4
    for (ulong at = get_local_id(0); at < count; at += CLSCAN_WG_SIZE) {
        const clscan_cursor c = clscan_cursor_at(v, line * v->length + at);
        const uint i = (uint)clscan_divide(at, v->length, v->params.length_reciprocal).quotient;
        clscan_bins_count_of_line(v, &c, i, edges, table);
    }
}

#endif
