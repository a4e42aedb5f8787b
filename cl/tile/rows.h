/* A tile held in rows: each sub-group owns consecutive rows of one packet a lane, so that a row is one coalesced access
 * of its lanes, and needs no other sub-group to be scanned. The first rows stay in registers, the others in local
 * memory, each lane's own. Together they are what a device can hold between reading its input once and writing. */
#ifndef CLSCAN_TILE_ROWS_H
#define CLSCAN_TILE_ROWS_H

#include "group/sub_group.h"
#include "item/serial.h"

#define CLSCAN_ROWS      (CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS)
#define CLSCAN_ROWS_TILE (CLSCAN_WG_SIZE * CLSCAN_ROWS * CLSCAN_PACKET)

/* What a lane moves and holds at once: 16 bytes where elements fill them, else one element. */
#if CLSCAN_PACKET > 1
typedef uint4 clscan_wide;
#else
typedef clscan_element clscan_wide;
#endif
typedef union {
    clscan_wide wide;
    clscan_element element[CLSCAN_PACKET];
} clscan_elements;

/* The same, to compute with. */
typedef struct {
    clscan_t x[CLSCAN_PACKET];
} clscan_packet;

static clscan_packet clscan_unpack(clscan_wide wide) {
    clscan_elements from = { wide };
    clscan_packet v;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        v.x[e] = from.element[e];
    return v;
}

static clscan_wide clscan_pack(clscan_packet v) {
    clscan_elements to;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        to.element[e] = v.x[e];
    return to.wide;
}

typedef struct {
    clscan_wide row[CLSCAN_LOCAL_ROWS ? CLSCAN_LOCAL_ROWS : 1][CLSCAN_WG_SIZE];
} clscan_rows_storage;

/* Where this lane's part of row r of sub-group `sub` begins in a tile. */
static uint clscan_row_at(uint sub, uint r) {
    return ((sub * CLSCAN_ROWS + r) * clscan_sub_size() + clscan_lane()) * CLSCAN_PACKET;
}

/* How many of its elements a tile has. */
static uint clscan_left(ulong count, uint tile) {
    return min(count - (ulong)tile * CLSCAN_ROWS_TILE, (ulong)CLSCAN_ROWS_TILE);
}

/* The packet at element i of the `left` there are; the identity stands for what lies beyond. */
static clscan_packet clscan_packet_load(const global clscan_element *in, uint i, uint left) {
    clscan_packet v;
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        v.x[e] = i + e < left ? in[i + e] : clscan_identity();
    return v;
}

static void clscan_packet_store(global clscan_element *out, clscan_packet v, uint i, uint left) {
    for (uint e = 0; e < CLSCAN_PACKET && i + e < left; e++)
        out[i + e] = v.x[e];
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
#define CLSCAN_SCANS_FIRST (!CLSCAN_COMMUTATIVE || CLSCAN_PACKET <= 2)

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

/* ------------------------------------------------------------- a whole tile in aligned packets: read once, held */

static bool clscan_can_hold(const global clscan_element *in, const global clscan_element *out, uint left) {
    return left >= CLSCAN_ROWS_TILE &&
           (CLSCAN_PACKET == 1 || ((uintptr_t)in | (uintptr_t)out) % sizeof(clscan_wide) == 0);
}

/* What this lane keeps in registers. */
typedef struct {
    clscan_wide row[CLSCAN_PRIVATE_ROWS];
} clscan_rows;

/* Loads the tile at `in`; returns the reduction of this sub-group's rows. */
static clscan_t clscan_rows_load(clscan_rows *rows, local clscan_rows_storage *s, const global clscan_element *in) {
    clscan_t sum = clscan_identity();
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = *(const global clscan_wide *)(in + clscan_row_at(clscan_sub(), r));
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] =
            *(const global clscan_wide *)(in + clscan_row_at(clscan_sub(), CLSCAN_PRIVATE_ROWS + r));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++) {
        clscan_packet row = clscan_row_begin(clscan_unpack(rows->row[r]), &sum);
        if (CLSCAN_SCANS_FIRST)
            rows->row[r] = clscan_pack(row);
    }
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++) {
        clscan_packet row = clscan_row_begin(clscan_unpack(s->row[r][get_local_id(0)]), &sum);
        if (CLSCAN_SCANS_FIRST)
            s->row[r][get_local_id(0)] = clscan_pack(row);
    }
    return clscan_rows_sum(sum);
}

/* Scans this sub-group's rows from `carry` on, and stores them in the tile at `out`. */
static void clscan_rows_store(const clscan_rows *rows, const local clscan_rows_storage *s, clscan_t carry,
                              global clscan_element *out) {
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        *(global clscan_wide *)(out + clscan_row_at(clscan_sub(), r)) =
            clscan_pack(clscan_row_end(clscan_unpack(rows->row[r]), &carry));
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        *(global clscan_wide *)(out + clscan_row_at(clscan_sub(), CLSCAN_PRIVATE_ROWS + r)) =
            clscan_pack(clscan_row_end(clscan_unpack(s->row[r][get_local_id(0)]), &carry));
}

/* --------------------------------------------- any other, and a tile of others: in the same association, read twice */

/* The reduction of the rows of sub-group `sub` in the tile at `in`, of which the first `left` elements exist. */
static clscan_t clscan_rows_reduce(const global clscan_element *in, uint sub, uint left) {
    clscan_t sum = clscan_identity();
    for (uint r = 0; r < CLSCAN_ROWS; r++)
        clscan_row_begin(clscan_packet_load(in, clscan_row_at(sub, r), left), &sum);
    return clscan_rows_sum(sum);
}

/* A whole tile of `in`, by one sub-group instead of all; the same bits. */
static clscan_t clscan_rows_reduce_tile(const global clscan_element *in, ulong count, uint tile) {
    const uint n = CLSCAN_WG_SIZE / clscan_sub_size();
    clscan_t carry = clscan_identity();
    in += (ulong)tile * CLSCAN_ROWS_TILE;
    for (uint base = 0; base < n; base += clscan_sub_size()) {
        clscan_t x = clscan_identity();
        for (uint k = base; k < min(n, base + clscan_sub_size()); k++) {
            clscan_t sum = clscan_rows_reduce(in, k, clscan_left(count, tile));
            if (clscan_lane() == k - base)
                x = sum;
        }
        carry = clscan_combine(carry, clscan_sub_reduce(x));
    }
    return carry;
}

static void clscan_rows_scan(const global clscan_element *in, clscan_t carry, global clscan_element *out, uint left) {
    clscan_t sum = clscan_identity();
    for (uint r = 0; r < CLSCAN_ROWS; r++) {
        uint i = clscan_row_at(clscan_sub(), r);
        clscan_packet row = clscan_row_begin(clscan_packet_load(in, i, left), &sum);
        clscan_packet_store(out, clscan_row_end(row, &carry), i, left);
    }
}

#endif
