/* Brent and Kung, "A regular layout for parallel adders", IEEE Trans. Comput. C-31(3), 1982: a reduction tree and its
 * reverse. n/2 work-items scan n values in 2 log2 n - 1 steps with 2n - 2 - log2 n combines. The scan is in place,
 * because in each step the values that are read and the values that are written by other work-items are disjoint. */
#ifndef CLSCAN_GROUP_BRENT_KUNG_H
#define CLSCAN_GROUP_BRENT_KUNG_H

#include "group/up_sweep.h"
#include "group/values.h"

#define CLSCAN_GROUP_WIDTH 2
typedef struct {
    clscan_t a[CLSCAN_WG_SIZE * CLSCAN_GROUP_WIDTH];
} clscan_group_storage;

CLSCAN_COLLECTIVE clscan_t clscan_group_scan(clscan_t *x, local clscan_group_storage *s) {
    const uint n = CLSCAN_WG_SIZE * CLSCAN_GROUP_WIDTH;
    clscan_group_put(s->a, x, CLSCAN_GROUP_WIDTH);
    clscan_group_up_sweep(s->a, n);
    /* a[k] is final if k + 1 is a multiple of 2d; this step completes the values halfway between */
    for (uint d = n / 4; d > 0; d /= 2) {
        uint k = (get_local_id(0) + 1) * 2 * d + d - 1;
        if (k < n)
            s->a[k] = clscan_combine(s->a[k - d], s->a[k]);
        clscan_barrier();
    }
    return clscan_group_get_shifted(x, s->a, CLSCAN_GROUP_WIDTH);
}

#endif
