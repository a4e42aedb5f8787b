/* Scans of host arrays: the plan's own queue, buffers around the arrays, and waiting. */
#ifndef CS_HOST_H
#define CS_HOST_H

#include "plan/plan.h"

clscan_status cs_host_run(clscan_plan *plan, const void *in, void *out, size_t count);

/* A built-in scan on the default device, whose plans are kept. */
clscan_status cs_host_scan(const char *type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count);

#endif
