/* A library, loaded by LD_PRELOAD, that replaces the OpenCL functions that clscan and its tests call. It implements
 * OpenCL 2.0 for a device that runs kernels in the calling process: a command has completed when its call returns.
 * Environment variables describe the device:
 *   EMULATOR_TYPE        gpu (the default) or cpu
 *   EMULATOR_VERSION     OpenCL version string of the device; before 2.0 there are no fences between work-groups
 *   EMULATOR_SUB_GROUPS  khr, intel, amd or uniform (sub-groups without shuffles); if not set, there are no sub-groups
 *   EMULATOR_LANES       work-items in a sub-group
 *   EMULATOR_WG_SIZE     largest number of work-items in a work-group
 *   EMULATOR_ALIGNMENT   alignment of buffers in bytes; smaller values detect shorter reads past the end
 *   EMULATOR_BEGIN       1: buffers start at the beginning of a page, to detect accesses before a buffer; otherwise
 *                        buffers end at the end of a page
 *   EMULATOR_SEED        seed of the random order in which work-items run */
#include "objects.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static struct _cl_platform_id the_platform;
static struct _cl_device_id the_device;

const char *emulator_setting(const char *name, const char *otherwise) {
    const char *value = getenv(name);
    return value && *value ? value : otherwise;
}

unsigned emulator_number(const char *name, unsigned otherwise) {
    const char *value = emulator_setting(name, NULL);
    return value ? (unsigned)strtoul(value, NULL, 10) : otherwise;
}

cl_int emulator_answer(const void *value, size_t bytes, size_t room, void *to, size_t *needed) {
    if (needed)
        *needed = bytes;
    if (to && room < bytes)
        return CL_INVALID_VALUE;
    if (to)
        memcpy(to, value, bytes);
    return CL_SUCCESS;
}

static cl_int answer_text(const char *text, size_t room, void *to, size_t *needed) {
    return emulator_answer(text, strlen(text) + 1, room, to, needed);
}

void *emulator_object(size_t size, cl_int *error) {
    unsigned *references = calloc(1, size);
    if (references)
        *references = 1;
    if (error)
        *error = references ? CL_SUCCESS : CL_OUT_OF_HOST_MEMORY;
    return references;
}

/* -------------------------------------------------------------------------------------- platform and device */

cl_int clGetPlatformIDs(cl_uint num, cl_platform_id *platforms, cl_uint *found) {
    if (found)
        *found = 1;
    if (num > 0)
        *platforms = &the_platform;
    return CL_SUCCESS;
}

cl_int clGetPlatformInfo(cl_platform_id platform, cl_platform_info what, size_t size, void *to, size_t *needed) {
    (void)platform;
    return answer_text(what == CL_PLATFORM_VERSION ? "OpenCL 2.0 emulator" : "emulator", size, to, needed);
}

cl_int clGetDeviceIDs(cl_platform_id platform, cl_device_type type, cl_uint num, cl_device_id *devices,
                      cl_uint *found) {
    (void)platform, (void)type;
    if (found)
        *found = 1;
    if (num > 0)
        *devices = &the_device;
    return CL_SUCCESS;
}

static const char *extensions(void) {
    static char text[256];
    const char *sub_groups = emulator_setting("EMULATOR_SUB_GROUPS", "");
    snprintf(text, sizeof text, "cl_khr_fp64 cl_khr_int64_base_atomics cl_khr_int64_extended_atomics%s%s",
             *sub_groups ? " cl_khr_subgroups" : "",
             strcmp(sub_groups, "khr") == 0     ? " cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative"
             : strcmp(sub_groups, "intel") == 0 ? " cl_intel_subgroups"
             : strcmp(sub_groups, "amd") == 0   ? " cl_amd_device_attribute_query"
                                                : "");
    return text;
}

static const char *device_text(cl_device_info what) {
    switch (what) {
    case CL_DEVICE_NAME:
    case CL_DEVICE_VENDOR:
        return "emulator";
    case CL_DEVICE_VERSION:
        return emulator_setting("EMULATOR_VERSION", "OpenCL 2.0 emulator");
    case CL_DEVICE_OPENCL_C_VERSION:
        return "OpenCL C 2.0 emulator";
    case CL_DRIVER_VERSION:
        return "1";
    case CL_DEVICE_PROFILE:
        return "FULL_PROFILE";
    case CL_DEVICE_EXTENSIONS:
        return extensions();
    default:
        return NULL;
    }
}

static cl_int device_number(cl_device_info what, size_t size, void *to, size_t *needed) {
    const struct {
        cl_device_info what;
        size_t size;
        cl_ulong value;
    } numbers[] = {
        { CL_DEVICE_TYPE, sizeof(cl_device_type),
          strcmp(emulator_setting("EMULATOR_TYPE", "gpu"), "cpu") == 0 ? CL_DEVICE_TYPE_CPU : CL_DEVICE_TYPE_GPU },
        { CL_DEVICE_VENDOR_ID, sizeof(cl_uint), 0 },
        { CL_DEVICE_MAX_COMPUTE_UNITS, sizeof(cl_uint), EMULATOR_ROOMS },
        { CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof(size_t), emulator_number("EMULATOR_WG_SIZE", 64) },
        { CL_DEVICE_LOCAL_MEM_SIZE, sizeof(cl_ulong), 1 << 16 },
        { CL_DEVICE_GLOBAL_MEM_SIZE, sizeof(cl_ulong), 1 << 30 },
        { CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof(cl_ulong), 1 << 30 },
        { CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config), CL_FP_DENORM },
        { CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof(cl_bool), CL_TRUE },
        { CL_DEVICE_ENDIAN_LITTLE, sizeof(cl_bool), *(const unsigned char *)&(cl_uint) { 1 } },
        { CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof(cl_uint), 1024 },
        { CL_DEVICE_ADDRESS_BITS, sizeof(cl_uint), 64 },
        { CL_DEVICE_PLATFORM, sizeof(cl_platform_id), (cl_ulong)(uintptr_t)&the_platform },
    };
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (numbers[i].what == what)
            return emulator_answer(&numbers[i].value, numbers[i].size, size, to, needed);
    return CL_INVALID_VALUE;
}

cl_int clGetDeviceInfo(cl_device_id device, cl_device_info what, size_t size, void *to, size_t *needed) {
    (void)device;
    const char *text = device_text(what);
    return text ? answer_text(text, size, to, needed) : device_number(what, size, to, needed);
}

cl_int clRetainDevice(cl_device_id device) {
    (void)device;
    return CL_SUCCESS;
}
cl_int clReleaseDevice(cl_device_id device) {
    (void)device;
    return CL_SUCCESS;
}

void *clGetExtensionFunctionAddressForPlatform(cl_platform_id platform, const char *name) {
    (void)platform, (void)name;
    return NULL;
}

/* ------------------------------------------------------------------------------------------ context and queue */

COUNTED(Context, cl_context, )
COUNTED(CommandQueue, cl_command_queue, )

cl_context clCreateContext(const cl_context_properties *properties, cl_uint num, const cl_device_id *devices,
                           void(CL_CALLBACK *notify)(const char *, const void *, size_t, void *), void *user,
                           cl_int *error) {
    (void)properties, (void)num, (void)devices, (void)notify, (void)user;
    return emulator_object(sizeof(struct _cl_context), error);
}

cl_int clGetContextInfo(cl_context context, cl_context_info what, size_t size, void *to, size_t *needed) {
    cl_device_id device = &the_device;
    (void)context;
    return what == CL_CONTEXT_DEVICES ? ANSWER(device) : CL_INVALID_VALUE;
}

cl_command_queue clCreateCommandQueue(cl_context context, cl_device_id device, cl_command_queue_properties properties,
                                      cl_int *error) {
    cl_command_queue queue = emulator_object(sizeof *queue, error);
    (void)device;
    if (queue) {
        queue->context = context;
        queue->properties = properties;
    }
    return queue;
}

cl_int clGetCommandQueueInfo(cl_command_queue queue, cl_command_queue_info what, size_t size, void *to,
                             size_t *needed) {
    cl_device_id device = &the_device;
    switch (what) {
    case CL_QUEUE_CONTEXT:
        return ANSWER(queue->context);
    case CL_QUEUE_DEVICE:
        return ANSWER(device);
    case CL_QUEUE_PROPERTIES:
        return ANSWER(queue->properties);
    default:
        return CL_INVALID_VALUE;
    }
}

cl_int clFlush(cl_command_queue queue) {
    (void)queue;
    return CL_SUCCESS;
}
cl_int clFinish(cl_command_queue queue) {
    (void)queue;
    return CL_SUCCESS;
}
