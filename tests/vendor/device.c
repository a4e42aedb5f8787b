#include "vendor/device.h"

#include "support/answer.h"

/* Queries of OpenCL 2.0, 2.1 and 3.0, and of an extension of AMD. */
enum {
    SVM_CAPABILITIES = 0x1053,
    MAX_NUM_SUB_GROUPS = 0x105C,
    NUMERIC_VERSION = 0x105E,
    ATOMIC_MEMORY_CAPABILITIES = 0x1063,
    ATOMIC_FENCE_CAPABILITIES = 0x1064,
    OPENCL_C_ALL_VERSIONS = 0x1066,
    OPENCL_C_FEATURES = 0x106F,
    WAVEFRONT_WIDTH_AMD = 0x4043,
};
enum { ALL_ATOMICS = 0x7F };

typedef struct name_version { /* cl_name_version of OpenCL 3.0 */
    cl_uint version;
    char name[64];
} name_version;

enum { VERSION_3_0 = 3 << 22 };

#define COUNT(array) (sizeof(array) / sizeof(array)[0])

/* The properties in which the described devices differ. Zero means that the driver does not support the query. */
typedef struct described {
    const char *name, *version, *driver, *extensions;
    cl_uint vendor, compute_units;
    size_t max_wg_size;
    cl_ulong local_bytes;
    cl_uint wavefront;      /* work-items in a wavefront of AMD's */
    cl_uint sub_groups;     /* largest number of sub-groups in a work-group */
    cl_ulong atomics;       /* orders and scopes of atomics, as OpenCL 3.0 reports them */
    cl_uint number;         /* numeric version of OpenCL 3.0 */
    cl_device_fp_config fp; /* capabilities of double */
} described;

/* The extensions of ROCm's OpenCL driver that concern kernels. It lists sub-groups, but no shuffles. */
#define AMD_EXTENSIONS                                                                                                 \
    "cl_khr_fp64 cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics "                               \
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics cl_khr_int64_base_atomics "                   \
    "cl_khr_int64_extended_atomics cl_khr_3d_image_writes cl_khr_byte_addressable_store cl_khr_fp16 "                  \
    "cl_khr_gl_sharing "                                                                                               \
    "cl_amd_device_attribute_query cl_amd_media_ops cl_amd_media_ops2 cl_khr_image2d_from_buffer cl_khr_subgroups "    \
    "cl_khr_depth_images cl_amd_copy_buffer_p2p cl_amd_assembly_program "

/* The extensions of Intel's driver, without cl_khr_fp64. Only the devices that add it below have doubles here. */
#define INTEL_EXTENSIONS                                                                                               \
    "cl_khr_byte_addressable_store cl_khr_fp16 cl_khr_global_int32_base_atomics cl_khr_global_int32_extended_atomics " \
    "cl_khr_local_int32_base_atomics cl_khr_local_int32_extended_atomics cl_intel_subgroups "                          \
    "cl_intel_required_subgroup_size cl_intel_subgroups_short cl_khr_spir cl_intel_accelerator "                       \
    "cl_intel_unified_shared_memory cl_khr_subgroups cl_khr_il_program cl_intel_subgroups_char "                       \
    "cl_intel_subgroups_long cl_khr_subgroup_extended_types cl_khr_subgroup_non_uniform_vote cl_khr_subgroup_ballot "  \
    "cl_khr_subgroup_non_uniform_arithmetic cl_khr_subgroup_shuffle cl_khr_subgroup_shuffle_relative "                 \
    "cl_khr_subgroup_clustered_reduce cl_khr_int64_base_atomics cl_khr_int64_extended_atomics "

#define AMD(isa, units, width)                                                                                         \
    {                                                                                                                  \
        .name = isa, .version = "OpenCL 2.0 ", .driver = "3581.0 (HSA1.1,LC)", .extensions = AMD_EXTENSIONS,           \
        .vendor = 0x1002, .compute_units = units, .max_wg_size = 256, .local_bytes = 64 << 10, .wavefront = width,     \
        .fp = CL_FP_FMA | CL_FP_INF_NAN | CL_FP_DENORM                                                                 \
    }
#define INTEL(id, units, most, extensions_of, fp_of)                                                                   \
    {                                                                                                                  \
        .name = id, .version = "OpenCL 3.0 NEO ", .driver = "22.43.24595", .extensions = extensions_of,                \
        .vendor = 0x8086, .compute_units = units, .max_wg_size = most, .local_bytes = 64 << 10,                        \
        .sub_groups = most / 8, .atomics = ALL_ATOMICS, .number = VERSION_3_0, .fp = fp_of                             \
    }

/* The devices. Their names are the targets of clang for AMD's and of ocloc for Intel's. */
static const described devices[] = {
    AMD("gfx906", 60, 64),
    AMD("gfx90a", 104, 64),
    AMD("gfx942", 304, 64),
    AMD("gfx1030", 40, 32),
    AMD("gfx1100", 48, 32),
    INTEL("skl", 24, 256, INTEL_EXTENSIONS "cl_khr_fp64", CL_FP_FMA | CL_FP_INF_NAN | CL_FP_DENORM),
    INTEL("tgllp", 96, 512, INTEL_EXTENSIONS, 0),
    INTEL("dg2", 512, 1024, INTEL_EXTENSIONS, 0),
    INTEL("pvc", 1024, 1024, INTEL_EXTENSIONS "cl_khr_fp64", CL_FP_FMA | CL_FP_INF_NAN | CL_FP_DENORM),
};

static const described *chosen;

const char *vendor_device_name(unsigned index) {
    return index < COUNT(devices) ? devices[index].name : NULL;
}

bool vendor_device_choose(const char *name) {
    chosen = NULL;
    for (unsigned i = 0; i < COUNT(devices); i++)
        if (strcmp(devices[i].name, name) == 0)
            chosen = &devices[i];
    return chosen != NULL;
}

/* The reply to a query: its value, the value's size in bytes, and whether the device supports the query. */
typedef struct reply {
    cl_device_info query;
    const void *value;
    size_t size;
    bool known;
} reply;

#define STRING(query, text)                                                                                            \
    { query, text, strlen(text) + 1, true }
#define VALUE(query, value)                                                                                            \
    { query, &(value), sizeof(value), true }
#define NEWER(query, value)                                                                                            \
    { query, &(value), sizeof(value), (value) != 0 }

cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info query, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info query, size_t size, void *value, size_t *needed) {
    static const cl_device_type gpu = CL_DEVICE_TYPE_GPU;
    static const cl_platform_id platform = NULL;
    static const cl_ulong largest = (cl_ulong)4 << 30;
    static const cl_uint alignment = 1024;
    static const cl_bool yes = CL_TRUE, no = CL_FALSE;
    static const cl_bitfield svm = 1;
    static const name_version languages[] = { { VERSION_3_0, "OpenCL C" } };
    static const name_version features[] = { { VERSION_3_0, "__opencl_c_subgroups" },
                                             { VERSION_3_0, "__opencl_c_atomic_order_acq_rel" },
                                             { VERSION_3_0, "__opencl_c_atomic_scope_device" } };
    const described *d = chosen;
    const reply replies[] = {
        STRING(CL_DEVICE_NAME, d->name),
        STRING(CL_DEVICE_VERSION, d->version),
        STRING(CL_DRIVER_VERSION, d->driver),
        STRING(CL_DEVICE_VENDOR, d->vendor == 0x8086 ? "Intel(R) Corporation" : "Advanced Micro Devices, Inc."),
        STRING(CL_DEVICE_EXTENSIONS, d->extensions),
        STRING(CL_DEVICE_OPENCL_C_VERSION, "OpenCL C 2.0 "),
        VALUE(CL_DEVICE_TYPE, gpu),
        VALUE(CL_DEVICE_VENDOR_ID, d->vendor),
        VALUE(CL_DEVICE_MAX_COMPUTE_UNITS, d->compute_units),
        VALUE(CL_DEVICE_MAX_WORK_GROUP_SIZE, d->max_wg_size),
        VALUE(CL_DEVICE_LOCAL_MEM_SIZE, d->local_bytes),
        VALUE(CL_DEVICE_MAX_MEM_ALLOC_SIZE, largest),
        VALUE(CL_DEVICE_MEM_BASE_ADDR_ALIGN, alignment),
        VALUE(CL_DEVICE_HOST_UNIFIED_MEMORY, no),
        VALUE(CL_DEVICE_ENDIAN_LITTLE, yes),
        VALUE(CL_DEVICE_PLATFORM, platform),
        VALUE(SVM_CAPABILITIES, svm),
        VALUE(CL_DEVICE_DOUBLE_FP_CONFIG, d->fp),
        NEWER(WAVEFRONT_WIDTH_AMD, d->wavefront),
        NEWER(MAX_NUM_SUB_GROUPS, d->sub_groups),
        NEWER(NUMERIC_VERSION, d->number),
        { OPENCL_C_ALL_VERSIONS, languages, sizeof languages, d->number != 0 },
        { OPENCL_C_FEATURES, features, sizeof features, d->number != 0 },
        NEWER(ATOMIC_MEMORY_CAPABILITIES, d->atomics),
        NEWER(ATOMIC_FENCE_CAPABILITIES, d->atomics),
    };
    (void)id;
    for (unsigned i = 0; i < COUNT(replies); i++)
        if (replies[i].query == query && replies[i].known)
            return answer(replies[i].value, replies[i].size, size, value, needed);
    return CL_INVALID_VALUE;
}
