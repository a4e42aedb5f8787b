/* The capabilities of a device, decided from its answers to clGetDeviceInfo. */
#ifndef CS_CAPS_H
#define CS_CAPS_H

#include "opencl/device_info.h"

/* The functions by which work-items of a sub-group exchange words; see cl/sub/lanes.h. */
typedef enum cs_sub_groups { CS_NO_SUB_GROUPS, CS_PTX, CS_KHR, CS_INTEL, CS_AMD, CS_UNIFORM } cs_sub_groups;

/* The atomic functions by which work-groups exchange words; see cl/grid/look_back/atomic_words.h. */
typedef enum cs_atomics {
    CS_NO_ATOMICS,
    CS_ATOMICS_OF_1_2,
    CS_ATOMICS_RELAXED, /* C11 atomics of OpenCL 2.0 with device scope, without fences */
    CS_ATOMICS_FENCED,  /* the same, and acquire-release fences of device scope */
    CS_ATOMICS_PTX      /* NVIDIA's inline PTX, fences included */
} cs_atomics;

typedef struct cs_caps {
    char name[128], version[128], driver[64];
    cl_device_type type;
    cl_uint vendor; /* for most vendors, the PCI-SIG's vendor id */
    cl_uint compute_units;
    size_t max_wg_size;
    cl_ulong local_bytes;
    cl_ulong max_alloc; /* the most bytes of one buffer */
    size_t stack_bytes; /* the stack of a thread with the default size, in which CPU drivers run work-groups */
    size_t alignment;   /* the alignment of sub-buffers, in bytes */
    bool has_half, has_double, unified_memory;
    bool has_svm, has_usm; /* SVM pointers of OpenCL 2.0, USM pointers of cl_intel_unified_shared_memory */
    cl_platform_id platform;
    bool reassociates; /* the compiler changes the order of floating-point additions; see probe.h */
    unsigned faults;   /* the driver's faults, a bit each; see driver_fault.h */
    /* The device was seen to start work-groups in the order of their ids. Only speed may depend on this. */
    bool starts_in_order;
    unsigned state_bits; /* bits of an atomic word of a record: 64 or 32 */
    cs_atomics atomics;
    bool has_fence; /* fences of device scope exist; without them, one pass works only out of place */
    cs_sub_groups sub_groups;
    unsigned compute_capability; /* the compute capability of an NVIDIA device, 90 for 9.0; else 0 */
    const char *build_options;   /* the OpenCL C version that the above needs; static */
} cs_caps;

/* Returns true if clscan cannot use the device: it has another byte order than the host, or a driver that is known to
 * compute wrongly. */
bool cs_caps_refused(const cs_answers *answers);

/* Decides from `answers` alone, so that tests can describe devices that are not available. Fails with
 * CLSCAN_ERROR_INVALID_DEVICE if the device is refused. */
clscan_status cs_caps_decide(const cs_answers *answers, cs_caps *caps);

/* Asks the device and decides. Fails like cs_answers_query and cs_caps_decide. */
clscan_status cs_caps_query(cl_device_id id, cs_caps *caps);

#endif
