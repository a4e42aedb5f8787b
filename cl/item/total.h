/* The total of a scan, and those of the rows of a selection by rows. */
#ifndef CLSCAN_ITEM_TOTAL_H
#define CLSCAN_ITEM_TOTAL_H

#include "item/cursor.h"
#include "item/initial.h"

#if CLSCAN_CONTINUES && CLSCAN_REDUCES

/* Stores the sum of a part with its flags. */
static void clscan_store_total(const clscan_view *v, clscan_t carry) {
    if (v->params.total)
        *v->total = carry;
}

/* Reductions and selections by segments have their own definitions, in segment_results.h and segment_starts.h. */
#elif !CLSCAN_REDUCES_SEGMENTS && !CLSCAN_SELECTS_SEGMENTS

/* Stores a total, of `count` elements. The total of a partition in three parts is the sizes of the parts. */
#ifdef CLSCAN_THREE_PARTS
#define CLSCAN_TOTAL_NUMBERS 3
static void clscan_write_total(global clscan_total *total, clscan_value x, ulong count) {
    total[0] = x.x;
    total[1] = x.y;
    total[2] = (clscan_total)count - x.x - x.y;
}
#else
#define CLSCAN_TOTAL_NUMBERS 1
static void clscan_write_total(global clscan_total *total, clscan_value x, ulong count) {
    (void)count;
    *total = x;
}
#endif

/* Stores the total, if it is wanted, from the carry after the last element. Called by one work-item. In a selection by
 * rows, each line has a total, which is stored with its last element (task/select.h). Only lines without elements get
 * their totals here. */
static void clscan_store_total(const clscan_view *v, clscan_t carry) {
    const ulong lines = !CLSCAN_SELECTS_ROWS ? 1 : v->count == 0 ? v->params.num_results : 0;
    for (ulong line = 0; v->params.total && line < lines; line++)
        clscan_write_total(v->total + line * CLSCAN_TOTAL_NUMBERS, clscan_result_of(v, carry), v->count);
}

#endif

#if CLSCAN_SELECTS_ROWS

/* Returns the total of the row of an element. */
static global clscan_total *clscan_row_total(const clscan_view *v, const clscan_cursor *c) {
    const clscan_params *n = &v->params;
    const ulong row = clscan_divide(c->i, v->length, n->length_reciprocal).quotient;
    const clscan_division matrix = clscan_divide(row, n->columns, n->columns_reciprocal);
    return v->total + (matrix.quotient * n->total_pitch + matrix.remainder * n->total_stride) * CLSCAN_TOTAL_NUMBERS;
}

#endif

#endif
