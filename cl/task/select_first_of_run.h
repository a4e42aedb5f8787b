/* A selection that keeps the first element of each run of equal keys. The first element of all, or of its row, is kept
 * unless it is shared with another part. It is compared with itself instead of with no element: a load whose address is
 * computed needs no branch. */
#ifndef CLSCAN_TASK_SELECT_FIRST_OF_RUN_H
#define CLSCAN_TASK_SELECT_FIRST_OF_RUN_H

#include "task/runs.h"

static clscan_element clscan_select_count(const global clscan_key *keys, const global clscan_run_head *heads, ulong i,
                                          ulong index, ulong count, ulong stride, ulong edge_elements,
                                          ulong later_elements) {
    const ulong before = i - (index > 0 ? stride : 0);
    const bool begins = clscan_begins_run(keys, heads, before, i);
    (void)count, (void)later_elements;
    return index == 0 ? edge_elements == 0 : begins;
}

#endif
