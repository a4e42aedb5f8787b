/* What a device can do, decided from what it answers. */
#ifndef CS_CAPS_H
#define CS_CAPS_H

#include "opencl/inquiry.h"

/* How work-items of a sub-group exchange words; see cl/sub/lanes.h. */
typedef enum cs_sub_groups { CS_NO_SUB_GROUPS, CS_PTX, CS_KHR, CS_INTEL, CS_AMD, CS_UNIFORM } cs_sub_groups;

/* By which functions work-groups hand words to each other; see cl/grid/tile_state.h. */
typedef enum cs_atomics {
    CS_NO_ATOMICS,
    CS_ATOMICS_OF_1_2,
    CS_ATOMICS_RELAXED, /* of OpenCL 2.0, across the device, without fences */
    CS_ATOMICS_FENCED,  /* the same with acquire-release fences across the device */
    CS_ATOMICS_PTX      /* with fences too */
} cs_atomics;

typedef struct cs_caps {
    char name[128], version[64], driver[64];
    cl_device_type type;
    cl_uint vendor; /* its number at the PCI-SIG, for most */
    cl_uint compute_units;
    size_t max_wg_size;
    cl_ulong local_bytes;
    cl_ulong max_alloc; /* bytes of one buffer */
    size_t stack_bytes; /* of a thread that nobody has chosen them for, as those of a CPU's work-groups are */
    size_t alignment;   /* of sub-buffers, in bytes */
    bool has_half, has_double, unified_memory;
    bool has_svm, has_usm; /* pointers: of OpenCL 2.0, of cl_intel_unified_shared_memory */
    cl_platform_id platform;
    bool reassociates;    /* its compiler changes the order of floating-point additions: see probe.h */
    unsigned faults;      /* of its driver, a bit each: see driver_fault.h */
    bool starts_in_order; /* work-groups, by their ids, as far as anyone has seen: nothing but speed depends on it */
    unsigned state_bits;  /* bits of an atomic word that work-groups hand to each other: 64 or 32 */
    cs_atomics atomics;
    bool has_fence; /* across the device: without it, one pass works only where the output is not the input */
    cs_sub_groups sub_groups;
    unsigned compute_capability; /* of NVIDIA's: 90 for 9.0; else 0 */
    const char *build_options;   /* the OpenCL C that has what the above needs */
} cs_caps;

/* Decides from `answers` alone, so that a device that nobody has can be tried. Fails with CLSCAN_INVALID_DEVICE where
 * the device has another byte order than the host. */
clscan_status cs_caps_decide(const cs_answers *answers, cs_caps *caps);

clscan_status cs_caps_query(cl_device_id id, cs_caps *caps);

#endif
