/* The values of a work-group in local memory: n of them, WIDTH from each work-item in turn. */
#ifndef CLSCAN_GROUP_VALUES_H
#define CLSCAN_GROUP_VALUES_H

#include "base.h"

/* Ends with a barrier: all n values are there. */
CLSCAN_COLLECTIVE void clscan_group_put(local clscan_t *a, const clscan_t *x, uint width) {
    for (uint i = 0; i < width; i++)
        a[get_local_id(0) * width + i] = x[i];
    clscan_barrier();
}

/* Takes the exclusive prefixes out of exclusive ones. Ends with a barrier: `a` may be reused. */
CLSCAN_COLLECTIVE void clscan_group_get(clscan_t *x, const local CLSCAN_READ_ONCE clscan_t *a, uint width) {
    for (uint i = 0; i < width; i++)
        x[i] = a[get_local_id(0) * width + i];
    clscan_barrier();
}

/* Takes the exclusive prefixes out of inclusive ones, and returns the last of those, the total. */
CLSCAN_COLLECTIVE clscan_t clscan_group_get_shifted(clscan_t *x, const local CLSCAN_READ_ONCE clscan_t *a, uint width) {
    for (uint i = 0; i < width; i++) {
        uint k = get_local_id(0) * width + i;
        x[i] = clscan_identity();
        if (k > 0)
            x[i] = a[k - 1];
    }
    clscan_t total = a[CLSCAN_WG_SIZE * width - 1];
    clscan_barrier();
    return total;
}

#endif
