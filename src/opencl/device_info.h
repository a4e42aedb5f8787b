/* Queries a device. Selectors (select_device.c) and keys of the disk cache (program/binary.c) have queries of their
 * own. caps.c decides what the answers mean. */
#ifndef CS_DEVICE_INFO_H
#define CS_DEVICE_INFO_H

#include "clscan/clscan.h"
#include <stdbool.h>

typedef struct cs_answers {
    char name[128], vendor_name[64], version[128], driver[64];
    char *names; /* extensions and features of OpenCL C, separated by spaces */
    cl_platform_id platform;
    cl_uint opencl_c; /* the newest version of OpenCL C: 12 for 1.2, 31 for 3.1 */
    /* Every device answers these queries. */
    cl_ulong type, vendor, compute_units, max_wg_size, local_bytes, max_alloc, alignment_bits, unified_memory;
    cl_ulong little_endian;
    /* These are 0 if the device does not know the query. */
    cl_ulong double_config, svm, sub_groups; /* sub_groups: the most in a work-group */
    cl_ulong atomic_memory, atomic_fence;
    cl_ulong nvidia_major, nvidia_minor;
} cs_answers;

/* Fills *answers, which the caller releases by cs_answers_free whether the call fails or not. */
clscan_status cs_answers_query(cl_device_id id, cs_answers *answers);
void cs_answers_free(cs_answers *answers);

/* Returns true if the device has an extension or a feature of OpenCL C of this name. */
bool cs_answers_have(const cs_answers *answers, const char *name);

/* Returns the version of OpenCL in a version string: 12 for "OpenCL 1.2 ...", or 0 if there is none. */
cl_uint cs_opencl_of(const char *version);

#endif
