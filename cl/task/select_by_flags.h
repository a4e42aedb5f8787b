/* A selection by a mask of flags: an element is kept if its byte is not zero. */
#ifndef CLSCAN_TASK_SELECT_BY_FLAGS_H
#define CLSCAN_TASK_SELECT_BY_FLAGS_H

#include "problem.h"

static clscan_element clscan_select_count(const global uchar *mask, ulong i, ulong count) {
    (void)count;
    return mask[i] != 0;
}

#endif
