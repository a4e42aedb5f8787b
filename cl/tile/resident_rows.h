/* A resident tile in packet rows. Each sub-group owns consecutive rows, so that it moves and scans a row without any
 * other sub-group. The first rows stay in private registers, the others in local memory, where each lane has its own
 * packets. */
#ifndef CLSCAN_TILE_RESIDENT_ROWS_H
#define CLSCAN_TILE_RESIDENT_ROWS_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/packet.h"

/* How packets are moved, by a file that defines these names:
 *   clscan_element_at           Returns the element at index i of a tile, or a number past the last element.
 *   clscan_is_resident          True if the tile is resident. Other tiles are read twice, in the same association.
 *   clscan_packet_rows_fetch    Loads the rows of this sub-group into registers and local memory.
 *   clscan_packet_row_cursor     The type of the position at which row 0 is stored.
 *   clscan_packet_row_store       Scans row r from a carry, and stores the results.
 *   clscan_packet_row_store_some  Scans and stores the row at index i of a tile that is not resident. */

#if CLSCAN_CONTIGUOUS_VALUES
#include "tile/contiguous.h"
#else
#include "tile/striped.h" /* comes first: both files below include it */

#if CLSCAN_COMPACTS
#include "tile/selected_packet_rows.h"
#else
#include "tile/transposed.h"
#endif
#endif
#include "tile/segment_rows.h"

/* Loads the packet at index i of a tile. A place without an element gets the identity. */
static clscan_packet clscan_packet_load(const clscan_view *v, uint tile, uint i) {
    clscan_packet p;
    clscan_cursor c = clscan_cursor_at(v, clscan_element_at(v, tile, i));
    const uint heads = clscan_heads_computed(v, c.i);
    for (uint e = 0; e < CLSCAN_PACKET; e++, clscan_cursor_next(v, &c)) {
        const bool there = c.i < v->count;
        p.x[e] = there ? clscan_with_head(clscan_load_value(v, &c), heads >> e & 1 || clscan_is_head(v, &c))
                       : clscan_identity();
    }
    return p;
}

/* Returns the reduction of this sub-group's rows of a tile that is not resident. */
static clscan_t clscan_packet_rows_reduction(const clscan_view *v, uint tile) {
    clscan_packet_rows_sum sum = clscan_packet_rows_none();
    CLSCAN_NO_UNROLL
    for (uint r = 0; r < CLSCAN_PACKET_ROWS; r++)
        clscan_packet_row_reduce(v, clscan_packet_load(v, tile, clscan_packet_row_at(clscan_sub_id(), r)), &sum, false);
    return clscan_packet_rows_reduce(sum);
}

#if CLSCAN_FLAGGED
#define CLSCAN_PRIVATE_ROW(r)                                                                                          \
    clscan_unpack(rows->row[r],                                                                                        \
                  rows->heads[(r) / CLSCAN_PACKET_ROWS_PER_WORD] >> (r) % CLSCAN_PACKET_ROWS_PER_WORD * CLSCAN_PACKET)
#define CLSCAN_LOCAL_ROW(r) clscan_unpack(s->row[r][get_local_id(0)], s->heads[r][get_local_id(0)])

static void clscan_packet_rows_load_heads(clscan_resident_private *rows, local clscan_resident_local *s,
                                          const clscan_view *v, ulong first) {
    const uint next = clscan_row_distance(1);
    clscan_heads_cursor at = clscan_heads_at(v, first);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++, clscan_heads_skip(v, &at, next)) {
        const uint heads = clscan_heads_load(v, at), k = r / CLSCAN_PACKET_ROWS_PER_WORD;
        const uint shift = r % CLSCAN_PACKET_ROWS_PER_WORD * CLSCAN_PACKET;
        rows->heads[k] = shift ? rows->heads[k] | heads << shift : heads;
    }
    CLSCAN_UNROLL /* few enough for all loads to be issued together */
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++, clscan_heads_skip(v, &at, next))
        s->heads[r][get_local_id(0)] = clscan_heads_load(v, at);
}

#else
#define CLSCAN_PRIVATE_ROW(r) clscan_unpack(rows->row[r], 0)
#define CLSCAN_LOCAL_ROW(r)   clscan_unpack(s->row[r][get_local_id(0)], 0)

static void clscan_packet_rows_load_heads(clscan_resident_private *rows, local clscan_resident_local *s,
                                          const clscan_view *v, ulong first) {
    (void)rows, (void)s, (void)v, (void)first;
}

#endif

static clscan_t clscan_packet_rows_load(clscan_resident_private *rows, local clscan_resident_local *s,
                                        const clscan_view *v, uint tile) {
    clscan_packet_rows_sum sum = clscan_packet_rows_none();
    clscan_packet_rows_fetch(rows, s, v, tile);
    clscan_packet_rows_load_heads(rows, s, v, clscan_element_at(v, tile, clscan_packet_row_at(clscan_sub_id(), 0)));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++) {
        clscan_packet row = clscan_packet_row_reduce(v, CLSCAN_PRIVATE_ROW(r), &sum, true);
        if (CLSCAN_SCANS_FIRST)
            rows->row[r] = clscan_pack(row);
    }
    CLSCAN_NO_UNROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++) {
        clscan_packet row = clscan_packet_row_reduce(v, CLSCAN_LOCAL_ROW(r), &sum, true);
        if (CLSCAN_SCANS_FIRST)
            s->row[r][get_local_id(0)] = clscan_pack(row);
    }
    return clscan_packet_rows_reduce(sum);
}

static void clscan_packet_rows_store(const clscan_resident_private *rows, local clscan_resident_local *s,
                                     clscan_t carry, const clscan_view *v, uint tile) {
    const clscan_packet_row_cursor out = clscan_packet_row_cursor_at(v, tile);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        clscan_packet_row_store(v, s, out, r, CLSCAN_PRIVATE_ROW(r), &carry);
    CLSCAN_NO_UNROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        clscan_packet_row_store(v, s, out, CLSCAN_PRIVATE_ROWS + r, CLSCAN_LOCAL_ROW(r), &carry);
}

static void clscan_packet_rows_scan(const clscan_view *v, uint tile, clscan_t carry) {
    clscan_packet_rows_sum sum = clscan_packet_rows_none();
    CLSCAN_NO_UNROLL
    for (uint r = 0; r < CLSCAN_PACKET_ROWS; r++) {
        const uint i = clscan_packet_row_at(clscan_sub_id(), r);
        clscan_packet row = clscan_packet_load(v, tile, i);
        if (CLSCAN_SCANS_FIRST)
            row = clscan_packet_row_reduce(v, row, &sum, false);
        clscan_packet_row_store_some(v, tile, i, row, &carry);
    }
}

static clscan_t clscan_resident_load_and_reduce(clscan_resident_private *rows, local clscan_resident_local *s,
                                                const clscan_view *v, uint tile) {
    if (clscan_is_resident(v, tile))
        return clscan_packet_rows_load(rows, s, v, tile);
    return clscan_packet_rows_reduction(v, tile);
}

static void clscan_resident_scan_and_store(const clscan_resident_private *rows, local clscan_resident_local *s,
                                           clscan_t carry, const clscan_view *v, uint tile) {
    if (clscan_is_resident(v, tile))
        clscan_packet_rows_store(rows, s, carry, v, tile);
    else
        clscan_packet_rows_scan(v, tile, carry);
}

#endif
