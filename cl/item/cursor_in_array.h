/* Cursors without matrix rows. The positions in the arrays follow from the position in the scan. */
#ifndef CLSCAN_ITEM_CURSOR_IN_ARRAY_H
#define CLSCAN_ITEM_CURSOR_IN_ARRAY_H

#include "item/arrays.h"

typedef struct {
    ulong i;
} clscan_cursor;

#define CLSCAN_POSITION(c)     ((c)->i)
#define CLSCAN_INDEX(v, at, c) (at)
#define CLSCAN_IN_STRIDE(v)    1ul

static clscan_cursor clscan_cursor_at(const clscan_view *v, ulong i) {
    (void)v;
    clscan_cursor c = { i };
    return c;
}

static void clscan_cursor_advance(const clscan_view *v, clscan_cursor *c, ulong distance) {
    (void)v;
    c->i += distance;
}

static void clscan_cursor_skip(const clscan_view *v, clscan_cursor *c, uint distance) {
    clscan_cursor_advance(v, c, distance);
}

/* Assigns i instead of adding 1, so that a compiler sees the constant distances between the cursors of interleaved
 * runs. */
static void clscan_cursor_to(const clscan_view *v, clscan_cursor *c, ulong i) {
    (void)v;
    c->i = i;
}

static bool clscan_is_first(const clscan_cursor *c) {
    return c->i == 0;
}

static ulong clscan_in_at(const clscan_view *v, const clscan_cursor *c) {
    return CLSCAN_REVERSE ? v->count - 1 - c->i : c->i;
}
static ulong clscan_out_at(const clscan_view *v, const clscan_cursor *c) {
    return clscan_in_at(v, c);
}

#endif
