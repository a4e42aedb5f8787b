/* One work-item scans the values of all work-items in n - 1 steps with n - 1 combines. */
#ifndef CLSCAN_GROUP_SEQUENTIAL_H
#define CLSCAN_GROUP_SEQUENTIAL_H

#include "group/values.h"

#define CLSCAN_GROUP_WIDTH 1
typedef struct {
    clscan_t a[CLSCAN_WG_SIZE];
} clscan_group_storage;

CLSCAN_COLLECTIVE clscan_t clscan_group_scan(clscan_t *x, local clscan_group_storage *s) {
    clscan_group_put(s->a, x, CLSCAN_GROUP_WIDTH);
    if (get_local_id(0) == 0) {
        CLSCAN_NO_VECTORIZE
        for (uint i = 1; i < CLSCAN_WG_SIZE; i++)
            s->a[i] = clscan_combine(s->a[i - 1], s->a[i]);
    }
    clscan_barrier();
    return clscan_group_get_shifted(x, s->a, CLSCAN_GROUP_WIDTH);
}

#endif
