/* Functions for packet rows in a striped arrangement, in which neighbouring lanes move neighbouring elements:
 * transposed.h and selected_packet_rows.h share them. */
#ifndef CLSCAN_TILE_STRIPED_H
#define CLSCAN_TILE_STRIPED_H

#include "tile/resident.h" /* comes first: it chooses the algorithm of the work-group */

#include "tile/packet.h"

static ulong clscan_element_at(const clscan_view *v, uint tile, uint i) {
    (void)v;
    return (ulong)tile * CLSCAN_RESIDENT_TILE + i;
}

static bool clscan_is_resident(const clscan_view *v, uint tile) {
    return clscan_tile_count(v->count, tile) == CLSCAN_RESIDENT_TILE;
}

/* Returns the first element that this lane moves. The next one is a sub-group's size further. */
static clscan_cursor clscan_striped_cursor_at(const clscan_view *v, uint tile) {
    const uint rows = clscan_sub_id() * clscan_row_distance(CLSCAN_PACKET_ROWS);
    return clscan_cursor_at(v, clscan_element_at(v, tile, rows + clscan_lane()));
}

/* Loads the elements that this lane moves of one row, and advances the cursor to the next row. */
static clscan_elements clscan_load_striped(const clscan_view *v, clscan_cursor *c) {
    clscan_elements moved;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++, clscan_cursor_skip(v, c, clscan_sub_size()))
        moved.loaded[e] = clscan_load_unmapped(v, c);
    return moved;
}

/* Returns an element of a packet as it was loaded. */
static clscan_loaded clscan_packet_from(const clscan_packet *row, uint e) {
#ifdef CLSCAN_MAP
    return row->from[e];
#else
    return clscan_value_of(row->x[e]);
#endif
}

#if !CLSCAN_REDUCES_SEGMENTS /* else segment_rows.h stores results */

/* The position of the first element that this lane moves. */
typedef clscan_cursor clscan_packet_row_cursor;

static clscan_packet_row_cursor clscan_packet_row_cursor_at(const clscan_view *v, uint tile) {
    return clscan_striped_cursor_at(v, tile);
}

/* Scans and stores a row of a tile that is not resident. In such a tile, some places may have no element. */
static void clscan_packet_row_store_some(const clscan_view *v, uint tile, uint i, clscan_packet row, clscan_t *carry) {
    clscan_t before = clscan_packet_row_before(&row, carry, false);
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const clscan_cursor c = clscan_cursor_at(v, clscan_element_at(v, tile, i + e));
        const clscan_t next = clscan_combine(before, row.x[e]);
        if (c.i < v->count)
            clscan_store(v, &c, row.x[e], next, before);
        before = next;
    }
}

#endif

#endif
