/* A selection by a mask of bits: an element is kept if its bit is set. */
#ifndef CLSCAN_TASK_SELECT_BY_BITS_H
#define CLSCAN_TASK_SELECT_BY_BITS_H

#include "task/decision.h"

static clscan_decision clscan_select_count(const global uint *mask, ulong i, ulong index, ulong count, ulong stride,
                                           ulong edge_elements, ulong later_elements) {
    (void)index, (void)count, (void)stride, (void)edge_elements, (void)later_elements;
    return mask[i / 32] >> i % 32 & 1;
}

#endif
