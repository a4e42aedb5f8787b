/* The values of a work-group in local memory: `width` consecutive values of each work-item, in the order of the
 * work-items. */
#ifndef CLSCAN_GROUP_VALUES_H
#define CLSCAN_GROUP_VALUES_H

#include "base.h"

/* Stores this work-item's values x. Ends with a barrier, after which every work-item can read all values. */
CLSCAN_COLLECTIVE void clscan_group_put(local clscan_t *a, const clscan_t *x, uint width) {
    for (uint i = 0; i < width; i++)
        a[get_local_id(0) * width + i] = x[i];
    clscan_barrier();
}

/* Loads this work-item's exclusive prefixes from an exclusive scan in `a`. Ends with a barrier, after which `a` may be
 * reused. */
CLSCAN_COLLECTIVE void clscan_group_get(clscan_t *x, const local CLSCAN_READ_ONCE clscan_t *a, uint width) {
    for (uint i = 0; i < width; i++)
        x[i] = a[get_local_id(0) * width + i];
    clscan_barrier();
}

/* Loads this work-item's exclusive prefixes from an inclusive scan in `a`, and returns the last inclusive prefix, which
 * is the total. Ends with a barrier, after which `a` may be reused. */
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
