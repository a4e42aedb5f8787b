/* Cursors in the rows of matrices, whose positions in the arrays are computed from the strides and pitches of the call.
 */
#ifndef CLSCAN_ITEM_CURSOR_IN_ROWS_H
#define CLSCAN_ITEM_CURSOR_IN_ROWS_H

#include "item/arrays.h"

typedef struct {
    ulong i, k;          /* the position in the scan, and the position in the line */
    ulong in_at, out_at; /* the positions in the input and output arrays */
} clscan_cursor;

#define CLSCAN_POSITION(c)     ((c)->k) /* the position in the row, for functions of the user */
#define CLSCAN_INDEX(v, at, c) (CLSCAN_REVERSE ? (v)->length - 1 - (c)->k : (c)->k)
#define CLSCAN_IN_STRIDE(v)    ((v)->params.in_stride)

static bool clscan_matrix_rows_contiguous(const clscan_view *v) {
    const clscan_params *n = &v->params;
    return n->columns == 1 && n->in_stride == 1 && n->out_stride == 1 && n->in_pitch == n->length &&
           n->out_pitch == n->length;
}

/* True if a reverse scan of contiguous matrix rows begins with the last row. A single work-item then walks backwards
 * through all rows as through one array. That is impossible if a total is wanted, because the last row has the
 * total. */
static bool clscan_scans_rows_backwards(const clscan_view *v) {
    const bool alone = CLSCAN_WG_SIZE == 1;
    return CLSCAN_REVERSE && alone && !v->params.total && clscan_matrix_rows_contiguous(v);
}

static clscan_cursor clscan_cursor_at(const clscan_view *v, ulong i) {
    const clscan_params *n = &v->params;
    const clscan_division row = clscan_divide(i, v->length, n->length_reciprocal);
    if (clscan_scans_rows_backwards(v)) {
        const ulong at = v->count - 1 - i;
        clscan_cursor turned = { i, row.remainder, at, at };
        return turned;
    }
    const clscan_division matrix = clscan_divide(row.quotient, n->columns, n->columns_reciprocal);
    const ulong in_row = CLSCAN_REVERSE ? v->length - 1 - row.remainder : row.remainder;
    clscan_cursor c = { i, row.remainder, matrix.quotient * n->in_pitch + matrix.remainder + in_row * n->in_stride,
                        matrix.quotient * n->out_pitch + matrix.remainder + in_row * n->out_stride };
    return c;
}

/* Advances within a line. The cursor may pass the end of the line, but does not move to the next line. */
static void clscan_cursor_advance(const clscan_view *v, clscan_cursor *c, ulong distance) {
    const ulong in = distance * v->params.in_stride, out = distance * v->params.out_stride;
    c->i += distance;
    c->k += distance;
    c->in_at += CLSCAN_REVERSE ? -in : in;
    c->out_at += CLSCAN_REVERSE ? -out : out;
}

static void clscan_cursor_skip(const clscan_view *v, clscan_cursor *c, uint distance) {
    clscan_cursor_advance(v, c, distance);
    if (c->k >= v->length)
        *c = clscan_cursor_at(v, c->i);
}

/* Moves from element i - 1 to element i. */
static void clscan_cursor_to(const clscan_view *v, clscan_cursor *c, ulong i) {
    (void)i;
    clscan_cursor_skip(v, c, 1);
}

/* True if the array may have no key to compare with, because no element comes before this one in the order of the scan:
 * at the first element of the scan, and in reverse also at the first scanned element of each line. */
static bool clscan_is_first(const clscan_cursor *c) {
    return CLSCAN_REVERSE ? c->k == 0 : c->i == 0;
}

static ulong clscan_in_at(const clscan_view *v, const clscan_cursor *c) {
    (void)v;
    return c->in_at;
}
static ulong clscan_out_at(const clscan_view *v, const clscan_cursor *c) {
    (void)v;
    return c->out_at;
}

#endif
