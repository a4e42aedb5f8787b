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
#define CLSCAN_BIN_SPACE       global
#define clscan_table_barrier() barrier(CLK_GLOBAL_MEM_FENCE)
#else
#define CLSCAN_BIN_SPACE       local
#define clscan_table_barrier() clscan_barrier()
#endif

CLSCAN_COLLECTIVE void clscan_table_clear(CLSCAN_BIN_SPACE clscan_bin_table *s) {
    for (uint i = get_local_id(0); i < CLSCAN_BIN_COUNTERS; i += CLSCAN_WG_SIZE)
        for (uint w = 0; w < CLSCAN_WEIGHT_WORDS; w++)
            s->word[i][w] = 0;
    clscan_table_barrier();
}

/* Adds a weight to a bin of the table. */
static void clscan_table_add(CLSCAN_BIN_SPACE clscan_bin_table *s, uint bin, clscan_weight weight) {
    const uint at = bin * CLSCAN_BIN_COPIES + get_local_id(0) % CLSCAN_BIN_COPIES, low = (uint)weight;
#if CLSCAN_WEIGHT_WORDS == 1
    atomic_add(&s->word[at][0], low);
#else
    const uint before = atomic_add(&s->word[at][0], low);
    const uint high = (uint)((ulong)weight >> 32) + (before > UINT_MAX - low);
    if (high > 0)
        atomic_add(&s->word[at][1], high);
#endif
}

/* Returns the sum of the counters of a bin. Work-items with neighbouring bins begin with different counters, so that
 * they access different banks. */
static clscan_weight clscan_table_sum(const CLSCAN_BIN_SPACE clscan_bin_table *s, uint bin) {
    ulong sum = 0;
    for (uint i = 0; i < CLSCAN_BIN_COPIES; i++) {
        const uint at = bin * CLSCAN_BIN_COPIES + (bin + i) % CLSCAN_BIN_COPIES;
        sum += s->word[at][0];
#if CLSCAN_WEIGHT_WORDS == 2
        sum += (ulong)s->word[at][1] << 32;
#endif
    }
    return (clscan_weight)sum;
}

/* Counts element i, if its bin is in the range of bins that begins with `first`. */
static void clscan_count_loaded(const clscan_view *v, ulong i, clscan_in x, uint first, const global clscan_edge *edges,
                                CLSCAN_BIN_SPACE clscan_bin_table *s) {
    const clscan_cursor c = clscan_cursor_at(v, i);
    const uint bin = clscan_bin(x, edges), place = bin - first;
    if (bin < CLSCAN_BINS && place < CLSCAN_TABLE_BINS)
        clscan_table_add(s, place, clscan_weight_of(v, &c, x));
}

/* ---------------------------------------------------------------------------------------------- loads of elements */

typedef union {
    uint4 wide;
    clscan_in element[CLSCAN_BIN_PACKET];
} clscan_bin_packet;

/* The packets of a work-item that are loaded before the first one is counted. */
#define CLSCAN_BIN_PACKETS ((CLSCAN_ITEMS + CLSCAN_BIN_PACKET - 1) / CLSCAN_BIN_PACKET)
#define CLSCAN_BIN_TILE    (CLSCAN_BIN_PACKETS * CLSCAN_BIN_PACKET * CLSCAN_WG_SIZE)

/* Packets are loaded as a whole if they are aligned, and else element by element. */
static void clscan_bin_packet_load(clscan_bin_packet *p, const clscan_view *v, ulong at, bool wide) {
#if CLSCAN_BIN_PACKET > 1
    if (wide) {
        p->wide = *(const global uint4 *)(v->in + at);
        return;
    }
#else
    (void)wide;
#endif
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_BIN_PACKET; e++) {
        const clscan_cursor c = clscan_cursor_at(v, at + e);
        p->element[e] = clscan_load_binned(v, &c);
    }
}

/* Counts a whole tile from element `begin` on. Neighbouring work-items load neighbouring packets. */
static void clscan_count_tile(const clscan_view *v, ulong begin, bool wide, uint first, const global clscan_edge *edges,
                              CLSCAN_BIN_SPACE clscan_bin_table *s) {
    clscan_bin_packet p[CLSCAN_BIN_PACKETS];
    const ulong at = begin + get_local_id(0) * CLSCAN_BIN_PACKET;
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_BIN_PACKETS; r++)
        clscan_bin_packet_load(&p[r], v, at + r * CLSCAN_WG_SIZE * CLSCAN_BIN_PACKET, wide);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_BIN_PACKETS; r++) {
        CLSCAN_UNROLL
        for (uint e = 0; e < CLSCAN_BIN_PACKET; e++)
            clscan_count_loaded(v, at + r * CLSCAN_WG_SIZE * CLSCAN_BIN_PACKET + e, p[r].element[e], first, edges, s);
    }
}

/* Counts elements [begin, begin + count): whole tiles, and the rest element by element. */
static void clscan_count_span(const clscan_view *v, ulong begin, ulong count, uint first,
                              const global clscan_edge *edges, CLSCAN_BIN_SPACE clscan_bin_table *s) {
    const ulong tiles = begin + count / CLSCAN_BIN_TILE * CLSCAN_BIN_TILE, end = begin + count;
    const bool wide = CLSCAN_BIN_PACKET > 1 && (uintptr_t)(v->in + begin) % sizeof(uint4) == 0;
    for (ulong i = begin; i < tiles; i += CLSCAN_BIN_TILE)
        clscan_count_tile(v, i, wide, first, edges, s);
    for (ulong i = tiles + get_local_id(0); i < end; i += CLSCAN_WG_SIZE) {
        const clscan_cursor c = clscan_cursor_at(v, i);
        clscan_count_loaded(v, i, clscan_load_binned(v, &c), first, edges, s);
    }
}

#endif
