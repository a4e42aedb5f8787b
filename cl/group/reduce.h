/* A work-group reduces one value of each work-item, in the order of the work-items. The reduction does not depend on
 * CLSCAN_GROUP. */
#ifndef CLSCAN_GROUP_REDUCE_H
#define CLSCAN_GROUP_REDUCE_H

#include "group/up_sweep.h"
#include "group/values.h"

/* Returns the reduction to every work-item. `a` has room for one value of each work-item, and may be reused after the
 * call. `own` is an array of one value: Mesa 22.3.6 crashes if a function copies structs from x[i] while x points to a
 * variable that is not an array. */
CLSCAN_COLLECTIVE clscan_t clscan_group_reduce(clscan_t x, local clscan_t *a) {
    const clscan_t own[1] = { x };
    clscan_group_put(a, own, 1);
    clscan_group_up_sweep(a, CLSCAN_WG_SIZE);
    clscan_t total = a[CLSCAN_WG_SIZE - 1];
    clscan_barrier();
    return total;
}

#endif
