/* Whether there is memory for what is made up. Bytes are SIZE_MAX where they are that or more. */
#ifndef CLSCAN_TOOL_MEMORY_BUDGET_H
#define CLSCAN_TOOL_MEMORY_BUDGET_H

#include <clscan/clscan.h>
#include <stdbool.h>
#include <stddef.h>

size_t budget_plus(size_t a, size_t b);
size_t budget_times(size_t a, size_t b);

/* What a device has; is_host: it is a CPU, which shares it with the host. */
typedef struct budget_limits {
    cl_ulong buffer, all;
    bool is_host;
} budget_limits;
bool budget_limits_of(clscan_device *device, budget_limits *limits);

/* Whether a scan's input and output, so many bytes each, and what marks its segments go beside `*held` bytes on the
 * host, which they are added to; else `why` says how much is missing. */
enum { BUDGET_WHY = 200 };
bool budget_suffices(const budget_limits *limits, size_t buffer, size_t marks, size_t *held,
                     char why[static BUDGET_WHY]);

#endif
