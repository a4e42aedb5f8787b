/* Where runs of equal keys begin. A run ends where the next one begins. */
#ifndef CLSCAN_TASK_RUNS_H
#define CLSCAN_TASK_RUNS_H

#include "problem.h"

#ifndef CLSCAN_SAME_KEY
#define CLSCAN_SAME_KEY(a, b) ((a) == (b)) /* the page of a plan may compare by a function of the user */
#endif

/* Returns true if a run begins with element i. Element `before` is the one before it, or i itself if there is none. */
static bool clscan_begins_run(const global clscan_key *keys, ulong before, ulong i) {
    return !CLSCAN_SAME_KEY(keys[before], keys[i]);
}

#endif
