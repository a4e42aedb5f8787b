/* A packet row: one packet of consecutive elements in each lane of a sub-group, in the order of the lanes. Phase 1
 * reduces the rows before the carry-in is known. Phase 2 scans them from the carry-in. */
#ifndef CLSCAN_TILE_PACKET_ROW_H
#define CLSCAN_TILE_PACKET_ROW_H

#include "item/serial.h"
#include "item/view.h"
#include "sub/sub_group.h"

/* A packet, unpacked to values. */
typedef struct {
    clscan_t x[CLSCAN_PACKET];
#ifdef CLSCAN_MAP
    clscan_loaded from[CLSCAN_PACKET]; /* the elements as they were loaded */
#endif
} clscan_packet;

/* Combines two values. In whole rows each place has a value, so CLSCAN_VALID need not be tested. */
static clscan_t clscan_packet_row_append(clscan_t a, clscan_t b, bool whole) {
    return whole ? clscan_append(a, b) : clscan_combine(a, b);
}

static clscan_t clscan_packet_reduce(const clscan_packet *p, bool whole) {
    clscan_t sum = p->x[0];
    CLSCAN_UNROLL
    for (uint e = 1; e < CLSCAN_PACKET; e++)
        sum = clscan_packet_row_append(sum, p->x[e], whole);
    return sum;
}

#if CLSCAN_FLAGGED

/* Scans a packet from its prefix `before`. The results are the packet's new values; its flags are no longer valid. */
static void clscan_packet_scan(const clscan_view *v, clscan_packet *p, clscan_t before, bool whole) {
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++) {
        const clscan_t next = clscan_packet_row_append(before, p->x[e], whole);
        p->x[e].x = clscan_result(v, p->x[e], next, before);
        before = next;
    }
}

#if CLSCAN_REDUCES_SEGMENTS

/* Returns the sum of the numbers of this lane and of the lanes before. The numbers are at most `most`, so that a ballot
 * for each of their few bits replaces the exchange. */
static uint clscan_lanes_sum(uint n, uint most) {
    uint sum = n;
#if CLSCAN_BALLOTS
    for (uint bit = 1; bit <= most; bit *= 2)
        sum += bit * clscan_lanes_before(clscan_ballot((n & bit) != 0));
#else
    (void)most;
    for (uint d = 1; d < clscan_sub_size(); d *= 2) {
        const uint from_earlier = clscan_word_shuffle_up(sum, d);
        sum += clscan_lane() >= d ? from_earlier : 0;
    }
#endif
    return sum;
}

#endif

/* The inclusive scan of one value of each lane. In whole rows, a ballot replaces the exchange of flags. */
static clscan_t clscan_lanes_scan(clscan_t x, bool whole) {
    if (!whole)
        return clscan_sub_scan(x);
    const int head = clscan_latest_lane(CLSCAN_HAS_HEAD(x));
    const uint reach = clscan_lane() - max(head, 0);
    for (uint d = 1; d < clscan_sub_size(); d *= 2) {
        const clscan_value from_earlier = clscan_shuffle_up(x.x, d);
        if (reach >= d)
            x.x = clscan_combine_values(from_earlier, x.x);
    }
#if CLSCAN_REDUCES_SEGMENTS
    x.flags = clscan_lanes_sum(x.flags / CLSCAN_HEAD, CLSCAN_PACKET) * CLSCAN_HEAD + CLSCAN_VALID;
#else
    x.flags = head < 0 ? CLSCAN_VALID : CLSCAN_VALID | CLSCAN_HEAD;
#endif
    return x;
}

#else

static void clscan_packet_scan(const clscan_view *v, clscan_packet *p, clscan_t before, bool whole) {
    (void)v, (void)whole;
    clscan_item_scan(p->x, CLSCAN_PACKET, before, CLSCAN_EXCLUSIVE);
}

static clscan_t clscan_lanes_scan(clscan_t x, bool whole) {
    (void)whole;
    return clscan_sub_scan(x);
}

#endif

/* Returns the prefix of this lane's packet of a row. `carry` is the carry-in of the row, and becomes the carry-in of
 * the next row. */
static clscan_t clscan_packet_row_before(const clscan_packet *row, clscan_t *carry, bool whole) {
    const clscan_t own = clscan_packet_reduce(row, whole);
    const clscan_t inclusive = clscan_lanes_scan(own, whole);
    const clscan_t before = clscan_combine(*carry, clscan_sub_shift(inclusive));
    *carry = clscan_packet_row_append(*carry, clscan_sub_last(inclusive), whole);
    return before;
}

static clscan_packet clscan_packet_row_scan(const clscan_view *v, clscan_packet row, clscan_t *carry, bool whole) {
    clscan_packet_scan(v, &row, clscan_packet_row_before(&row, carry, whole), whole);
    return row;
}

/* --------------------------------------------- Phase 1: reduce the packet rows before the carry-in is known */

/* Rows are reduced one after the other if the order of operands counts. Otherwise each lane reduces its own elements of
 * all rows, and the sub-group then reduces the sums of its lanes. */
#define CLSCAN_PACKET_ROWS_IN_ORDER (!CLSCAN_COMMUTATIVE || CLSCAN_PACKET == 1)

/* True if phase 1 already scans the rows, since their reduction in order costs as much. Flagged values are excluded,
 * because results have no flags for phase 2 to continue with. Transposed rows are excluded, because a store function of
 * the user gets the elements, too. */
#define CLSCAN_SCANS_FIRST (CLSCAN_PACKET_ROWS_IN_ORDER && !CLSCAN_FLAGGED && CLSCAN_CONTIGUOUS_VALUES)

typedef struct {
    clscan_t x; /* the sum of all rows, or of this lane's elements in the rows */
    /* Not 0 if a segment begins in one of the rows. In a reduction by segments, the heads in this lane's packets. */
    uint heads;
} clscan_packet_rows_sum;

static clscan_packet_rows_sum clscan_packet_rows_none(void) {
    clscan_packet_rows_sum none = { clscan_identity(), 0 };
    return none;
}

#if CLSCAN_FLAGGED

/* Adds `own`, the sum of this lane's packet. If a segment begins in the row, the last lane with a head discards the
 * sums of earlier rows, and the sums of earlier lanes in this row. */
static void clscan_lane_add(clscan_packet_rows_sum *sum, clscan_t own) {
    const int last = clscan_last_lane(CLSCAN_HAS_HEAD(own));
    sum->heads += CLSCAN_REDUCES_SEGMENTS ? own.flags / CLSCAN_HEAD : last >= 0;
    if (last < 0)
        own = clscan_combine(sum->x, own);
    else
        own.flags = (int)clscan_lane() < last ? 0 : own.flags & CLSCAN_VALID;
    sum->x = own;
}

/* Adds the heads in the rows to the reduction of the rows. */
static void clscan_lanes_add_heads(clscan_t *x, uint heads) {
#if CLSCAN_REDUCES_SEGMENTS
    const uint upto = clscan_lanes_sum(heads, CLSCAN_PACKET * (CLSCAN_PRIVATE_ROWS + CLSCAN_LOCAL_ROWS));
    x->flags += clscan_word_broadcast(upto, clscan_sub_size() - 1) * CLSCAN_HEAD;
#else
    x->flags |= heads ? CLSCAN_HEAD : 0;
#endif
}

#else

static void clscan_lane_add(clscan_packet_rows_sum *sum, clscan_t own) {
    sum->x = clscan_combine(sum->x, own);
}

#endif

/* Phase 1 of one row. Rows are passed in order. */
static clscan_packet clscan_packet_row_reduce(const clscan_view *v, clscan_packet row, clscan_packet_rows_sum *sum,
                                              bool whole) {
    if (CLSCAN_SCANS_FIRST)
        return clscan_packet_row_scan(v, row, &sum->x, whole);
    const clscan_t own = clscan_packet_reduce(&row, whole);
    if (CLSCAN_PACKET_ROWS_IN_ORDER)
        sum->x = clscan_combine(sum->x, clscan_sub_last(clscan_lanes_scan(own, whole)));
    else
        clscan_lane_add(sum, own);
    return row;
}

/* Returns the reduction of all rows. */
static clscan_t clscan_packet_rows_reduce(clscan_packet_rows_sum sum) {
    if (CLSCAN_PACKET_ROWS_IN_ORDER)
        return sum.x;
    clscan_t x = clscan_sub_reduce(sum.x);
#if CLSCAN_FLAGGED
    clscan_lanes_add_heads(&x, sum.heads);
#endif
    return x;
}

/* Phase 2 of one row: scans it from `carry`, which becomes the carry-in of the next row. */
static clscan_packet clscan_packet_row_scan_from(const clscan_view *v, clscan_packet row, clscan_t *carry, bool whole) {
    if (!CLSCAN_SCANS_FIRST)
        return clscan_packet_row_scan(v, row, carry, whole);
    CLSCAN_UNROLL
    for (uint e = 0; e < CLSCAN_PACKET; e++)
        row.x[e] = clscan_combine(*carry, row.x[e]);
    return row;
}

#endif
