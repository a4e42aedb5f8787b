/* A line is scanned by itself: a row, a column, or the whole range. */
#ifndef CLSCAN_ITEM_LINE_H
#define CLSCAN_ITEM_LINE_H

#include "item/view.h"

/* Returns the number of elements in a line. In a call without elements it is 0, but v->length is 1 for divisions. */
static ulong clscan_line_length(const clscan_view *v) {
    return min(v->length, v->count);
}

/* Returns the place of a line in an array whose matrices lie `pitch` apart, and the lines of a matrix `across`. */
static ulong clscan_line_place(const clscan_view *v, ulong line, ulong pitch, ulong across) {
    const clscan_division matrix = clscan_divide(line, v->params.columns, v->params.columns_reciprocal);
    return matrix.quotient * pitch + matrix.remainder * across;
}

/* Returns the number of a line in the order in which the results of lines follow each other in the outputs. */
static ulong clscan_line_result_at(const clscan_view *v, ulong line) {
    return clscan_line_place(v, line, v->params.out_pitch, v->params.out_stride);
}

/* Returns where the first element in memory of a line is in the inputs. */
static ulong clscan_line_in_memory(const clscan_view *v, ulong line) {
    return clscan_line_place(v, line, v->params.in_pitch, 1);
}

/* Returns the number of the line that has element i. */
static ulong clscan_line_of(const clscan_view *v, ulong i) {
    return CLSCAN_HAS_ROWS ? clscan_divide(i, v->length, v->params.length_reciprocal).quotient : 0;
}

/* Returns the first element of a line. */
static clscan_cursor clscan_line_at(const clscan_view *v, ulong line) {
    return clscan_cursor_at(v, CLSCAN_HAS_ROWS ? line * v->length : 0);
}

/* Returns element k of the line whose first element is `top`. */
static clscan_cursor clscan_line_down(const clscan_view *v, clscan_cursor top, ulong k) {
    clscan_cursor_advance(v, &top, k);
    return top;
}

#if CLSCAN_HAS_ROWS

/* Returns the element at the same place in the line that is w columns further in the matrix. */
static clscan_cursor clscan_line_across(const clscan_view *v, clscan_cursor c, uint w) {
    clscan_cursor other = { c.i + w * v->length, c.k, c.in_at + w, c.out_at + w };
    return other;
}

/* Returns the number of lines, starting with `line`, that are adjacent in memory; at most `most`. */
static uint clscan_adjacent_lines(const clscan_view *v, ulong line, uint most) {
    const ulong columns = v->params.columns;
    return min(columns - line % columns, (ulong)most);
}

#else

static clscan_cursor clscan_line_across(const clscan_view *v, clscan_cursor c, uint w) {
    (void)v, (void)w;
    return c;
}

static uint clscan_adjacent_lines(const clscan_view *v, ulong line, uint most) {
    (void)v, (void)line;
    return min(most, 1u);
}

#endif

#endif
