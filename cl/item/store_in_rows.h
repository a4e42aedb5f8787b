/* Stores through the store function of a selection by rows, which gets a struct in place of the element's index: see
 * task/select.h. The last element of a row also stores the total of the row, if totals are wanted. */
#ifndef CLSCAN_ITEM_STORE_IN_ROWS_H
#define CLSCAN_ITEM_STORE_IN_ROWS_H

#include "item/load.h"
#include "item/total.h"

/* The number of elements that are kept in a row, as far as its last element knows it. */
#ifdef CLSCAN_PART_SIZES
#define CLSCAN_KEPT_IN_ROW(v, inclusive) ((v)->CLSCAN_PART_SIZES)
#else
#define CLSCAN_KEPT_IN_ROW(v, inclusive) (inclusive)
#endif

static clscan_selected_location clscan_selected_location_of(const clscan_view *v, const clscan_cursor *c) {
    const ulong index = CLSCAN_INDEX(v, c->in_at, c), stride = v->params.out_stride;
    const clscan_selected_location at = { c->in_at, index, CLSCAN_IN_STRIDE(v), c->out_at - index * stride, stride };
    return at;
}

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
    CLSCAN_STORE(v, clscan_selected_location_of(v, c), x, inclusive, exclusive);
    if (v->params.total && c->k + 1 == v->length)
        clscan_write_total(clscan_row_total(v, c), CLSCAN_KEPT_IN_ROW(v, inclusive), v->length);
}

#endif
