/* Rows of values as they are scanned: a packet that lies side by side in memory, in or against the order of scanning,
 * is moved at once. */
#ifndef CLSCAN_TILE_BESIDE_H
#define CLSCAN_TILE_BESIDE_H

#include "tile/held.h"
#include "tile/packet.h"

#if CLSCAN_PRIVATE_ROWS > 0 && CLSCAN_PLAIN

#define CLSCAN_BACKWARDS (CLSCAN_REVERSE && !CLSCAN_BATCHED) /* from the last element of all to the first */

/* Places in tiles before the first element: backwards the first row is the one that is not whole, so that packets lie
 * in memory as they do the other way. */
static uint clscan_places_before(const clscan_view *v) {
    const uint row = clscan_sub_size() * CLSCAN_PACKET;
    return CLSCAN_BACKWARDS ? (row - (uint)(v->count % row)) % row : 0;
}

static ulong clscan_element_at(const clscan_view *v, uint tile, uint i) {
    return (ulong)tile * CLSCAN_HELD + i - clscan_places_before(v);
}

/* -------------------------------------------------------------------- tiles whose packets are packets in memory */

/* Where in memory the packet at place i of a tile begins: backwards, with its last element. */
static ulong clscan_packet_at(const clscan_view *v, uint tile, uint i) {
    const ulong element = clscan_element_at(v, tile, i);
    return CLSCAN_BACKWARDS ? v->count - CLSCAN_PACKET - element : element;
}

/* In memory, from a row to the one r further. */
static int clscan_rows_on(uint r) {
    return CLSCAN_BACKWARDS ? -(int)clscan_places_on(r) : (int)clscan_places_on(r);
}

static bool clscan_is_wide(const global void *packet) {
    return CLSCAN_PACKET == 1 || (uintptr_t)packet % sizeof(clscan_wide) == 0;
}

/* Whether they are those. */
static bool clscan_tile_beside(const clscan_view *v, uint tile) {
    const ulong at = clscan_packet_at(v, tile, 0);
    const bool same_order = CLSCAN_BACKWARDS == CLSCAN_REVERSE;
    return same_order && clscan_all_beside(v) && clscan_is_wide(v->in + at) && clscan_is_wide(v->out + at);
}

/* -------------------------------------------------------------------------------------------------- other tiles */

/* Where the packet that begins with an element would be in memory; and whether it is there. */
static ulong clscan_lowest(ulong at) {
    return CLSCAN_REVERSE ? at + 1 - CLSCAN_PACKET : at;
}
static bool clscan_is_packet(const clscan_view *v, const clscan_cursor *c, ulong stride, const global void *packet) {
#if CLSCAN_BATCHED
    const bool beside = stride == 1 && c->k + CLSCAN_PACKET <= v->numbers.length;
#else
    const bool beside = true;
    (void)v, (void)c, (void)stride;
#endif
    return beside && clscan_is_wide(packet);
}

static clscan_wide clscan_gather(const clscan_view *v, clscan_cursor c) {
    const global clscan_in *packet = v->in + clscan_lowest(clscan_in_at(v, &c));
    if (clscan_is_packet(v, &c, v->numbers.in_stride, packet))
        return *(const global clscan_wide *)packet;
    clscan_elements to;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++, clscan_cursor_next(v, &c))
        to.element[CLSCAN_IN_PACKET(e)] = v->in[clscan_in_at(v, &c)];
    return to.wide;
}

static void clscan_scatter(const clscan_view *v, clscan_cursor c, clscan_wide wide) {
    global clscan_out *packet = v->out + clscan_lowest(clscan_out_at(v, &c));
    const clscan_elements from = { wide };
    if (clscan_is_packet(v, &c, v->numbers.out_stride, packet)) {
        *(global clscan_wide *)packet = wide;
        return;
    }
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++, clscan_cursor_next(v, &c))
        v->out[clscan_out_at(v, &c)] = from.element[CLSCAN_IN_PACKET(e)];
}

/* ------------------------------------------------------------------------------------------------- either way */

static bool clscan_can_hold(const clscan_view *v, uint tile) {
    const ulong first = clscan_element_at(v, tile, 0);
    return first < v->count && v->count - first >= CLSCAN_HELD &&
           (uintptr_t)(v->segments + first) % CLSCAN_HEADS_ALIGNMENT == 0;
}

static void clscan_rows_gather(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, uint tile) {
    ulong i = clscan_element_at(v, tile, clscan_row_at(clscan_sub(), 0));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++, i += clscan_places_on(1))
        rows->row[r] = clscan_gather(v, clscan_cursor_at(v, i));
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++, i += clscan_places_on(1))
        s->row[r][get_local_id(0)] = clscan_gather(v, clscan_cursor_at(v, i));
}

static void clscan_rows_fetch(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, uint tile) {
    const global clscan_in *in = v->in + clscan_packet_at(v, tile, clscan_row_at(clscan_sub(), 0));
    if (!clscan_tile_beside(v, tile)) {
        clscan_rows_gather(rows, s, v, tile);
        return;
    }
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = *(const global clscan_wide *)(in + clscan_rows_on(r));
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] = *(const global clscan_wide *)(in + clscan_rows_on(CLSCAN_PRIVATE_ROWS + r));
}

/* Where this lane's part of row 0 goes. */
typedef struct {
    bool beside;
    global clscan_out *out;
    ulong element;
} clscan_row_place;

static clscan_row_place clscan_row_place_at(const clscan_view *v, uint tile) {
    const uint i = clscan_row_at(clscan_sub(), 0);
    clscan_row_place place = { clscan_tile_beside(v, tile), v->out + clscan_packet_at(v, tile, i),
                               clscan_element_at(v, tile, i) };
    return place;
}

static void clscan_row_put(const clscan_view *v, local clscan_held_storage *s, clscan_row_place place, uint r,
                           clscan_packet row, clscan_t *carry) {
    const clscan_wide wide = clscan_pack(clscan_row_end(v, row, carry, true));
    (void)s;
    if (place.beside)
        *(global clscan_wide *)(place.out + clscan_rows_on(r)) = wide;
    else
        clscan_scatter(v, clscan_cursor_at(v, place.element + clscan_places_on(r)), wide);
}

/* The same where some may be no elements, and packets begin anywhere. */
static void clscan_row_put_some(const clscan_view *v, uint tile, uint i, clscan_packet row, clscan_t *carry) {
    const clscan_packet p = clscan_row_end(v, row, carry, false);
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const clscan_cursor c = clscan_cursor_at(v, clscan_element_at(v, tile, i + e));
        if (c.i < v->count)
            v->out[clscan_out_at(v, &c)] = clscan_value_of(p.x[e]);
    }
}

#endif

#endif
