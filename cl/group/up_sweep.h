/* The reduction tree over n values in place, n a power of two: combines neighbours, then neighbours of those. Level d
 * leaves in a[k] the reduction of the 2d values that end there. Active work-items are contiguous; n - 1 combines.
 * Each level ends with a barrier. */
#ifndef CLSCAN_GROUP_UP_SWEEP_H
#define CLSCAN_GROUP_UP_SWEEP_H

#include "base.h"

CLSCAN_COLLECTIVE void clscan_group_up_sweep(local clscan_t *a, uint n) {
    for (uint d = 1; d < n; d *= 2) {
        uint k = (get_local_id(0) + 1) * 2 * d - 1;
        if (k < n)
            a[k] = clscan_combine(a[k - d], a[k]);
        clscan_barrier();
    }
}

#endif
