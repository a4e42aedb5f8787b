#include "opencl/device_info.h"

#include "base/strbuf.h"
#include "base/try.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEVICE_SVM_CAPABILITIES = 0x1053,        /* OpenCL 2.0 */
    DEVICE_MAX_NUM_SUB_GROUPS = 0x105C,      /* OpenCL 2.1 */
    DEVICE_EXTENSIONS_WITH_VERSION = 0x1060, /* OpenCL 3.0 */
    DEVICE_ATOMIC_MEMORY_CAPABILITIES = 0x1063,
    DEVICE_ATOMIC_FENCE_CAPABILITIES = 0x1064,
    DEVICE_OPENCL_C_ALL_VERSIONS = 0x1066,
    DEVICE_OPENCL_C_FEATURES = 0x106F,
    DEVICE_COMPUTE_CAPABILITY_MAJOR_NV = 0x4000, /* cl_nv_device_attribute_query */
    DEVICE_COMPUTE_CAPABILITY_MINOR_NV = 0x4001
};

/* Drivers return one of these errors for a query that they do not know. */
static bool is_unknown(cl_int error) {
    return error == CL_INVALID_VALUE || error == CL_INVALID_OPERATION;
}

/* ------------------------------------------------------------------------------------------------- numbers */

typedef struct question {
    cl_device_info what;
    size_t at;  /* offset of the field in cs_answers */
    bool newer; /* not every device knows this query */
} question;

#define ABOUT(what, field)                                                                                             \
    { what, offsetof(cs_answers, field), false }
#define NEWER(what, field)                                                                                             \
    { what, offsetof(cs_answers, field), true }

static const question questions[] = {
    ABOUT(CL_DEVICE_TYPE, type),
    ABOUT(CL_DEVICE_VENDOR_ID, vendor),
    ABOUT(CL_DEVICE_MAX_COMPUTE_UNITS, compute_units),
    ABOUT(CL_DEVICE_MAX_WORK_GROUP_SIZE, max_wg_size),
    ABOUT(CL_DEVICE_LOCAL_MEM_SIZE, local_bytes),
    ABOUT(CL_DEVICE_MAX_MEM_ALLOC_SIZE, max_alloc),
    ABOUT(CL_DEVICE_MEM_BASE_ADDR_ALIGN, alignment_bits),
    ABOUT(CL_DEVICE_HOST_UNIFIED_MEMORY, unified_memory),
    ABOUT(CL_DEVICE_ENDIAN_LITTLE, little_endian),
    NEWER(CL_DEVICE_DOUBLE_FP_CONFIG, double_config),
    NEWER(DEVICE_SVM_CAPABILITIES, svm),
    NEWER(DEVICE_MAX_NUM_SUB_GROUPS, sub_groups),
    NEWER(DEVICE_ATOMIC_MEMORY_CAPABILITIES, atomic_memory),
    NEWER(DEVICE_ATOMIC_FENCE_CAPABILITIES, atomic_fence),
};

/* These are queried only if the device lists the extension: for other vendors the codes may mean something else. */
static const question questions_nvidia[] = {
    NEWER(DEVICE_COMPUTE_CAPABILITY_MAJOR_NV, nvidia_major),
    NEWER(DEVICE_COMPUTE_CAPABILITY_MINOR_NV, nvidia_minor),
};

/* An answer, which may be a number of 1, 2, 4 or 8 bytes. */
typedef union number {
    cl_uchar bytes1;
    cl_ushort bytes2;
    cl_uint bytes4;
    cl_ulong bytes8;
} number;

/* Reads the member of this size, so that short answers are right on hosts of either byte order. */
static cl_ulong number_of(const number *n, size_t size) {
    return size == 1 ? n->bytes1 : size == 2 ? n->bytes2 : size == 4 ? n->bytes4 : size == 8 ? n->bytes8 : 0;
}

static clscan_status ask_number(cl_device_id id, const question *q, cs_answers *answers) {
    clscan_status status = CLSCAN_OK;
    number n = { .bytes8 = 0 };
    size_t size = 0;
    const cl_int error = clGetDeviceInfo(id, q->what, sizeof n, &n, &size);
    if (q->newer && is_unknown(error))
        goto done;
    TRY(cs_check_cl(error, "clGetDeviceInfo"));
    *(cl_ulong *)((char *)answers + q->at) = number_of(&n, size);
done:
    return status;
}

static clscan_status ask_numbers(cl_device_id id, const question *q, size_t n, cs_answers *answers) {
    clscan_status status = CLSCAN_OK;
    for (size_t i = 0; i < n; i++)
        TRY(ask_number(id, &q[i], answers));
done:
    return status;
}

#define ASK_NUMBERS(id, questions, answers) ask_numbers(id, questions, sizeof(questions) / sizeof *(questions), answers)

/* --------------------------------------------------------------------------------------------------- strings */

/* Returns in *bytes an answer of any length, followed by a zero, which the caller frees. If the query is `newer` and
 * the device does not know it, *bytes stays NULL. */
static clscan_status ask_bytes(cl_device_id id, cl_device_info what, bool newer, char **bytes, size_t *size) {
    clscan_status status = CLSCAN_OK;
    const cl_int error = clGetDeviceInfo(id, what, 0, NULL, size);
    if (newer && is_unknown(error))
        goto done;
    TRY(cs_check_cl(error, "clGetDeviceInfo"));
    TRY_ALLOC(*bytes = calloc(*size + 1, 1));
    CL(clGetDeviceInfo(id, what, *size, *bytes, NULL));
done:
    return status;
}

/* Copies a string to a field of `room` bytes, and cuts it if it is longer. */
static clscan_status ask_string(cl_device_id id, cl_device_info what, char *field, size_t room) {
    clscan_status status = CLSCAN_OK;
    char *whole = NULL;
    size_t size = 0;
    TRY(ask_bytes(id, what, false, &whole, &size));
    const size_t kept = strlen(whole) < room ? strlen(whole) : room - 1;
    memcpy(field, whole, kept);
    field[kept] = '\0';
done:
    free(whole);
    return status;
}

/* ----------------------------------------------------------------------------------------- names with versions */

typedef struct name_version { /* as cl_name_version of OpenCL 3.0 */
    cl_uint version;
    char name[64];
} name_version;

static clscan_status ask_versions(cl_device_id id, cl_device_info what, name_version **list, size_t *n) {
    clscan_status status = CLSCAN_OK;
    char *bytes = NULL;
    size_t size = 0;
    TRY(ask_bytes(id, what, true, &bytes, &size));
    *n = bytes ? size / sizeof **list : 0;
    TRY_ALLOC(*list = calloc(*n + 1, sizeof **list));
    if (*n > 0)
        memcpy(*list, bytes, *n * sizeof **list);
done:
    free(bytes);
    return status;
}

static clscan_status add_names(cl_device_id id, cl_device_info what, cs_strbuf *names) {
    clscan_status status = CLSCAN_OK;
    name_version *list = NULL;
    size_t n = 0;
    TRY(ask_versions(id, what, &list, &n));
    for (size_t i = 0; i < n; i++)
        cs_strbuf_add(names, "%.64s ", list[i].name);
done:
    free(list);
    return status;
}

static clscan_status ask_names(cl_device_id id, cs_answers *answers) {
    clscan_status status = CLSCAN_OK;
    cs_strbuf names = { 0 };
    char *extensions = NULL;
    size_t size = 0;
    TRY(ask_bytes(id, CL_DEVICE_EXTENSIONS, false, &extensions, &size));
    cs_strbuf_add(&names, "%s ", extensions);
    if (cs_opencl_of(answers->version) >= 30) {
        TRY(add_names(id, DEVICE_EXTENSIONS_WITH_VERSION, &names));
        TRY(add_names(id, DEVICE_OPENCL_C_FEATURES, &names));
    }
    TRY_ALLOC(!names.failed);
    answers->names = names.data;
    names.data = NULL;
done:
    free(extensions);
    cs_strbuf_free(&names);
    return status;
}

/* Finds the newest version in CL_DEVICE_OPENCL_C_ALL_VERSIONS. A device without that query has the OpenCL C that its
 * version of OpenCL requires: 2.0 for all of 2.x, and 3.0 from 3.0 on. */
static clscan_status ask_opencl_c(cl_device_id id, cs_answers *answers) {
    enum { MAJOR = 22, MINOR = 12, MINOR_BITS = 0x3FF };
    clscan_status status = CLSCAN_OK;
    name_version *list = NULL;
    size_t n = 0;
    const cl_uint opencl = cs_opencl_of(answers->version);
    answers->opencl_c = opencl >= 30 ? 30 : opencl >= 20 ? 20 : 12;
    if (opencl >= 30)
        TRY(ask_versions(id, DEVICE_OPENCL_C_ALL_VERSIONS, &list, &n));
    for (size_t i = 0; i < n; i++) {
        const cl_uint version = 10 * (list[i].version >> MAJOR) + (list[i].version >> MINOR & MINOR_BITS);
        answers->opencl_c = version > answers->opencl_c ? version : answers->opencl_c;
    }
done:
    free(list);
    return status;
}

/* ------------------------------------------------------------------------------------------------- all answers */

clscan_status cs_answers_query(cl_device_id id, cs_answers *answers) {
    clscan_status status = CLSCAN_OK;
    *answers = (cs_answers) { .names = NULL };
    TRY(ask_string(id, CL_DEVICE_NAME, answers->name, sizeof answers->name));
    TRY(ask_string(id, CL_DEVICE_VERSION, answers->version, sizeof answers->version));
    TRY(ask_string(id, CL_DRIVER_VERSION, answers->driver, sizeof answers->driver));
    TRY(ask_string(id, CL_DEVICE_VENDOR, answers->vendor_name, sizeof answers->vendor_name));
    TRY(ask_names(id, answers));
    TRY(ask_opencl_c(id, answers));
    TRY(ASK_NUMBERS(id, questions, answers));
    if (cs_answers_have(answers, "cl_nv_device_attribute_query"))
        TRY(ASK_NUMBERS(id, questions_nvidia, answers));
    CL(clGetDeviceInfo(id, CL_DEVICE_PLATFORM, sizeof answers->platform, &answers->platform, NULL));
done:
    return status;
}

void cs_answers_free(cs_answers *answers) {
    free(answers->names);
    answers->names = NULL;
}

/* Compares whole words of the list, because some names begin with other names. */
bool cs_answers_have(const cs_answers *answers, const char *name) {
    const size_t length = strlen(name);
    for (const char *at = strstr(answers->names, name); at; at = strstr(at + 1, name))
        if ((at == answers->names || at[-1] == ' ') && (at[length] == ' ' || at[length] == '\0'))
            return true;
    return false;
}

cl_uint cs_opencl_of(const char *version) {
    static const char opencl[] = "OpenCL ";
    const char *at = version + sizeof opencl - 1;
    if (strncmp(version, opencl, sizeof opencl - 1) != 0)
        return 0;
    const long major = strtol(at, (char **)&at, 10), minor = *at == '.' ? strtol(at + 1, NULL, 10) : 0;
    return (cl_uint)(10 * major + minor);
}
