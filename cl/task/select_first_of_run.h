/* A selection that keeps the first element of each run of equal keys. The first element of all, or of its row, is
 * compared with itself instead of with no element: a load whose address is computed needs no branch. */
#ifndef CLSCAN_TASK_SELECT_FIRST_OF_RUN_H
#define CLSCAN_TASK_SELECT_FIRST_OF_RUN_H

#include "problem.h"

#ifndef CLSCAN_SAME_KEY
#define CLSCAN_SAME_KEY(a, b) ((a) == (b)) /* the page of a plan may compare by a function of the user */
#endif

static clscan_element clscan_select_count(const global clscan_key *keys, ulong i, ulong index, ulong count,
                                          ulong stride) {
    const ulong before = i - (index > 0 ? stride : 0);
    (void)count;
    return (index == 0) | !CLSCAN_SAME_KEY(keys[before], keys[i]);
}

#endif
