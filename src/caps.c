#include "caps.h"

#include "check.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

/* A string of any length into a field of fixed size, cut where it is longer. */
static clscan_status query_string(cl_device_id id, cl_device_info what, char *field, size_t size) {
    clscan_status status = CLSCAN_OK;
    char *whole = NULL;
    size_t length = 0;
    CL(clGetDeviceInfo(id, what, 0, NULL, &length));
    TRY_ALLOC(whole = calloc(length + 1, 1));
    CL(clGetDeviceInfo(id, what, length, whole, NULL));
    size_t kept = strlen(whole) < size ? strlen(whole) : size - 1;
    memcpy(field, whole, kept);
    field[kept] = '\0';
done:
    free(whole);
    return status;
}

/* A whole word of the list: some names begin with others. */
static bool has_extension(const char *extensions, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(extensions, name); at; at = strstr(at + 1, name))
        if ((at == extensions || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

static clscan_status query_extensions(cl_device_id id, char **extensions) {
    clscan_status status = CLSCAN_OK;
    size_t size = 0;
    CL(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &size));
    TRY_ALLOC(*extensions = calloc(size + 1, 1));
    CL(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, *extensions, NULL));
done:
    return status;
}

/* Whom to ask; and the last error there was, other than that a question is not known. */
typedef struct inquiry {
    cl_device_id id;
    cl_int error;
} inquiry;

/* A query that not every OpenCL 1.2 knows: 0 where the device does not. */
static cl_ulong query_newer(inquiry *ask, cl_device_info what, size_t size) {
    cl_ulong value = 0; /* little-endian, as every OpenCL host so far */
    const cl_int error = clGetDeviceInfo(ask->id, what, size, &value, NULL);
    if (error != CL_SUCCESS && error != CL_INVALID_VALUE && error != CL_INVALID_OPERATION)
        ask->error = error;
    return error == CL_SUCCESS ? value : 0;
}

enum {
    DEVICE_SVM_CAPABILITIES = 0x1053,           /* OpenCL 2.0 */
    DEVICE_ATOMIC_MEMORY_CAPABILITIES = 0x1063, /* OpenCL 3.0 */
    DEVICE_ATOMIC_FENCE_CAPABILITIES = 0x1064,
    ATOMIC_ORDER_ACQ_REL = 1 << 1,
    ATOMIC_SCOPE_DEVICE = 1 << 5,
    DEVICE_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000, /* cl_nv_device_attribute_query */
    DEVICE_COMPUTE_CAPABILITY_MINOR_NV = 0x4001
};

/* NVIDIA's OpenCL has neither sub-groups nor C11 atomics, but inline PTX, whose sync and relaxed forms came with 7.0.
 */
static void query_nvidia(inquiry *ask, const char *extensions, cs_caps *caps) {
    if (!has_extension(extensions, "cl_nv_device_attribute_query"))
        return;
    caps->compute_capability = (unsigned)(10 * query_newer(ask, DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, sizeof(cl_uint)) +
                                          query_newer(ask, DEVICE_COMPUTE_CAPABILITY_MINOR_NV, sizeof(cl_uint)));
    if (caps->compute_capability >= 70) {
        caps->sub_groups = CS_PTX;
        caps->state_bits = 64;
        caps->starts_in_order = true;
    }
}

static bool is_pocl(const cs_caps *caps) {
    return strstr(caps->version, "PoCL") != NULL;
}

/* PoCL replicates the code of a work-group of two. Later ones than 3.1 (5.0 and 6.0 at least) do it wrongly: barriers
 * in loops end in a crash, or in no scan. */
static bool breaks_pairs(const cs_caps *caps) {
    return is_pocl(caps) && atoi(caps->driver) > 3;
}

/* The OpenCL C in which work-groups can hand words to each other; NULL: none. All of 2.0, 2.1 and 2.2 have what it
 * takes, before them there are no fences across the device, and 3.0 made them optional. */
static const char *opencl_with_states(inquiry *ask, const cs_caps *caps) {
    const cl_ulong needed = ATOMIC_ORDER_ACQ_REL | ATOMIC_SCOPE_DEVICE;
    if (strncmp(caps->version, "OpenCL 2.", strlen("OpenCL 2.")) == 0)
        return "-cl-std=CL2.0";
    bool atomics = (query_newer(ask, DEVICE_ATOMIC_MEMORY_CAPABILITIES, sizeof(cl_ulong)) & needed) == needed &&
                   (query_newer(ask, DEVICE_ATOMIC_FENCE_CAPABILITIES, sizeof(cl_ulong)) & needed) == needed;
    return atomics ? "-cl-std=CL3.0" : NULL;
}

static unsigned atomic_bits(const char *extensions) {
    return has_extension(extensions, "cl_khr_int64_base_atomics") &&
                   has_extension(extensions, "cl_khr_int64_extended_atomics")
               ? 64
               : 32;
}

static void query_newer_opencl(inquiry *ask, const char *extensions, cs_caps *caps) {
    const char *opencl = opencl_with_states(ask, caps);
    if (!opencl || caps->sub_groups != CS_NO_SUB_GROUPS)
        return;
    caps->build_options = opencl;
    caps->state_bits = atomic_bits(extensions);
    /* PoCL makes sub-groups out of barriers, which its compiler follows along every path: minutes for one kernel */
    if (!has_extension(extensions, "cl_khr_subgroups") || is_pocl(caps))
        return;
    if (has_extension(extensions, "cl_khr_subgroup_shuffle") &&
        has_extension(extensions, "cl_khr_subgroup_shuffle_relative"))
        caps->sub_groups = CS_KHR;
    else if (has_extension(extensions, "cl_intel_subgroups"))
        caps->sub_groups = CS_INTEL;
}

/* As the limit was when this process started (ulimit -s), in most C libraries. */
static size_t stack_of_threads(void) {
    pthread_attr_t usual;
    size_t bytes = (size_t)8 << 20;
    if (pthread_attr_init(&usual) == 0) {
        pthread_attr_getstacksize(&usual, &bytes);
        pthread_attr_destroy(&usual);
    }
    return bytes;
}

clscan_status cs_caps_query(cl_device_id id, cs_caps *caps) {
    clscan_status status = CLSCAN_OK;
    cl_bool unified = CL_FALSE;
    cl_uint bits = 0;
    char *extensions = NULL;
    inquiry ask = { .id = id };
    *caps = (cs_caps) { .build_options = "-cl-std=CL1.2" };
    TRY(query_string(id, CL_DEVICE_NAME, caps->name, sizeof caps->name));
    TRY(query_string(id, CL_DEVICE_VERSION, caps->version, sizeof caps->version));
    TRY(query_string(id, CL_DRIVER_VERSION, caps->driver, sizeof caps->driver));
    TRY(query_extensions(id, &extensions));
    caps->breaks_pairs = breaks_pairs(caps);
    caps->stack_bytes = stack_of_threads();
    caps->has_half = has_extension(extensions, "cl_khr_fp16");
    caps->has_double = query_newer(&ask, CL_DEVICE_DOUBLE_FP_CONFIG, sizeof(cl_device_fp_config)) != 0;
    caps->has_svm = query_newer(&ask, DEVICE_SVM_CAPABILITIES, sizeof(cl_bitfield)) != 0;
    caps->has_usm = has_extension(extensions, "cl_intel_unified_shared_memory");
    query_nvidia(&ask, extensions, caps);
    query_newer_opencl(&ask, extensions, caps);
    TRY(cs_check_cl(ask.error, "clGetDeviceInfo"));
    CL(clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof caps->platform, &caps->platform, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof caps->type, &caps->type, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_VENDOR_ID, sizeof caps->vendor, &caps->vendor, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof caps->compute_units, &caps->compute_units, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof caps->max_wg_size, &caps->max_wg_size, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof caps->local_bytes, &caps->local_bytes, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_MAX_MEM_ALLOC_SIZE, sizeof caps->max_alloc, &caps->max_alloc, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified, &unified, NULL));
    caps->alignment = bits / 8;
    caps->unified_memory = unified;
done:
    free(extensions);
    return status;
}
