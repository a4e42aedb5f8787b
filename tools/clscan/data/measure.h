/* Times a scan and a copy of the same bytes in turn. On a CPU all threads of the host copy, because the driver may use
 * one thread only. On other devices the driver copies. */
#ifndef CLSCAN_TOOL_MEASURE_H
#define CLSCAN_TOOL_MEASURE_H

#include "common/statistics.h"
#include "data/task.h"

typedef struct measurement {
    timing scan, copy;
    unsigned rounds;
    char copy_how[64]; /* for example "the driver", or "4 threads, non-temporal" */
} measurement;

/* Times scans and copies, each from the enqueue until it has finished. The last result must be `expected`. Complains on
 * failure. */
bool measure_scan(clscan_device *device, clscan_plan *plan, const task *t, const array *expected, measurement *m);

#endif
