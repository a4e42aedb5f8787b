/* Packet rows of contiguous values, scanned forwards or in reverse: each lane loads and stores whole packets. */
#ifndef CLSCAN_TILE_CONTIGUOUS_H
#define CLSCAN_TILE_CONTIGUOUS_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/packet.h"

/* Returns the number of places in tile 0 before the first element. In reverse, the incomplete packet row comes first,
 * so that packets have the same alignment in memory as in a forward scan. */
static uint clscan_padding_before(const clscan_view *v) {
    const uint row = clscan_sub_size() * CLSCAN_PACKET;
    return CLSCAN_REVERSE ? (row - (uint)(v->count % row)) % row : 0;
}

static ulong clscan_element_at(const clscan_view *v, uint tile, uint i) {
    return (ulong)tile * CLSCAN_RESIDENT_TILE + i - clscan_padding_before(v);
}

/* Returns where in memory the packet at index i of a tile begins. In reverse, the last element of a packet is the first
 * one in memory. */
static ulong clscan_packet_at(const clscan_view *v, uint tile, uint i) {
    const ulong element = clscan_element_at(v, tile, i);
    return CLSCAN_REVERSE ? v->count - CLSCAN_PACKET - element : element;
}

/* Returns the distance in memory from a packet row to the one r rows further, which is negative in reverse. */
static int clscan_row_distance_in_memory(uint r) {
    return CLSCAN_REVERSE ? -(int)clscan_row_distance(r) : (int)clscan_row_distance(r);
}

/* Aligned packets are moved by one vector load or store, others element by element. All packets of a resident tile have
 * the same alignment. */
static bool clscan_is_wide(uintptr_t packet) {
    return CLSCAN_PACKET == 1 || packet % sizeof(clscan_wide) == 0;
}

/* PoCL moves all packets element by element: with code for both cases, its compiler takes long or crashes. */
#define CLSCAN_WIDE(packet) (CLSCAN_MOVES_WHOLE_TILES && clscan_is_wide((uintptr_t)(packet)))

static clscan_wide clscan_raw_packet_load(const global clscan_in *packet, bool wide) {
    if (wide)
        return *(const global clscan_wide *)packet;
    clscan_elements to;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        to.element[e] = packet[e];
    return to.wide;
}

static void clscan_raw_packet_store(global clscan_out *packet, bool wide, clscan_elements from) {
    if (wide) {
        *(global clscan_wide *)packet = from.wide;
        return;
    }
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        packet[e] = from.element[e];
}

static bool clscan_is_resident(const clscan_view *v, uint tile) {
    const ulong first = clscan_element_at(v, tile, 0);
    return first < v->count && v->count - first >= CLSCAN_RESIDENT_TILE && clscan_heads_aligned(v, first);
}

/* The loads of a few rows are all issued before the first value is used. */
#if CLSCAN_PACKET_ROWS <= 16
#define CLSCAN_UNROLL_LOCAL CLSCAN_UNROLL
#else
#define CLSCAN_UNROLL_LOCAL CLSCAN_UNROLL_BY_4
#endif

/* Loads the rows for local memory first, because they pass through registers that are free until the rows for registers
 * arrive. */
CLSCAN_INLINE void clscan_raw_packet_rows_load(clscan_resident_private *rows, local clscan_resident_local *s,
                                               const global clscan_in *in, bool wide) {
    CLSCAN_UNROLL_LOCAL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] =
            clscan_raw_packet_load(in + clscan_row_distance_in_memory(CLSCAN_PRIVATE_ROWS + r), wide);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = clscan_raw_packet_load(in + clscan_row_distance_in_memory(r), wide);
}

static void clscan_packet_rows_fetch(clscan_resident_private *rows, local clscan_resident_local *s,
                                     const clscan_view *v, uint tile) {
    const global clscan_in *in = v->in + clscan_packet_at(v, tile, clscan_packet_row_at(clscan_sub_id(), 0));
    if (CLSCAN_WIDE(in)) /* tested once before all loads, so that no load waits for a branch */
        clscan_raw_packet_rows_load(rows, s, in, true);
    else
        clscan_raw_packet_rows_load(rows, s, in, false);
}

#if !CLSCAN_REDUCES_SEGMENTS /* else segment_rows.h stores results */

/* The address at which this lane stores its packet of row 0. */
typedef global clscan_out *clscan_packet_row_cursor;

static clscan_packet_row_cursor clscan_packet_row_cursor_at(const clscan_view *v, uint tile) {
    return v->out + clscan_packet_at(v, tile, clscan_packet_row_at(clscan_sub_id(), 0));
}

static void clscan_packet_row_store(const clscan_view *v, local clscan_resident_local *s, clscan_packet_row_cursor out,
                                    uint r, clscan_packet row, clscan_t *carry) {
    const clscan_elements from = { clscan_pack(clscan_packet_row_scan_from(v, row, carry, true)) };
    (void)s;
    clscan_raw_packet_store(out + clscan_row_distance_in_memory(r), CLSCAN_WIDE(out), from);
}

/* Scans and stores a row of a tile that is not resident. In such a tile, some places may have no element, and packets
 * may have any alignment. */
static void clscan_packet_row_store_some(const clscan_view *v, uint tile, uint i, clscan_packet row, clscan_t *carry) {
    const clscan_packet p = clscan_packet_row_scan_from(v, row, carry, false);
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const clscan_cursor c = clscan_cursor_at(v, clscan_element_at(v, tile, i + e));
        if (c.i < v->count)
            v->out[clscan_out_at(v, &c)] = clscan_value_of(p.x[e]);
    }
}

#endif

#endif
