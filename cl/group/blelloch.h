/* Blelloch, "Prefix sums and their applications", CMU-CS-90-190, 1990: up-sweep, clear the root, down-sweep. The result
 * is exclusive by construction. n/2 work-items scan n values in 2 log2 n steps with 2n - 2 combines. */
#ifndef CLSCAN_GROUP_BLELLOCH_H
#define CLSCAN_GROUP_BLELLOCH_H

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
    clscan_t total = s->a[n - 1];
    clscan_barrier();
    if (get_local_id(0) == 0)
        s->a[n - 1] = clscan_identity();
    clscan_barrier();
    /* a[k] is the prefix of a node: its left child inherits it, its right child adds the left one's reduction */
    for (uint d = n / 2; d > 0; d /= 2) {
        uint k = (get_local_id(0) + 1) * 2 * d - 1;
        if (k < n) {
            clscan_t left = s->a[k - d];
            s->a[k - d] = s->a[k];
            s->a[k] = clscan_combine(s->a[k], left);
        }
        clscan_barrier();
    }
    clscan_group_get(x, s->a, CLSCAN_GROUP_WIDTH);
    return total;
}

#endif
