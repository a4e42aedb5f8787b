/* Packet rows in a reduction by segments: each lane stores the results of the segments that end in its packets. These
 * stores do not depend on how elements are loaded, so contiguous.h and transposed.h have no stores of their own in such
 * a reduction. */
#ifndef CLSCAN_TILE_SEGMENT_ROWS_H
#define CLSCAN_TILE_SEGMENT_ROWS_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/packet.h"

#if CLSCAN_REDUCES_SEGMENTS

/* Scans a row, in which this lane's packet begins with element `first`, from a carry. */
static void clscan_packet_row_end_segments(const clscan_view *v, ulong first, clscan_packet row, clscan_t *carry,
                                           bool whole) {
    clscan_t before = clscan_packet_row_before(&row, carry, whole);
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        if (CLSCAN_HAS_HEAD(row.x[e])) {
            const clscan_cursor c = clscan_cursor_at(v, first + e);
            clscan_begin_segment(v, &c, before);
        }
        before = clscan_packet_row_append(before, row.x[e], whole);
    }
}

/* The first element of this lane's packet in row 0. */
typedef ulong clscan_packet_row_cursor;

static clscan_packet_row_cursor clscan_packet_row_cursor_at(const clscan_view *v, uint tile) {
    return clscan_element_at(v, tile, clscan_packet_row_at(clscan_sub_id(), 0));
}

static void clscan_packet_row_store(const clscan_view *v, local clscan_resident_local *s,
                                    clscan_packet_row_cursor first, uint r, clscan_packet row, clscan_t *carry) {
    (void)s;
    clscan_packet_row_end_segments(v, first + clscan_row_distance(r), row, carry, true);
}

static void clscan_packet_row_store_some(const clscan_view *v, uint tile, uint i, clscan_packet row, clscan_t *carry) {
    clscan_packet_row_end_segments(v, clscan_element_at(v, tile, i), row, carry, false);
}

#endif

#endif
