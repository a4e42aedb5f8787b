/* Rows of values that lie side by side as they are scanned, or in reverse: a packet is moved at once. */
#ifndef CLSCAN_TILE_BESIDE_H
#define CLSCAN_TILE_BESIDE_H

#include "tile/held.h"
#include "tile/packet.h"

#if CLSCAN_PRIVATE_ROWS > 0 && CLSCAN_PLAIN

/* Places in tiles before the first element: in reverse the first row is the one that is not whole, so that packets lie
 * in memory as they do the other way. */
static uint clscan_places_before(const clscan_view *v) {
    const uint row = clscan_sub_size() * CLSCAN_PACKET;
    return CLSCAN_REVERSE ? (row - (uint)(v->count % row)) % row : 0;
}

/* The element at place i of a tile, or one beyond them all. */
static ulong clscan_element_at(const clscan_view *v, uint tile, uint i) {
    return (ulong)tile * CLSCAN_HELD + i - clscan_places_before(v);
}

/* Where in memory the packet there begins: in reverse, with its last element. */
static ulong clscan_packet_at(const clscan_view *v, uint tile, uint i) {
    const ulong element = clscan_element_at(v, tile, i);
    return CLSCAN_REVERSE ? v->count - CLSCAN_PACKET - element : element;
}

/* In memory, from a row to the one r further. */
static int clscan_rows_on(uint r) {
    return CLSCAN_REVERSE ? -(int)clscan_places_on(r) : (int)clscan_places_on(r);
}

static clscan_packet clscan_packet_load(const clscan_view *v, uint tile, uint i) {
    const ulong first = clscan_element_at(v, tile, i), at = clscan_packet_at(v, tile, i);
    clscan_packet p;
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const clscan_cursor c = clscan_cursor_at(v, first + e);
        p.x[e] = c.i < v->count ? clscan_with_head(v->in[at + CLSCAN_IN_PACKET(e)], clscan_begins(v, &c))
                                : clscan_identity();
    }
    return p;
}

/* Tiles are held that are whole and begin at a packet. */
static bool clscan_can_hold(const clscan_view *v, uint tile) {
    const ulong first = clscan_element_at(v, tile, 0), at = clscan_packet_at(v, tile, 0);
    return first < v->count && v->count - first >= CLSCAN_HELD && clscan_heads_aligned(v, first) &&
           (CLSCAN_PACKET == 1 || ((uintptr_t)(v->in + at) | (uintptr_t)(v->out + at)) % sizeof(clscan_wide) == 0);
}

static void clscan_rows_fetch(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, uint tile) {
    const global clscan_in *in = v->in + clscan_packet_at(v, tile, clscan_row_at(clscan_sub(), 0));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = *(const global clscan_wide *)(in + clscan_rows_on(r));
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] = *(const global clscan_wide *)(in + clscan_rows_on(CLSCAN_PRIVATE_ROWS + r));
}

/* Where this lane's part of row 0 goes. */
typedef global clscan_out *clscan_row_place;

static clscan_row_place clscan_row_place_at(const clscan_view *v, uint tile) {
    return v->out + clscan_packet_at(v, tile, clscan_row_at(clscan_sub(), 0));
}

static void clscan_row_put(const clscan_view *v, local clscan_held_storage *s, clscan_row_place out, uint r,
                           clscan_packet row, clscan_t *carry) {
    (void)s;
    *(global clscan_wide *)(out + clscan_rows_on(r)) = clscan_pack(clscan_row_end(v, row, carry, true));
}

/* The same where some may be no elements, and packets begin anywhere. */
static void clscan_row_put_some(const clscan_view *v, uint tile, uint i, clscan_packet row, clscan_t *carry) {
    const ulong first = clscan_element_at(v, tile, i), at = clscan_packet_at(v, tile, i);
    const clscan_packet p = clscan_row_end(v, row, carry, false);
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        if (first + e < v->count)
            v->out[at + CLSCAN_IN_PACKET(e)] = clscan_value_of(p.x[e]);
}

#endif

#endif
