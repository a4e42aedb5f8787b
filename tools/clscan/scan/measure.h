/* The scan's time beside that of a copy of the same bytes, taken in turns. On a CPU that is the copy by all threads of
 * the host: a driver's own may use one thread. Elsewhere it is the driver's. */
#ifndef CLSCAN_TOOL_MEASURE_H
#define CLSCAN_TOOL_MEASURE_H

#include "common/statistics.h"
#include "data/task.h"

typedef struct measurement {
    timing scan, copy;
    unsigned rounds;
    char copy_how[64]; /* what copies, in words */
} measurement;

/* Scans again and again, from enqueue to finish. The last result must be `expected`. Complains on failure. */
bool measure_scan(clscan_device *device, clscan_plan *plan, const task *t, const array *expected, measurement *m);

#endif
