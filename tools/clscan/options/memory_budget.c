#include "options/memory_budget.h"
#include "options/device_plan.h"
#include <stdint.h>
#include <stdio.h>

size_t budget_plus(size_t a, size_t b) {
    return a > SIZE_MAX - b ? SIZE_MAX : a + b;
}

size_t budget_times(size_t a, size_t b) {
    return b && a > SIZE_MAX / b ? SIZE_MAX : a * b;
}

bool budget_limits_of(clscan_device *device, budget_limits *limits) {
    const cl_device_id id = clscan_device_id(device);
    cl_device_type type = 0;
    const bool ok = device_says(id, CL_DEVICE_TYPE, sizeof type, &type) &&
                    device_says(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof limits->buffer, &limits->buffer) &&
                    device_says(id, CL_DEVICE_GLOBAL_MEM_SIZE, sizeof limits->all, &limits->all);
    limits->is_host = (type & CL_DEVICE_TYPE_CPU) != 0;
    return ok;
}

static const char *or_more(size_t bytes) {
    return bytes == SIZE_MAX ? " or more" : "";
}

/* A scan needs two buffers on the device, and three arrays on the host, which share the memory of a CPU. Device and
 * host each have the `marks` once. */
bool budget_suffices(const budget_limits *limits, size_t buffer, size_t marks, size_t *held,
                     char why[static BUDGET_WHY]) {
    enum { BUFFERS = 2, ON_HOST = 3 };
    const size_t largest = buffer > marks ? buffer : marks, device = budget_plus(budget_times(BUFFERS, buffer), marks);
    const size_t host = budget_plus(budget_times(ON_HOST, buffer), marks);
    const size_t all = limits->is_host ? budget_plus(*held, budget_plus(device, host)) : device;
    snprintf(why, BUDGET_WHY,
             "don't fit into the device's memory: %zu%s of %llu bytes in a buffer, %zu%s of %llu in all", largest,
             or_more(largest), (unsigned long long)limits->buffer, all, or_more(all), (unsigned long long)limits->all);
    if (largest > limits->buffer || all > limits->all)
        return false;
    *held = budget_plus(*held, budget_plus(device, host));
    return true;
}
