/* The beginning of the workspace of a sort, of a top-k, of a merge sort or of a histogram by segments. */
#ifndef CLSCAN_WORKSPACE_ALIGNMENT_H
#define CLSCAN_WORKSPACE_ALIGNMENT_H

#include "base.h"

/* Returns the first address from `work` on that is a multiple of CLSCAN_WORKSPACE_ALIGNMENT. */
static global uchar *clscan_aligned(global uchar *work) {
    const uint misplaced = (uint)((size_t)work % CLSCAN_WORKSPACE_ALIGNMENT);
    return work + (misplaced > 0 ? CLSCAN_WORKSPACE_ALIGNMENT - misplaced : 0);
}

#endif
