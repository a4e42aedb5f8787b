/* Kogge and Stone, "A parallel algorithm for the efficient solution of a general class of recurrence equations", IEEE
 * Trans. Comput. C-22(8), 1973: the network of Hillis and Steele in place. The algorithm needs half the local memory,
 * but two barriers per step: all work-items must have read before any of them writes. */
#ifndef CLSCAN_GROUP_KOGGE_STONE_H
#define CLSCAN_GROUP_KOGGE_STONE_H

#include "group/values.h"

#define CLSCAN_GROUP_WIDTH 1
typedef struct {
    clscan_t a[CLSCAN_WG_SIZE];
} clscan_group_storage;

CLSCAN_COLLECTIVE clscan_t clscan_group_scan(clscan_t *x, local clscan_group_storage *s) {
    uint k = get_local_id(0);
    clscan_group_put(s->a, x, CLSCAN_GROUP_WIDTH);
    for (uint d = 1; d < CLSCAN_WG_SIZE; d *= 2) {
        clscan_t sum = s->a[k];
        if (k >= d)
            sum = clscan_combine(s->a[k - d], sum);
        clscan_barrier();
        s->a[k] = sum;
        clscan_barrier();
    }
    return clscan_group_get_shifted(x, s->a, CLSCAN_GROUP_WIDTH);
}

#endif
