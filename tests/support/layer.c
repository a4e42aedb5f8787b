/* The entry points that an OpenCL loader looks up in a layer. */
#include "support/layer.h"

#include <string.h>

static cl_icd_dispatch layer;

#define EXPORTED CL_API_ENTRY __attribute__((visibility("default")))

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *to, size_t *needed) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const void *from = what == CL_LAYER_API_VERSION ? (const void *)&version : layer_name;
    const size_t bytes = what == CL_LAYER_API_VERSION ? sizeof version : strlen(layer_name) + 1;
    if ((what != CL_LAYER_API_VERSION && what != CL_LAYER_NAME) || (to && size < bytes))
        return CL_INVALID_VALUE;
    if (to)
        memcpy(to, from, bytes);
    if (needed)
        *needed = bytes;
    return CL_SUCCESS;
}

EXPORTED cl_int CL_API_CALL clInitLayer(cl_uint entries, const cl_icd_dispatch *target, cl_uint *our_entries,
                                        const cl_icd_dispatch **ours) {
    if (entries < sizeof layer / sizeof(void *))
        return CL_INVALID_VALUE;
    layer_take(&layer, target);
    *ours = &layer;
    *our_entries = sizeof layer / sizeof(void *);
    return CL_SUCCESS;
}

/* Khronos' loader calls this function since 2025. */
EXPORTED cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch *target,
                                                      cl_uint *our_entries, const cl_icd_dispatch **ours,
                                                      const cl_properties *properties);
EXPORTED cl_int CL_API_CALL clInitLayerWithProperties(cl_uint entries, const cl_icd_dispatch *target,
                                                      cl_uint *our_entries, const cl_icd_dispatch **ours,
                                                      const cl_properties *properties) {
    (void)properties;
    return clInitLayer(entries, target, our_entries, ours);
}

EXPORTED cl_int CL_API_CALL clDeinitLayer(void);
EXPORTED cl_int CL_API_CALL clDeinitLayer(void) {
    return CL_SUCCESS;
}
