/* Where runs of equal keys begin, in the order of memory. A run ends where the next one begins. The page of a plan
 * defines:
 *   CLSCAN_RUN_SEGMENTS  How the heads of segments are given, with each of which a run begins: CLSCAN_SEGMENTS_FLAGS,
 *                        CLSCAN_SEGMENTS_BITS, or 0 if there are no segments.
 *   CLSCAN_RUN_KEYS, CLSCAN_RUN_HEADS
 *                        The parameters, and the members of a view, with the keys of runs and the heads of segments.
 *                        Without segments, the heads are never read.
 *   CLSCAN_MIN_RUN_LENGTH
 *                        The least length of a run that has a result. */
#ifndef CLSCAN_TASK_RUNS_H
#define CLSCAN_TASK_RUNS_H

#include "problem.h"

#ifndef CLSCAN_SAME_KEY
#define CLSCAN_SAME_KEY(a, b) ((a) == (b)) /* the page of a plan may compare by a function of the user */
#endif
#ifndef CLSCAN_MIN_RUN_LENGTH
#define CLSCAN_MIN_RUN_LENGTH 1
#endif
#ifndef CLSCAN_RUN_SEGMENTS
#define CLSCAN_RUN_SEGMENTS 0
#endif

#if CLSCAN_RUN_SEGMENTS == CLSCAN_SEGMENTS_FLAGS
typedef uchar clscan_run_head;
#define CLSCAN_RUN_HEAD_AT(heads, i) ((heads)[i] != 0)
#elif CLSCAN_RUN_SEGMENTS == CLSCAN_SEGMENTS_BITS
typedef uint clscan_run_head;
#define CLSCAN_RUN_HEAD_AT(heads, i) ((heads)[(i) / 32] >> (i) % 32 & 1)
#else
typedef uint clscan_run_head;
#define CLSCAN_RUN_HEAD_AT(heads, i) false
#endif

/* Returns true if a run begins with element i. Element `before` is the one before it, or i itself if there is none. */
static bool clscan_begins_run(const global clscan_key *keys, const global clscan_run_head *heads, ulong before,
                              ulong i) {
    (void)heads;
    return CLSCAN_RUN_HEAD_AT(heads, i) | !CLSCAN_SAME_KEY(keys[before], keys[i]);
}

#endif
