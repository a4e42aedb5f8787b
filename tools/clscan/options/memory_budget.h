/* Checks whether there is enough memory for generated data. SIZE_MAX stands for that number of bytes or more. */
#ifndef CLSCAN_TOOL_MEMORY_BUDGET_H
#define CLSCAN_TOOL_MEMORY_BUDGET_H

#include <clscan/clscan.h>
#include <stdbool.h>
#include <stddef.h>

size_t budget_plus(size_t a, size_t b);
size_t budget_times(size_t a, size_t b);

/* The memory of a device, in bytes. */
typedef struct budget_limits {
    cl_ulong buffer; /* the largest buffer */
    cl_ulong all;
    bool is_host; /* the device is a CPU, whose memory is also the host's */
} budget_limits;
bool budget_limits_of(clscan_device *device, budget_limits *limits);

/* Returns true if there is memory for a scan: an input and an output of `buffer` bytes each, and `marks` bytes of
 * segments and second arrays. On a CPU, *held bytes of the host are in use already, and the scan's bytes are added to
 * *held. Otherwise `why` says how much memory is missing. */
enum { BUDGET_WHY = 200 };
bool budget_suffices(const budget_limits *limits, size_t buffer, size_t marks, size_t *held,
                     char why[static BUDGET_WHY]);

#endif
