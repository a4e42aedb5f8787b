/* Scans host arrays: with a queue of the plan's own, in buffers, and waits for the results. */
#ifndef CS_HOST_H
#define CS_HOST_H

#include "plan/plan.h"

clscan_status cs_host_run(clscan_plan *plan, const void *in, void *out, size_t count);

/* Scans by a built-in operator on the default device. The device and its plans are kept. */
clscan_status cs_host_scan(const char *type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count);

#endif
