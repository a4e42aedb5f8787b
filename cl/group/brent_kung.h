/* Brent and Kung, "A regular layout for parallel adders", IEEE Trans. Comput. C-31(3), 1982: a reduction tree and its
 * reverse over n values by n/2 work-items, 2 log2 n - 1 steps, 2n - 2 - log2 n combines. In place: no step reads what
 * it writes. */
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
    /* a[k] is final where k + 1 is a multiple of 2d; complete the ones halfway between */
    for (uint d = n / 4; d > 0; d /= 2) {
        uint k = (get_local_id(0) + 1) * 2 * d + d - 1;
        if (k < n)
            s->a[k] = clscan_combine(s->a[k - d], s->a[k]);
        clscan_barrier();
    }
    return clscan_group_get_shifted(x, s->a, CLSCAN_GROUP_WIDTH);
}

#endif
