/* Rows of plain values: packets of 16 bytes, held as they lie in memory, unpacked to be computed with. */
#ifndef CLSCAN_TILE_ROWS_PLAIN_H
#define CLSCAN_TILE_ROWS_PLAIN_H

#include "tile/rows.h"

#if CLSCAN_PLAIN

/* What a lane moves and holds at once: 16 bytes where elements fill them, else one element. */
#if CLSCAN_PACKET > 1
typedef uint4 clscan_wide;
#else
typedef clscan_value clscan_wide;
#endif
typedef union {
    clscan_wide wide;
    clscan_value element[CLSCAN_PACKET];
} clscan_elements;

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

/* A whole tile in aligned packets is read once. */
static bool clscan_can_hold(const global clscan_in *in, const global clscan_out *out, uint left) {
    return left >= CLSCAN_ROWS_TILE &&
           (CLSCAN_PACKET == 1 || ((uintptr_t)in | (uintptr_t)out) % sizeof(clscan_wide) == 0);
}

/* What this lane keeps in registers. */
typedef struct {
    clscan_wide row[CLSCAN_PRIVATE_ROWS];
} clscan_rows;

static clscan_t clscan_rows_hold(clscan_rows *rows, local clscan_rows_storage *s, const global clscan_in *in) {
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

static void clscan_rows_put(const clscan_rows *rows, const local clscan_rows_storage *s, clscan_t carry,
                            global clscan_out *out) {
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        *(global clscan_wide *)(out + clscan_row_at(clscan_sub(), r)) =
            clscan_pack(clscan_row_end(clscan_unpack(rows->row[r]), &carry));
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        *(global clscan_wide *)(out + clscan_row_at(clscan_sub(), CLSCAN_PRIVATE_ROWS + r)) =
            clscan_pack(clscan_row_end(clscan_unpack(s->row[r][get_local_id(0)]), &carry));
}

/* Any other is read twice, in the same association. */
static void clscan_rows_scan(const clscan_view *v, uint tile, clscan_t carry, uint left) {
    global clscan_out *out = v->out + (ulong)tile * CLSCAN_ROWS_TILE;
    clscan_t sum = clscan_identity();
    for (uint r = 0; r < CLSCAN_ROWS; r++) {
        const uint i = clscan_row_at(clscan_sub(), r);
        clscan_packet row = clscan_row_begin(clscan_packet_load(v, tile, i, left), &sum);
        row = clscan_row_end(row, &carry);
        for (uint e = 0; e < CLSCAN_PACKET && i + e < left; e++)
            out[i + e] = row.x[e];
    }
}

static clscan_t clscan_rows_load(clscan_rows *rows, local clscan_rows_storage *s, const clscan_view *v, uint tile) {
    const uint left = clscan_left(v->count, tile);
    const ulong begin = (ulong)tile * CLSCAN_ROWS_TILE;
    if (clscan_can_hold(v->in + begin, v->out + begin, left))
        return clscan_rows_hold(rows, s, v->in + begin);
    return clscan_rows_reduce(v, tile, clscan_sub(), left);
}

static void clscan_rows_store(const clscan_rows *rows, const local clscan_rows_storage *s, clscan_t carry,
                              const clscan_view *v, uint tile) {
    const uint left = clscan_left(v->count, tile);
    const ulong begin = (ulong)tile * CLSCAN_ROWS_TILE;
    if (clscan_can_hold(v->in + begin, v->out + begin, left))
        clscan_rows_put(rows, s, carry, v->out + begin);
    else
        clscan_rows_scan(v, tile, carry, left);
}

#endif

#endif
