/* Reports how long a task and a copy of the same bytes took. */
#ifndef CLSCAN_TOOL_MEASURE_REPORT_H
#define CLSCAN_TOOL_MEASURE_REPORT_H

#include "common/json.h"
#include "data/measure.h"
#include "options/device_plan.h"

/* Measures with measure_scan, and says the result on stderr. Without elements there is nothing to time, and m->rounds
 * is 0. Complains on failure. */
bool measure_and_report(const device_plan *dp, const task *t, const array *expected, measurement *m);

/* Adds the measurement to a JSON object, unless m->rounds is 0. */
void measure_json(json *object, const task *t, const measurement *m);

#endif
