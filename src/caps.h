/* What a device can do: every clGetDeviceInfo about it, asked once. */
#ifndef CS_CAPS_H
#define CS_CAPS_H

#include "clscan/clscan.h"
#include <stdbool.h>

typedef struct cs_caps {
    char name[128], version[64], driver[64];
    cl_device_type type;
    cl_uint compute_units;
    size_t max_wg_size;
    cl_ulong local_bytes;
    bool has_half, has_double, unified_memory;
} cs_caps;

clscan_status cs_caps_query(cl_device_id id, cs_caps *caps);

#endif
