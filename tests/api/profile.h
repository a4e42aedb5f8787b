/* Devices with fewer features than the opened one: the linker replaces clGetDeviceInfo by a function that returns the
 * values of a profile (--wrap=clGetDeviceInfo). */
#ifndef TESTS_API_PROFILE_H
#define TESTS_API_PROFILE_H

#include "api/scans.h"
#include "support/answer.h"

#include <string.h>

typedef struct profile {
    const char *name;
    cl_device_type type; /* here and below: 0 or NULL leaves the device's own value */
    size_t max_wg_size;
    cl_ulong local_bytes, max_alloc;
    cl_uint compute_units, alignment;                  /* the alignment of sub-buffers, in bits */
    bool no_double, no_atomics, narrow_atomics, apart; /* the last: it does not share the host's memory */
} profile;

static profile now;
enum { ATOMIC_MEMORY = 0x1063, COMPUTE_CAPABILITY_MAJOR = 0x4000 };

cl_int __real_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);

/* Renames the extensions of 64-bit atomics ("int64" becomes "int65"), so that the library does not find them. */
static cl_int answer_extensions(cl_device_id id, size_t size, void *value, size_t *needed) {
    const cl_int error = __real_clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, value, needed);
    for (char *at = value; at && now.narrow_atomics && (at = strstr(at, "int64"));)
        at[4] = '5';
    return error;
}

cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    const struct {
        cl_device_info what;
        bool ours;
        const void *bytes;
        size_t length;
    } answers[] = {
        { CL_DEVICE_TYPE, now.type, &now.type, sizeof now.type },
        { CL_DEVICE_MAX_WORK_GROUP_SIZE, now.max_wg_size, &now.max_wg_size, sizeof now.max_wg_size },
        { CL_DEVICE_LOCAL_MEM_SIZE, now.local_bytes, &now.local_bytes, sizeof now.local_bytes },
        { CL_DEVICE_MAX_MEM_ALLOC_SIZE, now.max_alloc, &now.max_alloc, sizeof now.max_alloc },
        { CL_DEVICE_MEM_BASE_ADDR_ALIGN, now.alignment, &now.alignment, sizeof now.alignment },
        { CL_DEVICE_MAX_COMPUTE_UNITS, now.compute_units, &now.compute_units, sizeof now.compute_units },
        { CL_DEVICE_DOUBLE_FP_CONFIG, now.no_double, &(cl_device_fp_config) { 0 }, sizeof(cl_device_fp_config) },
        { CL_DEVICE_HOST_UNIFIED_MEMORY, now.apart, &(cl_bool) { CL_FALSE }, sizeof(cl_bool) },
        { CL_DEVICE_VERSION, now.no_atomics, "OpenCL 1.2 of another", sizeof "OpenCL 1.2 of another" },
        { ATOMIC_MEMORY, now.no_atomics, &(cl_ulong) { 0 }, sizeof(cl_ulong) },
        { COMPUTE_CAPABILITY_MAJOR, now.no_atomics, &(cl_uint) { 3 }, sizeof(cl_uint) },
    };
    for (size_t i = 0; i < COUNT(answers); i++)
        if (answers[i].ours && answers[i].what == what)
            return answer(answers[i].bytes, answers[i].length, size, value, needed);
    return what == CL_DEVICE_EXTENSIONS ? answer_extensions(id, size, value, needed)
                                        : __real_clGetDeviceInfo(id, what, size, value, needed);
}

static size_t launches;
static void count_launches(const char *line, void *user) {
    (void)user;
    launches += strncmp(line, "launch: ", strlen("launch: ")) == 0;
}

static clscan_device *open_as(const test_device *d, profile p) {
    const clscan_self_test self_test = p.no_atomics ? CLSCAN_SELF_TEST_ON : CLSCAN_SELF_TEST_OFF;
    const clscan_device_options options = { .log = count_launches, .self_test = self_test };
    clscan_device *device = NULL;
    now = p;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

#endif
