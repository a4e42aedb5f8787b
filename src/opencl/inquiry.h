/* What a device answers, as it answers: every clGetDeviceInfo of the library but those of selectors. What the answers
 * mean is decided in caps.c. */
#ifndef CS_INQUIRY_H
#define CS_INQUIRY_H

#include "clscan/clscan.h"
#include <stdbool.h>

typedef struct cs_answers {
    char name[128], vendor_name[64], version[64], driver[64];
    char *names; /* the extensions and the features of OpenCL C, with a space between two */
    cl_platform_id platform;
    cl_uint opencl_c; /* the newest version: 12 for 1.2, 31 for 3.1 */
    /* Every device knows these. */
    cl_ulong type, vendor, compute_units, max_wg_size, local_bytes, max_alloc, alignment_bits, unified_memory;
    cl_ulong little_endian;
    /* Not every device knows these: 0. */
    cl_ulong double_config, svm, sub_groups; /* sub_groups: of a work-group, at most */
    cl_ulong atomic_memory, atomic_fence;
    cl_ulong nvidia_major, nvidia_minor;
} cs_answers;

clscan_status cs_inquire(cl_device_id id, cs_answers *answers);
void cs_answers_free(cs_answers *answers);

/* Whether the device has an extension or a feature of this name. */
bool cs_answers_list(const cs_answers *answers, const char *name);

/* The version of OpenCL that a version string begins with, "OpenCL 1.2 ...": 12; or 0. */
cl_uint cs_opencl_of(const char *version);

#endif
