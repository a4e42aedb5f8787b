/* One work-group reduces one value of each work-item, in their order. The same for every group algorithm. */
#ifndef CLSCAN_GROUP_REDUCE_H
#define CLSCAN_GROUP_REDUCE_H

#include "group/up_sweep.h"
#include "group/values.h"

/* `a` holds one element a work-item, and may be reused as soon as it returns. */
CLSCAN_COLLECTIVE clscan_t clscan_group_reduce(clscan_t x, local clscan_t *a) {
    clscan_group_put(a, &x, 1);
    clscan_group_up_sweep(a, CLSCAN_WG_SIZE);
    clscan_t total = a[CLSCAN_WG_SIZE - 1];
    clscan_barrier();
    return total;
}

#endif
