/* The reduction tree over n values in place, where n is a power of two: each level combines pairs of the results of the
 * level before. Level d leaves in a[k] the reduction of the 2d values that end there. The active work-items are
 * contiguous, so that whole sub-groups become idle. The tree takes n - 1 combines. Each level ends with a barrier. */
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
