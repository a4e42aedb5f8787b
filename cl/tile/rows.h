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
typedef clscan_t clscan_wide;
#endif

/* The same, to compute with. */
typedef union {
    clscan_wide wide;
    clscan_t x[CLSCAN_PACKET];
} clscan_packet;

static clscan_packet clscan_packet_of(clscan_wide wide) {
    clscan_packet v;
    v.wide = wide;
    return v;
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
static clscan_packet clscan_packet_load(const global clscan_t *in, uint i, uint left) {
    clscan_packet v;
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        v.x[e] = i + e < left ? in[i + e] : clscan_identity();
    return v;
}

static void clscan_packet_store(global clscan_t *out, clscan_packet v, uint i, uint left) {
    for (uint e = 0; e < CLSCAN_PACKET && i + e < left; e++)
        out[i + e] = v.x[e];
}

#if CLSCAN_COMMUTATIVE
/* Each lane adds up its own elements, the sub-group the sums of its lanes. */
static clscan_t clscan_row_add(clscan_t sum, clscan_packet row) {
    return clscan_combine(sum, clscan_item_reduce(row.x, CLSCAN_PACKET));
}
static clscan_t clscan_rows_sum(clscan_t sum) {
    return clscan_sub_reduce(sum);
}
#else
/* In order: the sub-group adds up row after row. */
static clscan_t clscan_row_add(clscan_t sum, clscan_packet row) {
    return clscan_combine(sum, clscan_sub_reduce(clscan_item_reduce(row.x, CLSCAN_PACKET)));
}
static clscan_t clscan_rows_sum(clscan_t sum) {
    return sum;
}
#endif

/* Scans a row from `carry`, which becomes the carry for the next row. */
static clscan_packet clscan_row_scan(clscan_packet row, clscan_t *carry) {
    clscan_t inclusive = clscan_sub_scan(clscan_item_reduce(row.x, CLSCAN_PACKET));
    clscan_item_scan(row.x, CLSCAN_PACKET, clscan_combine(*carry, clscan_sub_shift(inclusive)), CLSCAN_EXCLUSIVE);
    *carry = clscan_combine(*carry, clscan_sub_last(inclusive));
    return row;
}

/* ------------------------------------------------------------- a whole tile in aligned packets: read once, held */

static bool clscan_can_hold(const global clscan_t *in, const global clscan_t *out, uint left) {
    return left >= CLSCAN_ROWS_TILE && ((uintptr_t)in | (uintptr_t)out) % sizeof(clscan_wide) == 0;
}

/* What this lane keeps in registers. */
typedef struct {
    clscan_wide row[CLSCAN_PRIVATE_ROWS];
} clscan_rows;

static clscan_packet clscan_rows_get(const clscan_rows *rows, const local clscan_rows_storage *s, uint r) {
    return clscan_packet_of(r < CLSCAN_PRIVATE_ROWS ? rows->row[r] : s->row[r - CLSCAN_PRIVATE_ROWS][get_local_id(0)]);
}

/* Loads the tile at `in`; returns the reduction of this sub-group's rows. */
static clscan_t clscan_rows_load(clscan_rows *rows, local clscan_rows_storage *s, const global clscan_t *in) {
    clscan_t sum = clscan_identity();
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = *(const global clscan_wide *)(in + clscan_row_at(clscan_sub(), r));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] =
            *(const global clscan_wide *)(in + clscan_row_at(clscan_sub(), CLSCAN_PRIVATE_ROWS + r));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_ROWS; r++)
        sum = clscan_row_add(sum, clscan_rows_get(rows, s, r));
    return clscan_rows_sum(sum);
}

/* Scans this sub-group's rows from `carry` on, and stores them in the tile at `out`. */
static void clscan_rows_store(const clscan_rows *rows, const local clscan_rows_storage *s, clscan_t carry,
                              global clscan_t *out) {
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_ROWS; r++)
        *(global clscan_wide *)(out + clscan_row_at(clscan_sub(), r)) =
            clscan_row_scan(clscan_rows_get(rows, s, r), &carry).wide;
}

/* --------------------------------------------- any other, and a tile of others: in the same association, read twice */

/* The reduction of the rows of sub-group `sub` in the tile at `in`, of which the first `left` elements exist. */
static clscan_t clscan_rows_reduce(const global clscan_t *in, uint sub, uint left) {
    clscan_t sum = clscan_identity();
    for (uint r = 0; r < CLSCAN_ROWS; r++)
        sum = clscan_row_add(sum, clscan_packet_load(in, clscan_row_at(sub, r), left));
    return clscan_rows_sum(sum);
}

/* A whole tile of `in`, by one sub-group instead of all; the same bits. */
static clscan_t clscan_rows_reduce_tile(const global clscan_t *in, ulong count, uint tile) {
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

static void clscan_rows_scan(const global clscan_t *in, clscan_t carry, global clscan_t *out, uint left) {
    for (uint r = 0; r < CLSCAN_ROWS; r++) {
        uint i = clscan_row_at(clscan_sub(), r);
        clscan_packet_store(out, clscan_row_scan(clscan_packet_load(in, i, left), &carry), i, left);
    }
}

#endif
