/* A tile in rows: each sub-group owns consecutive rows of one packet a lane, so that a row is one coalesced access
 * of its lanes, and needs no other sub-group to be scanned. The first rows stay in registers, the others in local
 * memory, each lane's own. Together they are what a device can hold between reading its input once and writing.
 *
 * Here is how rows are scanned; how they are held is in rows_plain.h and rows_any.h, by the same names:
 *   clscan_rows_load   loads a tile; returns the reduction of this sub-group's rows
 *   clscan_rows_store  scans them from a carry on, and stores them */
#ifndef CLSCAN_TILE_ROWS_H
#define CLSCAN_TILE_ROWS_H

#include "group/sub_group.h"
#include "item/serial.h"
#include "item/view.h"

#define CLSCAN_ROWS      (CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS)
#define CLSCAN_ROWS_TILE (CLSCAN_WG_SIZE * CLSCAN_ROWS * CLSCAN_PACKET)

/* What a lane computes with at once. */
typedef struct {
    clscan_t x[CLSCAN_PACKET];
} clscan_packet;

/* Where this lane's part of row r of sub-group `sub` begins in a tile. */
static uint clscan_row_at(uint sub, uint r) {
    return ((sub * CLSCAN_ROWS + r) * clscan_sub_size() + clscan_lane()) * CLSCAN_PACKET;
}

/* How many of its elements a tile has; and the last tile that has any, or tile 0. */
static uint clscan_left(ulong count, uint tile) {
    const ulong begin = min((ulong)tile * CLSCAN_ROWS_TILE, count);
    return min(count - begin, (ulong)CLSCAN_ROWS_TILE);
}
static uint clscan_last_tile(ulong count) {
    return count == 0 ? 0 : (count - 1) / CLSCAN_ROWS_TILE;
}

/* The packet at element i of the `left` that a tile has; the identity stands for what lies beyond. */
static clscan_packet clscan_packet_load(const clscan_view *v, uint tile, uint i, uint left) {
    clscan_packet p;
    clscan_cursor c = clscan_cursor_at(v, (ulong)tile * CLSCAN_ROWS_TILE + i);
    for (uint e = 0; e < CLSCAN_PACKET; e++, clscan_cursor_next(v, &c))
        p.x[e] = i + e < left ? clscan_load(v, &c) : clscan_identity();
    return p;
}

/* Scans a row from `carry`, which becomes the carry for the next row. */
static clscan_packet clscan_row_scan(clscan_packet row, clscan_t *carry) {
    clscan_t inclusive = clscan_sub_scan(clscan_item_reduce(row.x, CLSCAN_PACKET));
    clscan_item_scan(row.x, CLSCAN_PACKET, clscan_combine(*carry, clscan_sub_shift(inclusive)), CLSCAN_EXCLUSIVE);
    *carry = clscan_combine(*carry, clscan_sub_last(inclusive));
    return row;
}

/* Whether rows are scanned before their carry is known: only a scan adds up a row in order, and with few elements a
 * lane it costs no more. Else each lane adds up its own elements, the sub-group the sums of its lanes. */
#define CLSCAN_SCANS_FIRST (!CLSCAN_COMMUTATIVE || CLSCAN_MARKED || CLSCAN_PACKET <= 2)

/* What is done to each row, in order, before the carry of the sub-group's first one is known. */
static clscan_packet clscan_row_begin(clscan_packet row, clscan_t *sum) {
    if (CLSCAN_SCANS_FIRST)
        return clscan_row_scan(row, sum);
    *sum = clscan_combine(*sum, clscan_item_reduce(row.x, CLSCAN_PACKET));
    return row;
}

/* The reduction of all rows that have begun. */
static clscan_t clscan_rows_sum(clscan_t sum) {
    if (CLSCAN_SCANS_FIRST)
        return sum;
    return clscan_sub_reduce(sum);
}

/* What is done to each row, in order, from then on. */
static clscan_packet clscan_row_end(clscan_packet row, clscan_t *carry) {
    if (!CLSCAN_SCANS_FIRST)
        return clscan_row_scan(row, carry);
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        row.x[e] = clscan_combine(*carry, row.x[e]);
    return row;
}

/* --------------------------------------------------------------------------------- tiles of other work-groups */

/* The reduction of the rows of sub-group `sub` in a tile, of which the first `left` elements exist. */
static clscan_t clscan_rows_reduce(const clscan_view *v, uint tile, uint sub, uint left) {
    clscan_t sum = clscan_identity();
    for (uint r = 0; r < CLSCAN_ROWS; r++)
        clscan_row_begin(clscan_packet_load(v, tile, clscan_row_at(sub, r), left), &sum);
    return clscan_rows_sum(sum);
}

/* A whole tile, by one sub-group instead of all; the same bits. */
static clscan_t clscan_rows_reduce_tile(const clscan_view *v, uint tile) {
    const uint n = CLSCAN_WG_SIZE / clscan_sub_size();
    clscan_t carry = clscan_identity();
    for (uint base = 0; base < n; base += clscan_sub_size()) {
        clscan_t x = clscan_identity();
        for (uint k = base; k < min(n, base + clscan_sub_size()); k++) {
            clscan_t sum = clscan_rows_reduce(v, tile, k, clscan_left(v->count, tile));
            if (clscan_lane() == k - base)
                x = sum;
        }
        carry = clscan_combine(carry, clscan_sub_reduce(x));
    }
    return carry;
}

#endif
