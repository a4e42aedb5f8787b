/* Stores results as they are. The page may say how: CLSCAN_STORE_RESULT. */
#ifndef CLSCAN_ITEM_STORE_RESULTS_H
#define CLSCAN_ITEM_STORE_RESULTS_H

#include "item/load.h"

static void clscan_store_result(const clscan_view *v, const clscan_cursor *c, clscan_value result) {
    CLSCAN_STORE_RESULT(v, clscan_out_at(v, c), result);
}

static void clscan_store_values(const clscan_view *v, const clscan_cursor *c, clscan_loaded x, clscan_value inclusive,
                                clscan_value exclusive) {
    (void)x;
    clscan_store_result(v, c, CLSCAN_EXCLUSIVE ? exclusive : inclusive);
}

#endif
