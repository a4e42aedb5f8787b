/* Runs that cross the parts of a split. */
#ifndef CS_SPLIT_RUNS_H
#define CS_SPLIT_RUNS_H

#include "split/launch.h"

/* Enqueues the computation of a part of a selection of runs, after the events in `waits`. The caller holds the lock of
 * the split. */
clscan_status cs_split_enqueue_runs(clscan_split *split, cl_command_queue queue, const cs_call *call,
                                    const cs_part *part, const cs_waits *waits, cl_event *event);

#endif
