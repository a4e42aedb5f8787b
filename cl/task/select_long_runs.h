/* A selection that keeps the first element of each run of CLSCAN_MIN_RUN_LENGTH or more equal keys. The end of a kept
 * run is found at its last element. Both ends look for the length of the run within the run itself, and no further than
 * CLSCAN_MIN_RUN_LENGTH keys. So there are at most four comparisons for each element on average. */
#ifndef CLSCAN_TASK_SELECT_LONG_RUNS_H
#define CLSCAN_TASK_SELECT_LONG_RUNS_H

#include "problem.h"

#ifndef CLSCAN_MIN_RUN_LENGTH
#define CLSCAN_MIN_RUN_LENGTH 2
#endif
#ifndef CLSCAN_SAME_KEY
#define CLSCAN_SAME_KEY(a, b) ((a) == (b)) /* the page of a plan may compare by a function of the user */
#endif

/* Returns true if CLSCAN_MIN_RUN_LENGTH neighbouring keys are equal. The first pair that is compared begins at key
 * `pair`, and the next one `step` keys later. */
static bool clscan_is_long_run(const global clscan_key *keys, ulong pair, long step) {
    bool same = true;
    for (uint k = 1; same && k < CLSCAN_MIN_RUN_LENGTH; k++, pair += step)
        same = CLSCAN_SAME_KEY(keys[pair], keys[pair + 1]);
    return same;
}

/* Returns 1 if a long run begins with element i, else 0. Rows keep runs of any length, so that i is the index. */
static clscan_element clscan_select_count(const global clscan_key *keys, ulong i, ulong index, ulong count,
                                          ulong stride) {
    const ulong before = i - (i > 0);
    const bool begins = (i == 0) | !CLSCAN_SAME_KEY(keys[before], keys[i]);
    (void)index, (void)stride;
    return begins && count - i >= CLSCAN_MIN_RUN_LENGTH && clscan_is_long_run(keys, i, 1);
}

/* Returns true if a long run ends with element i. This element is not the first one of the run. */
static bool clscan_ends_long_run(const global clscan_key *keys, ulong i, ulong count) {
    const ulong next = i + (i + 1 < count);
    const bool ends = (i + 1 == count) | !CLSCAN_SAME_KEY(keys[i], keys[next]);
    return ends && i + 1 >= CLSCAN_MIN_RUN_LENGTH && clscan_is_long_run(keys, i - 1, -1);
}

#endif
