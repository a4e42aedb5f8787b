/* A work-group counts the elements of bins in a table in local memory, by atomic additions. If there are so many bins
 * that local memory holds a small part of them only, the table of the work-group is in the workspace instead. With
 * several counters for each bin, neighbouring work-items add to different ones, so that equal elements seldom meet
 * (Gomez-Luna, Gonzalez-Linares, Benavides and Guil, "An optimized approach to histogram computation on GPU", Machine
 * Vision and Applications 24(5), 2013). A weight of 64 bits is added as two words of 32 bits: an addition that
 * overflows the low word adds one to the high word. So no 64-bit atomics are needed. */
#ifndef CLSCAN_TILE_BIN_TABLE_H
#define CLSCAN_TILE_BIN_TABLE_H

#include "item/binned.h"

#define CLSCAN_BIN_COUNTERS (CLSCAN_TABLE_BINS * CLSCAN_BIN_COPIES)

/* A counter has a low word and, for weights of 64 bits, a high word. So a table in the workspace is an array of weights
 * on devices that store the low word first. For other devices, tables of such weights do not compile. */
typedef struct {
    uint word[CLSCAN_BIN_COUNTERS][CLSCAN_WEIGHT_WORDS];
} clscan_bin_table;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
CLSCAN_ASSERT(!CLSCAN_BINS_IN_WORKSPACE || CLSCAN_WEIGHT_WORDS == 1, tables_in_the_workspace_are_weights);
#endif

#if CLSCAN_BINS_IN_WORKSPACE
#define CLSCAN_BIN_ADDRESS_SPACE global
#define clscan_table_barrier()   clscan_barrier_after_stores()
#else
#define CLSCAN_BIN_ADDRESS_SPACE local
#define clscan_table_barrier()   clscan_barrier()
#endif

CLSCAN_COLLECTIVE void clscan_table_clear(CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s) {
    for (uint i = get_local_id(0); i < CLSCAN_BIN_COUNTERS; i += CLSCAN_WG_SIZE)
        for (uint w = 0; w < CLSCAN_WEIGHT_WORDS; w++)
            s->word[i][w] = 0;
    clscan_table_barrier();
}

/* Returns a counter of a bin. Counters of one copy and neighbouring bins are in different banks if `copy` grows with
 * the bin. */
static uint clscan_bin_counter(uint bin, uint copy) {
    return bin * CLSCAN_BIN_COPIES + copy % CLSCAN_BIN_COPIES;
}

/* Adds a weight to a counter of the table. */
static void clscan_table_add(CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s, uint at, clscan_weight weight) {
    const uint low = (uint)weight;
#if CLSCAN_WEIGHT_WORDS == 1
    atomic_add(&s->word[at][0], low);
#else
    const uint before = atomic_add(&s->word[at][0], low);
    const uint high = (uint)((ulong)weight >> 32) + (before > UINT_MAX - low);
    if (high > 0)
        atomic_add(&s->word[at][1], high);
#endif
}

static clscan_weight clscan_table_count(const CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s, uint at) {
#if CLSCAN_WEIGHT_WORDS == 2
    return (clscan_weight)(s->word[at][0] + ((ulong)s->word[at][1] << 32));
#else
    return (clscan_weight)s->word[at][0];
#endif
}

/* Returns the sum of the counters of a bin. Work-items with neighbouring bins begin with different counters, so that
 * they access different banks. */
static clscan_weight clscan_table_sum(const CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s, uint bin) {
    clscan_weight sum = 0;
    for (uint i = 0; i < CLSCAN_BIN_COPIES; i++)
        sum += clscan_table_count(s, clscan_bin_counter(bin, bin + i));
    return sum;
}

/* Counts element x, which was loaded at cursor c, if its bin is in the range of bins that begins with `first`. */
static void clscan_count_loaded(const clscan_view *v, const clscan_cursor *c, clscan_in x, uint first,
                                const global clscan_edge *edges, CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s) {
    const uint bin = clscan_bin(x, edges), place = bin - first;
    if (bin < CLSCAN_BINS && place < CLSCAN_TABLE_BINS)
        clscan_table_add(s, clscan_bin_counter(place, (uint)get_local_id(0)), clscan_weight_of(v, c, x));
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
static void clscan_bin_packet_load(clscan_bin_packet *p, const clscan_view *v, clscan_cursor c, bool wide) {
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
static void clscan_count_tile(const clscan_view *v, clscan_cursor top, ulong k, bool wide, uint first,
                              const global clscan_edge *edges, CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s) {
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
            clscan_count_loaded(v, &c, p[r].element[e], first, edges, s);
        }
    }
}

/* Returns true if whole packets can be loaded from a cursor on. */
static bool clscan_bin_packets_are_wide(const clscan_view *v, const clscan_cursor *c) {
    const bool contiguous = !CLSCAN_BATCHED || v->params.in_stride == 1;
    return CLSCAN_BIN_PACKET > 1 && contiguous && (uintptr_t)(v->in + clscan_in_at(v, c)) % sizeof(uint4) == 0;
}

/* Counts `count` elements of a line from its element `begin` on: whole tiles, and the rest element by element. */
static void clscan_count_span(const clscan_view *v, ulong line, ulong begin, ulong count, uint first,
                              const global clscan_edge *edges, CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s) {
    const clscan_cursor top = clscan_line_at(v, line), begins = clscan_line_down(v, top, begin);
    const ulong tiles = begin + count / CLSCAN_BIN_TILE * CLSCAN_BIN_TILE, end = begin + count;
    const bool wide = clscan_bin_packets_are_wide(v, &begins);
    for (ulong k = begin; k < tiles; k += CLSCAN_BIN_TILE)
        clscan_count_tile(v, top, k, wide, first, edges, s);
    for (ulong k = tiles + get_local_id(0); k < end; k += CLSCAN_WG_SIZE) {
        const clscan_cursor c = clscan_line_down(v, top, k);
        clscan_count_loaded(v, &c, clscan_load_binned(v, &c), first, edges, s);
    }
}

/* --------------------------------------------------------------------------------------- several lines in a table */

/* Returns the counter of a bin for one of the lines that are counted in one table. Its copies are the lines. */
static uint clscan_bin_counter_of_line(uint bin, uint i) {
    return clscan_bin_counter(bin, bin + i);
}

/* Counts the element at cursor c, which is of line i of those in the table. */
static void clscan_count_of_line(const clscan_view *v, const clscan_cursor *c, uint i, const global clscan_edge *edges,
                                 CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s) {
    const clscan_in x = clscan_load_binned(v, c);
    const uint bin = clscan_bin(x, edges);
    if (bin < CLSCAN_BINS)
        clscan_table_add(s, clscan_bin_counter_of_line(bin, i), clscan_weight_of(v, c, x));
}

/* Counts `count` elements of each of several adjacent lines. Neighbouring work-items load from neighbouring lines. */
static void clscan_count_across(const clscan_view *v, ulong line, uint lines, ulong begin, ulong count,
                                const global clscan_edge *edges, CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s) {
    const uint width = min(lines, (uint)CLSCAN_WG_SIZE), stride = CLSCAN_WG_SIZE / width;
    const uint k = (uint)get_local_id(0) / width, first = (uint)get_local_id(0) % width;
    for (uint i = k < stride ? first : lines; i < lines; i += width) {
        const clscan_cursor top = clscan_line_down(v, clscan_line_at(v, line + i), begin);
        CLSCAN_UNROLL_BY_4
        for (ulong at = k; at < count; at += stride) {
            const clscan_cursor c = clscan_line_down(v, top, at);
            clscan_count_of_line(v, &c, i, edges, s);
        }
    }
}

/* Counts all elements of several short lines. Neighbouring work-items load neighbouring elements of a line. */
static void clscan_count_short_lines(const clscan_view *v, ulong line, uint lines, const global clscan_edge *edges,
                                     CLSCAN_BIN_ADDRESS_SPACE clscan_bin_table *s) {
    const ulong count = lines * clscan_line_length(v);
    CLSCAN_UNROLL_BY_4
    for (ulong at = get_local_id(0); at < count; at += CLSCAN_WG_SIZE) {
        const clscan_cursor c = clscan_cursor_at(v, line * v->length + at);
        const uint i = (uint)clscan_divide(at, v->length, v->params.length_reciprocal).quotient;
        clscan_count_of_line(v, &c, i, edges, s);
    }
}

#endif
