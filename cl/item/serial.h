/* Serial reduction and scan of consecutive items x[0 .. n) by one work-item. */
#ifndef CLSCAN_ITEM_SERIAL_H
#define CLSCAN_ITEM_SERIAL_H

#include "base.h"

static clscan_t clscan_item_reduce(const clscan_t *x, uint n) {
    clscan_t sum = x[0];
    CLSCAN_NO_VECTORIZE
    for (uint i = 1; i < n; i++)
        sum = clscan_combine(sum, x[i]);
    return sum;
}

/* Scans x in place from `carry`. */
static void clscan_item_scan(clscan_t *x, uint n, clscan_t carry, bool exclusive) {
    CLSCAN_NO_VECTORIZE
    for (uint i = 0; i < n; i++) {
        clscan_t next = clscan_combine(carry, x[i]);
        x[i] = exclusive ? carry : next;
        carry = next;
    }
}

#endif
