/* A selection by a mask of flags: an element is kept if its byte is not zero. In a partition in three parts, the byte
 * is the number of the part. */
#ifndef CLSCAN_TASK_SELECT_BY_FLAGS_H
#define CLSCAN_TASK_SELECT_BY_FLAGS_H

#include "task/decision.h"

static clscan_decision clscan_select_count(const global uchar *mask, ulong i, ulong index, ulong count, ulong stride,
                                           ulong edge_elements, ulong later_elements) {
    (void)index, (void)count, (void)stride, (void)edge_elements, (void)later_elements;
#ifdef CLSCAN_THREE_PARTS
    return CLSCAN_COUNT_OF_PART(mask[i]);
#else
    return mask[i] != 0;
#endif
}

#endif
