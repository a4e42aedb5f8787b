/* The elements of a histogram and their weights, through the view. */
#ifndef CLSCAN_ITEM_BINNED_H
#define CLSCAN_ITEM_BINNED_H

#include "item/line.h"
#include "task/bins.h"

/* The address space of the tables in which elements are counted. */
#if CLSCAN_BINS_IN_WORKSPACE
#define CLSCAN_BIN_ADDRESS_SPACE global
#else
#define CLSCAN_BIN_ADDRESS_SPACE local
#endif

static clscan_in clscan_load_binned(const clscan_view *v, const clscan_cursor *c) {
    return CLSCAN_LOAD_BINNED(v, clscan_in_at(v, c), c);
}

static clscan_weight clscan_weight_of(const clscan_view *v, const clscan_cursor *c, clscan_in x) {
    (void)v, (void)c, (void)x;
    return CLSCAN_WEIGHTS ? CLSCAN_WEIGHT(v, c, x) : 1;
}

#endif
