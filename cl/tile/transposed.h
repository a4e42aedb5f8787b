/* Packet rows of values that are not contiguous, or that a function of the user loads or stores. Neighbouring lanes
 * move neighbouring elements (a striped arrangement), and an exchange through local memory transposes them into
 * packets, and back (CUB calls this BLOCK_LOAD_WARP_TRANSPOSE). */
#ifndef CLSCAN_TILE_TRANSPOSED_H
#define CLSCAN_TILE_TRANSPOSED_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/striped.h"

/* Returns the address in a row of element e of the elements that this lane moves. */
static local clscan_element_bits *clscan_striped_element(local clscan_wide *row, uint e) {
    return (local clscan_element_bits *)(row + clscan_sub_id() * clscan_sub_size()) + e * clscan_sub_size() +
           clscan_lane();
}

static void clscan_transpose(local clscan_wide *row, clscan_elements moved) {
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        *clscan_striped_element(row, e) = moved.bits[e];
}

static clscan_wide clscan_transpose_to_packet(local clscan_wide *exchange, clscan_elements moved) {
    clscan_transpose(exchange, moved);
    clscan_sub_barrier();
    const clscan_wide packet = exchange[get_local_id(0)];
    clscan_sub_barrier();
    return packet;
}

static clscan_elements clscan_transpose_from_packet(local clscan_wide *exchange, clscan_elements packet) {
    clscan_elements moved;
    exchange[get_local_id(0)] = packet.wide;
    clscan_sub_barrier();
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        moved.bits[e] = *clscan_striped_element(exchange, e);
    clscan_sub_barrier();
    return moved;
}

static void clscan_packet_rows_fetch(clscan_resident_private *rows, local clscan_resident_local *s,
                                     const clscan_view *v, uint tile) {
    clscan_cursor c = clscan_striped_cursor_at(v, tile);
    clscan_elements moved[CLSCAN_PRIVATE_ROWS];
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        moved[r] = clscan_load_striped(v, &c);
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        clscan_transpose(s->row[r], clscan_load_striped(v, &c));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = clscan_transpose_to_packet(s->exchange, moved[r]); /* its barriers serve the local rows, too */
}

#if !CLSCAN_REDUCES_SEGMENTS /* else segment_rows.h stores results */

/* Says which values are transposed back before the store: the result alone, or all values that the user's store
 * function gets. Unless values are flagged, the inclusive value is computed again from the other two. */
#ifdef CLSCAN_STORE
#define CLSCAN_TRANSPOSES_X         1
#define CLSCAN_TRANSPOSES_INCLUSIVE CLSCAN_FLAGGED
#define CLSCAN_TRANSPOSES_EXCLUSIVE 1
#else
#define CLSCAN_TRANSPOSES_X         0
#define CLSCAN_TRANSPOSES_INCLUSIVE !CLSCAN_EXCLUSIVE
#define CLSCAN_TRANSPOSES_EXCLUSIVE CLSCAN_EXCLUSIVE
#endif

static void clscan_packet_row_store(const clscan_view *v, local clscan_resident_local *s, clscan_packet_row_cursor c,
                                    uint r, clscan_packet row, clscan_t *carry) {
    clscan_t before = clscan_packet_row_before(&row, carry, true);
    clscan_elements x, inclusive, exclusive;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const clscan_t next = clscan_append(before, row.x[e]);
        x.loaded[e] = clscan_packet_from(&row, e);
        inclusive.element[e] = clscan_result_of(v, next);
        exclusive.element[e] = clscan_exclusive_value(v, row.x[e], before);
        before = next;
    }
    if (CLSCAN_TRANSPOSES_X)
        x = clscan_transpose_from_packet(s->exchange, x);
    if (CLSCAN_TRANSPOSES_INCLUSIVE)
        inclusive = clscan_transpose_from_packet(s->exchange, inclusive);
    if (CLSCAN_TRANSPOSES_EXCLUSIVE)
        exclusive = clscan_transpose_from_packet(s->exchange, exclusive);
    clscan_cursor_skip(v, &c, clscan_row_distance(r));
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++, clscan_cursor_skip(v, &c, clscan_sub_size())) {
#if defined(CLSCAN_STORE) && !CLSCAN_FLAGGED
        inclusive.element[e] = clscan_combine(exclusive.element[e], CLSCAN_MAPPED(x.loaded[e]));
#endif
        clscan_store_values(v, &c, x.loaded[e], inclusive.element[e], exclusive.element[e]);
    }
}

#endif

#endif
