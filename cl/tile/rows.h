/* A tile in rows of values that lie side by side: each sub-group owns consecutive rows of one packet a lane, so that a
 * row is one coalesced access of its lanes, and needs no other sub-group to be scanned. The first rows stay in
 * registers, the others in local memory, each lane's own. Together they are what a device can hold. */
#ifndef CLSCAN_TILE_ROWS_H
#define CLSCAN_TILE_ROWS_H

#include "item/view.h"
#include "tile/heads.h"
#include "tile/held.h"
#include "tile/row.h"

#if CLSCAN_PRIVATE_ROWS > 0

#define CLSCAN_ROWS (CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS)

/* Where this lane's part of row r of sub-group `sub` begins in a tile. */
static uint clscan_row_at(uint sub, uint r) {
    return ((sub * CLSCAN_ROWS + r) * clscan_sub_size() + clscan_lane()) * CLSCAN_PACKET;
}

/* Places in tiles before the first element: in reverse the first row is the one that is not whole, so that packets lie
 * in memory as they do the other way. */
static uint clscan_places_before(const clscan_view *v) {
    const uint row = clscan_sub_size() * CLSCAN_PACKET;
    return CLSCAN_REVERSE ? (row - (uint)(v->count % row)) % row : 0;
}

/* The element at place i of a tile, or one beyond them all. */
static ulong clscan_element_at(const clscan_view *v, uint tile, uint i) {
    return (ulong)tile * CLSCAN_HELD + i - clscan_places_before(v);
}

/* Where in memory the packet there begins: in reverse, with its last element. */
static ulong clscan_packet_at(const clscan_view *v, uint tile, uint i) {
    const ulong element = clscan_element_at(v, tile, i);
    return CLSCAN_REVERSE ? v->count - CLSCAN_PACKET - element : element;
}

/* From a row to the one r further; and in memory. */
static uint clscan_places_on(uint r) {
    return r * clscan_sub_size() * CLSCAN_PACKET;
}
static int clscan_rows_on(uint r) {
    return CLSCAN_REVERSE ? -(int)clscan_places_on(r) : (int)clscan_places_on(r);
}

/* Where element e of a packet lies in it. */
#define CLSCAN_IN_PACKET(e) (CLSCAN_REVERSE ? CLSCAN_PACKET - 1 - (e) : (e))

/* The identity stands for what is no element. */
static clscan_packet clscan_packet_load(const clscan_view *v, uint tile, uint i) {
    const ulong first = clscan_element_at(v, tile, i), at = clscan_packet_at(v, tile, i);
    clscan_packet p;
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const clscan_cursor c = clscan_cursor_at(v, first + e);
        p.x[e] = c.i < v->count ? clscan_with_head(v->in[at + CLSCAN_IN_PACKET(e)], clscan_begins(v, &c))
                                : clscan_identity();
    }
    return p;
}

static void clscan_packet_store(const clscan_view *v, uint tile, uint i, clscan_packet p) {
    const ulong first = clscan_element_at(v, tile, i), at = clscan_packet_at(v, tile, i);
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        if (first + e < v->count)
            v->out[at + CLSCAN_IN_PACKET(e)] = clscan_value_of(p.x[e]);
}

/* The reduction of the rows of sub-group `sub` in a tile. */
static clscan_t clscan_held_reduce(const clscan_view *v, uint tile, uint sub) {
    clscan_rows_sum sum = clscan_rows_none();
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_ROWS; r++)
        clscan_row_begin(v, clscan_packet_load(v, tile, clscan_row_at(sub, r)), &sum);
    return clscan_rows_reduce(sum);
}

/* ------------------------------------------------------------------------------------------------ how they are held */

/* What a lane moves and holds at once: 16 bytes where elements fill them, else one element. It is held as it lies. */
#if CLSCAN_PACKET > 1
typedef uint4 clscan_wide;
#else
typedef clscan_value clscan_wide;
#endif
typedef union {
    clscan_wide wide;
    clscan_value element[CLSCAN_PACKET];
} clscan_elements;

static clscan_packet clscan_unpack(clscan_wide wide, uint heads) {
    clscan_elements from = { wide };
    clscan_packet p;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        p.x[e] = clscan_with_head(from.element[CLSCAN_IN_PACKET(e)], heads >> e & 1);
    return p;
}

static clscan_wide clscan_pack(clscan_packet p) {
    clscan_elements to;
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        to.element[CLSCAN_IN_PACKET(e)] = clscan_value_of(p.x[e]);
    return to.wide;
}

typedef struct {
    clscan_wide row[CLSCAN_LOCAL_ROWS ? CLSCAN_LOCAL_ROWS : 1][CLSCAN_WG_SIZE];
#if CLSCAN_MARKED
    ushort heads[CLSCAN_LOCAL_ROWS ? CLSCAN_LOCAL_ROWS : 1][CLSCAN_WG_SIZE];
#endif
} clscan_held_storage;

#define CLSCAN_ROWS_A_WORD (32 / CLSCAN_PACKET) /* whose heads fill one */

/* What this lane keeps in registers. */
typedef struct {
    clscan_wide row[CLSCAN_PRIVATE_ROWS];
#if CLSCAN_MARKED
    uint heads[(CLSCAN_PRIVATE_ROWS + CLSCAN_ROWS_A_WORD - 1) / CLSCAN_ROWS_A_WORD];
#endif
} clscan_held;

#if CLSCAN_MARKED
#define CLSCAN_PRIVATE_ROW(r)                                                                                          \
    clscan_unpack(rows->row[r], rows->heads[(r) / CLSCAN_ROWS_A_WORD] >> (r) % CLSCAN_ROWS_A_WORD * CLSCAN_PACKET)
#define CLSCAN_LOCAL_ROW(r) clscan_unpack(s->row[r][get_local_id(0)], s->heads[r][get_local_id(0)])

static void clscan_heads_hold(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, ulong first) {
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++) {
        const uint heads = clscan_heads_load(v, first + clscan_places_on(r)), k = r / CLSCAN_ROWS_A_WORD;
        const uint shift = r % CLSCAN_ROWS_A_WORD * CLSCAN_PACKET;
        rows->heads[k] = shift ? rows->heads[k] | heads << shift : heads;
    }
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->heads[r][get_local_id(0)] = clscan_heads_load(v, first + clscan_places_on(CLSCAN_PRIVATE_ROWS + r));
}

#else
#define CLSCAN_PRIVATE_ROW(r) clscan_unpack(rows->row[r], 0)
#define CLSCAN_LOCAL_ROW(r)   clscan_unpack(s->row[r][get_local_id(0)], 0)

static void clscan_heads_hold(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, ulong first) {
    (void)rows, (void)s, (void)v, (void)first;
}

#endif

/* A whole tile in aligned packets is read once. */
static bool clscan_can_hold(const clscan_view *v, uint tile) {
    const ulong first = clscan_element_at(v, tile, 0), at = clscan_packet_at(v, tile, 0);
    return first < v->count && v->count - first >= CLSCAN_HELD && clscan_heads_aligned(v, first) &&
           (CLSCAN_PACKET == 1 || ((uintptr_t)(v->in + at) | (uintptr_t)(v->out + at)) % sizeof(clscan_wide) == 0);
}

static clscan_t clscan_rows_hold(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, uint tile) {
    const uint mine = clscan_row_at(clscan_sub(), 0);
    const global clscan_in *in = v->in + clscan_packet_at(v, tile, mine);
    clscan_rows_sum sum = clscan_rows_none();
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        rows->row[r] = *(const global clscan_wide *)(in + clscan_rows_on(r));
    CLSCAN_UNROLL_BY_4
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        s->row[r][get_local_id(0)] = *(const global clscan_wide *)(in + clscan_rows_on(CLSCAN_PRIVATE_ROWS + r));
    clscan_heads_hold(rows, s, v, clscan_element_at(v, tile, mine));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++) {
        clscan_packet row = clscan_row_begin(v, CLSCAN_PRIVATE_ROW(r), &sum);
        if (CLSCAN_SCANS_FIRST)
            rows->row[r] = clscan_pack(row);
    }
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++) {
        clscan_packet row = clscan_row_begin(v, CLSCAN_LOCAL_ROW(r), &sum);
        if (CLSCAN_SCANS_FIRST)
            s->row[r][get_local_id(0)] = clscan_pack(row);
    }
    return clscan_rows_reduce(sum);
}

static void clscan_rows_put(const clscan_held *rows, const local clscan_held_storage *s, clscan_t carry,
                            const clscan_view *v, uint tile) {
    global clscan_out *out = v->out + clscan_packet_at(v, tile, clscan_row_at(clscan_sub(), 0));
    CLSCAN_UNROLL
    for (uint r = 0; r < CLSCAN_PRIVATE_ROWS; r++)
        *(global clscan_wide *)(out + clscan_rows_on(r)) =
            clscan_pack(clscan_row_end(v, CLSCAN_PRIVATE_ROW(r), &carry, true));
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_LOCAL_ROWS; r++)
        *(global clscan_wide *)(out + clscan_rows_on(CLSCAN_PRIVATE_ROWS + r)) =
            clscan_pack(clscan_row_end(v, CLSCAN_LOCAL_ROW(r), &carry, true));
}

/* Any other is read twice, in the same association. */
static void clscan_rows_scan(const clscan_view *v, uint tile, clscan_t carry) {
    clscan_rows_sum sum = clscan_rows_none();
    CLSCAN_ROLL
    for (uint r = 0; r < CLSCAN_ROWS; r++) {
        const uint i = clscan_row_at(clscan_sub(), r);
        clscan_packet row = clscan_packet_load(v, tile, i);
        if (CLSCAN_SCANS_FIRST)
            row = clscan_row_begin(v, row, &sum);
        clscan_packet_store(v, tile, i, clscan_row_end(v, row, &carry, false));
    }
}

static clscan_t clscan_held_load(clscan_held *rows, local clscan_held_storage *s, const clscan_view *v, uint tile) {
    if (clscan_can_hold(v, tile))
        return clscan_rows_hold(rows, s, v, tile);
    return clscan_held_reduce(v, tile, clscan_sub());
}

static void clscan_held_store(const clscan_held *rows, const local clscan_held_storage *s, clscan_t carry,
                              const clscan_view *v, uint tile) {
    if (clscan_can_hold(v, tile))
        clscan_rows_put(rows, s, carry, v, tile);
    else
        clscan_rows_scan(v, tile, carry);
}

#endif

#endif
