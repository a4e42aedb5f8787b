/* The total of a row of a selection by rows. */
#ifndef CLSCAN_ITEM_ROW_TOTAL_H
#define CLSCAN_ITEM_ROW_TOTAL_H

#include "item/cursor.h"

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
