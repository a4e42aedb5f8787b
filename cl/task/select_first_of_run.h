/* A selection that keeps the first element of each run of equal keys. Element 0 is compared with itself instead of with
 * no element: a load whose address is computed needs no branch. */
#ifndef CLSCAN_TASK_SELECT_FIRST_OF_RUN_H
#define CLSCAN_TASK_SELECT_FIRST_OF_RUN_H

#include "problem.h"

#ifndef CLSCAN_SAME_KEY
#define CLSCAN_SAME_KEY(a, b) ((a) == (b)) /* the page of a plan may compare by a function of the user */
#endif

static clscan_element clscan_select_count(const global clscan_key *keys, ulong i, ulong count) {
    const ulong before = i - (i > 0);
    (void)count;
    return (i == 0) | !CLSCAN_SAME_KEY(keys[before], keys[i]);
}

#endif
