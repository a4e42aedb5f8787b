/* A tile in rows: each sub-group owns consecutive rows of one packet a lane, so that a row needs no other sub-group to
 * be moved and scanned. The first rows stay in registers, the others in local memory, each lane's own. Together they
 * are what a device can hold. */
#ifndef CLSCAN_TILE_ROWS_H
#define CLSCAN_TILE_ROWS_H

#include "tile/beside.h"
#include "tile/crossed.h"

#if CLSCAN_PRIVATE_ROWS > 0

/* From either of those files there are, by the same names:
 *   clscan_element_at   the element at place i of a tile, or one beyond them all
 *   clscan_can_hold     whether a tile is read once; else twice, in the same association
 *   clscan_rows_fetch   the rows of this sub-group, into registers and local memory
 *   clscan_row_place    where row 0 goes
 *   clscan_row_put      scans row r from a carry on, and stores it; clscan_row_put_some, of a tile that is not held */

/* The packet at place i; the identity stands for what is no element. */
static clscan_packet clscan_packet_load(const clscan_view *v, uint tile, uint i) {
    clscan_packet p;
    clscan_cursor c = clscan_cursor_at(v, clscan_element_at(v, tile, i));
    const uint heads = clscan_heads_counted(v, c.i);
    for (uint e = 0; e < CLSCAN_PACKET; e++, clscan_cursor_next(v, &c)) {
        const bool there = c.i < v->count;
        p.x[e] = there ? clscan_with_head(clscan_load_value(v, &c), heads >> e & 1 || clscan_begins(v, &c))
                       : clscan_identity();
    }
    return p;
}

/* The reduction of this sub-group's rows of a tile that is not held. */
static clscan_t clscan_rows_reduction(const clscan_view *v, uint tile) {
    clscan_rows_sum sum = clscan_rows_none();
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_ROWS; r++)
        clscan_row_begin(v, clscan_packet_load(v, tile, clscan_row_at(clscan_sub(), r)), &sum, false);
    return clscan_rows_reduce(sum);
}

#if CLSCAN_MARKED
#define CLSCAN_PRIVATE_ROW(r)                                                                                          \
    clscan_unpack(rows->row[r], rows->heads[(r) / CLSCAN_ROWS_A_WORD] >> (r) % CLSCAN_ROWS_A_WORD * CLSCAN_PACKET)
#define CLSCAN_LOCAL_ROW(r) clscan_unpack(s->row[r][get_local_id(0)], s->heads[r][get_local_id(0)])

static void clscan_heads_hold(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, ulong first) {
    const uint next = clscan_places_on(1);
    clscan_heads_place place = clscan_heads_at(v, first);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++, clscan_heads_skip(v, &place, next)) {
        const uint heads = clscan_heads_load(v, place), k = r / CLSCAN_ROWS_A_WORD;
        const uint shift = r % CLSCAN_ROWS_A_WORD * CLSCAN_PACKET;
        rows->heads[k] = shift ? rows->heads[k] | heads << shift : heads;
    }
    CLSCAN_UNROLL /* few enough to be all on their way at once */
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++, clscan_heads_skip(v, &place, next))
        s->heads[r][get_local_id(0)] = clscan_heads_load(v, place);
}

#else
#define CLSCAN_PRIVATE_ROW(r) clscan_unpack(rows->row[r], 0)
#define CLSCAN_LOCAL_ROW(r)   clscan_unpack(s->row[r][get_local_id(0)], 0)

static void clscan_heads_hold(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, ulong first) {
    (void)rows, (void)s, (void)v, (void)first;
}

#endif

static clscan_t clscan_rows_hold(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, uint tile) {
    clscan_rows_sum sum = clscan_rows_none();
    clscan_rows_fetch(rows, s, v, tile);
    clscan_heads_hold(rows, s, v, clscan_element_at(v, tile, clscan_row_at(clscan_sub(), 0)));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++) {
        clscan_packet row = clscan_row_begin(v, CLSCAN_PRIVATE_ROW(r), &sum, true);
        if (CLSCAN_SCANS_FIRST)
            rows->row[r] = clscan_pack(row);
    }
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++) {
        clscan_packet row = clscan_row_begin(v, CLSCAN_LOCAL_ROW(r), &sum, true);
        if (CLSCAN_SCANS_FIRST)
            s->row[r][get_local_id(0)] = clscan_pack(row);
    }
    return clscan_rows_reduce(sum);
}

static void clscan_rows_put(const clscan_held *rows, local clscan_held_storage *s, clscan_t carry, const clscan_view *v,
                            uint tile) {
    const clscan_row_place out = clscan_row_place_at(v, tile);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        clscan_row_put(v, s, out, r, CLSCAN_PRIVATE_ROW(r), &carry);
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        clscan_row_put(v, s, out, CLSCAN_PRIVATE_ROWS + r, CLSCAN_LOCAL_ROW(r), &carry);
}

static void clscan_rows_scan(const clscan_view *v, uint tile, clscan_t carry) {
    clscan_rows_sum sum = clscan_rows_none();
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_ROWS; r++) {
        const uint i = clscan_row_at(clscan_sub(), r);
        clscan_packet row = clscan_packet_load(v, tile, i);
        if (CLSCAN_SCANS_FIRST)
            row = clscan_row_begin(v, row, &sum, false);
        clscan_row_put_some(v, tile, i, row, &carry);
    }
}

static clscan_t clscan_held_load(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, uint tile) {
    if (clscan_can_hold(v, tile))
        return clscan_rows_hold(rows, s, v, tile);
    return clscan_rows_reduction(v, tile);
}

static void clscan_held_store(const clscan_held *rows, local clscan_held_storage *s, clscan_t carry,
                              const clscan_view *v, uint tile) {
    if (clscan_can_hold(v, tile))
        clscan_rows_put(rows, s, carry, v, tile);
    else
        clscan_rows_scan(v, tile, carry);
}

#endif

#endif
