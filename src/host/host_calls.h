/* The calls that need no plan of the caller's. They run on the default device, which is kept with its plans. */
#ifndef CS_HOST_CALLS_H
#define CS_HOST_CALLS_H

#include "plan/plan.h"

clscan_status cs_host_scan(const char *type, clscan_op op, clscan_kind kind, const void *in, void *out, size_t count);
clscan_status cs_host_reduce(const char *type, clscan_op op, const void *in, void *out, size_t count);
clscan_status cs_host_select(const char *type, const char *condition, const void *in, size_t count, void *out,
                             size_t capacity, size_t *kept);

#endif
