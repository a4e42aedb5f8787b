#include "caps.h"

#include "check.h"

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

/* An empty floating-point configuration means that the type is missing; an unknown query means the same. */
static bool has_floats(cl_device_id id, cl_device_info what) {
    cl_device_fp_config config = 0;
    return clGetDeviceInfo(id, what, sizeof config, &config, NULL) == CL_SUCCESS && config != 0;
}

static clscan_status has_extension(cl_device_id id, const char *name, bool *has) {
    clscan_status status = CLSCAN_OK;
    char *all = NULL;
    size_t size = 0;
    CL(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, 0, NULL, &size));
    TRY_ALLOC(all = calloc(size + 1, 1));
    CL(clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, all, NULL));
    *has = strstr(all, name) != NULL;
done:
    free(all);
    return status;
}

clscan_status cs_caps_query(cl_device_id id, cs_caps *caps) {
    clscan_status status = CLSCAN_OK;
    cl_bool unified = CL_FALSE;
    *caps = (cs_caps) { .has_double = has_floats(id, CL_DEVICE_DOUBLE_FP_CONFIG) };
    TRY(query_string(id, CL_DEVICE_NAME, caps->name, sizeof caps->name));
    TRY(query_string(id, CL_DEVICE_VERSION, caps->version, sizeof caps->version));
    TRY(query_string(id, CL_DRIVER_VERSION, caps->driver, sizeof caps->driver));
    TRY(has_extension(id, "cl_khr_fp16", &caps->has_half));
    CL(clGetDeviceInfo(id, CL_DEVICE_TYPE, sizeof caps->type, &caps->type, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_MAX_COMPUTE_UNITS, sizeof caps->compute_units, &caps->compute_units, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof caps->max_wg_size, &caps->max_wg_size, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof caps->local_bytes, &caps->local_bytes, NULL));
    CL(clGetDeviceInfo(id, CL_DEVICE_HOST_UNIFIED_MEMORY, sizeof unified, &unified, NULL));
    caps->unified_memory = unified;
done:
    return status;
}
