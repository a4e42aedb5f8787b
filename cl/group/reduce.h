/* One work-group reduces one value of each work-item, in their order. The same for every group algorithm. */
#ifndef CLSCAN_GROUP_REDUCE_H
#define CLSCAN_GROUP_REDUCE_H

#include "group/up_sweep.h"
#include "group/values.h"

/* `a` holds one element a work-item, and may be reused as soon as it returns. The value is an array of one: where a
 * function copies structs from place i of what is no array, Mesa 22.3.6 crashes. */
CLSCAN_COLLECTIVE clscan_t clscan_group_reduce(clscan_t x, local clscan_t *a) {
    const clscan_t own[1] = { x };
    clscan_group_put(a, own, 1);
    clscan_group_up_sweep(a, CLSCAN_WG_SIZE);
    clscan_t total = a[CLSCAN_WG_SIZE - 1];
    clscan_barrier();
    return total;
}

#endif
