/* A selection that keeps the first element of each run of CLSCAN_MIN_RUN_LENGTH or more equal keys. The end of a kept
 * run is found at its last element. Both ends look for the length of the run within the run itself, and no further than
 * CLSCAN_MIN_RUN_LENGTH keys. So there are at most four comparisons for each element on average. In a part of an array,
 * the last run may have `later_elements` elements in later parts, which nobody compares. */
#ifndef CLSCAN_TASK_SELECT_LONG_RUNS_H
#define CLSCAN_TASK_SELECT_LONG_RUNS_H

#include "task/runs.h"

/* Returns true if `n` neighbouring elements belong to one run. The first pair that is compared begins at key `pair`,
 * and the next one `step` keys later. Neighbours are `stride` keys apart. */
static bool clscan_are_one_run(const global clscan_key *keys, const global clscan_run_head *heads, ulong pair,
                               ulong stride, ulong step, ulong n) {
    bool same = true;
    for (ulong k = 1; same && k < n; k++, pair += step)
        same = !clscan_begins_run(keys, heads, pair, pair + stride);
    return same;
}

/* Returns 1 if a long run begins with element i, else 0. Only a run that reaches the last element has `later_elements`
 * elements in later parts. */
static clscan_element clscan_select_count(const global clscan_key *keys, const global clscan_run_head *heads, ulong i,
                                          ulong index, ulong count, ulong stride, ulong edge_elements,
                                          ulong later_elements) {
    const ulong before = i - (index > 0 ? stride : 0), left = count - index;
    const bool begins = clscan_begins_run(keys, heads, before, i);
    return (index == 0 ? edge_elements == 0 : begins) && left + later_elements >= CLSCAN_MIN_RUN_LENGTH &&
           clscan_are_one_run(keys, heads, i, stride, stride, min(left, (ulong)CLSCAN_MIN_RUN_LENGTH));
}

/* Returns true if a long run, whose result is in this part, ends with element i, or goes on in a later part. */
static bool clscan_ends_long_run(const global clscan_key *keys, const global clscan_run_head *heads, ulong i,
                                 ulong index, ulong count, ulong stride, ulong edge_elements, ulong later_elements) {
    const bool last = index + 1 == count;
    const bool ends = last | clscan_begins_run(keys, heads, i, i + (last ? 0 : stride));
    const ulong here = CLSCAN_MIN_RUN_LENGTH - (last ? min(later_elements, CLSCAN_MIN_RUN_LENGTH - 1ul) : 0);
    return ends && index >= edge_elements && index + 1 >= here &&
           clscan_are_one_run(keys, heads, i - stride, stride, 0 - stride, here);
}

#endif
