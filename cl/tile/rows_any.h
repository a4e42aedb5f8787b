/* Rows of any values: loaded one by one, held as they are computed with. What is stored is made of the element and of
 * what is before it, so that rows are scanned when they are stored. */
#ifndef CLSCAN_TILE_ROWS_ANY_H
#define CLSCAN_TILE_ROWS_ANY_H

#include "tile/rows.h"

#if !CLSCAN_PLAIN

typedef struct {
    clscan_packet row[CLSCAN_LOCAL_ROWS ? CLSCAN_LOCAL_ROWS : 1][CLSCAN_WG_SIZE];
} clscan_rows_storage;

/* What this lane keeps in registers. */
typedef struct {
    clscan_packet row[CLSCAN_PRIVATE_ROWS];
} clscan_rows;

static clscan_t clscan_rows_load(clscan_rows *rows, local clscan_rows_storage *s, const clscan_view *v, uint tile) {
    const uint left = clscan_left(v->count, tile);
    clscan_t sum = clscan_identity();
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = clscan_packet_load(v, tile, clscan_row_at(clscan_sub(), r), left);
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] =
            clscan_packet_load(v, tile, clscan_row_at(clscan_sub(), CLSCAN_PRIVATE_ROWS + r), left);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        clscan_row_begin(rows->row[r], &sum);
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        clscan_row_begin(s->row[r][get_local_id(0)], &sum);
    return clscan_rows_sum(sum);
}

/* Row r of the tile. */
static void clscan_row_store(clscan_packet row, const clscan_view *v, uint tile, uint r, uint left, clscan_t *carry) {
    const uint i = clscan_row_at(clscan_sub(), r);
    const clscan_t inclusive = clscan_sub_scan(clscan_item_reduce(row.x, CLSCAN_PACKET));
    clscan_t before = clscan_combine(*carry, clscan_sub_shift(inclusive));
    clscan_cursor c = clscan_cursor_at(v, (ulong)tile * CLSCAN_ROWS_TILE + i);
    *carry = clscan_combine(*carry, clscan_sub_last(inclusive));
    for (uint e = 0; e < CLSCAN_PACKET && i + e < left; e++, clscan_cursor_next(v, &c)) {
        const clscan_t next = clscan_combine(before, row.x[e]);
        clscan_store(v, &c, row.x[e], next, before);
        before = next;
    }
}

static void clscan_rows_store(const clscan_rows *rows, const local clscan_rows_storage *s, clscan_t carry,
                              const clscan_view *v, uint tile) {
    const uint left = clscan_left(v->count, tile);
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        clscan_row_store(rows->row[r], v, tile, r, left, &carry);
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        clscan_row_store(s->row[r][get_local_id(0)], v, tile, CLSCAN_PRIVATE_ROWS + r, left, &carry);
}

#endif

#endif
