/* What differs between devices, under one name each, and the two words every level above uses. */
#ifndef CLSCAN_BASE_H
#define CLSCAN_BASE_H

#include "problem.h"

#define CLSCAN_KERNEL kernel __attribute__((reqd_work_group_size(CLSCAN_WG_SIZE, 1, 1)))

/* A work-item alone has nobody to wait for, and a CPU compiler then sees one straight loop. */
#if CLSCAN_WG_SIZE == 1
#define clscan_barrier()
#else
#define clscan_barrier() barrier(CLK_LOCAL_MEM_FENCE)
#endif

static clscan_t clscan_identity(void) {
    clscan_t identity = CLSCAN_IDENTITY;
    return identity;
}

#endif
