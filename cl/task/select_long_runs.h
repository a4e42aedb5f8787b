/* A selection that keeps the first element of each run of CLSCAN_MIN_RUN_LENGTH or more equal keys. The end of a kept
 * run is found at its last element. Both ends look for the length of the run within the run itself, and no further than
 * CLSCAN_MIN_RUN_LENGTH keys. So there are at most four comparisons for each element on average. */
#ifndef CLSCAN_TASK_SELECT_LONG_RUNS_H
#define CLSCAN_TASK_SELECT_LONG_RUNS_H

#include "task/runs.h"

#ifndef CLSCAN_MIN_RUN_LENGTH
#define CLSCAN_MIN_RUN_LENGTH 2
#endif

/* Returns true if CLSCAN_MIN_RUN_LENGTH neighbouring elements are of one run. The first pair that is compared begins at
 * key `pair`, and the next one `step` keys later. Neighbours are `stride` keys apart. */
static bool clscan_is_long_run(const global clscan_key *keys, const global clscan_run_head *heads, ulong pair,
                               ulong stride, ulong step) {
    bool same = true;
    for (uint k = 1; same && k < CLSCAN_MIN_RUN_LENGTH; k++, pair += step)
        same = !clscan_begins_run(keys, heads, pair, pair + stride);
    return same;
}

/* Returns 1 if a long run begins with element i, else 0. */
static clscan_element clscan_select_count(const global clscan_key *keys, const global clscan_run_head *heads, ulong i,
                                          ulong index, ulong count, ulong stride, bool keeps_edge) {
    const ulong before = i - (index > 0 ? stride : 0);
    const bool begins = (index == 0) | clscan_begins_run(keys, heads, before, i);
    (void)keeps_edge;
    return begins && count - index >= CLSCAN_MIN_RUN_LENGTH && clscan_is_long_run(keys, heads, i, stride, stride);
}

/* Returns true if a long run ends with element i. This element is not the first one of the run. */
static bool clscan_ends_long_run(const global clscan_key *keys, const global clscan_run_head *heads, ulong i,
                                 ulong index, ulong count, ulong stride) {
    const ulong next = i + (index + 1 < count ? stride : 0);
    const bool ends = (index + 1 == count) | clscan_begins_run(keys, heads, i, next);
    return ends && index + 1 >= CLSCAN_MIN_RUN_LENGTH &&
           clscan_is_long_run(keys, heads, i - stride, stride, 0 - stride);
}

#endif
