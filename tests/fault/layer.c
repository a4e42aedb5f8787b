/* A layer of the OpenCL loader, OPENCL_LAYERS=libclscan_fault_layer.so: below any program, it fails the call with the
 * number FAULT_AT, and writes its name to the file FAULT_HIT. Releases are not counted. */
#include "fault/fault.h"

#include <CL/cl_layer.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct fault fault;

static void tell(const char *call) {
    const char *name = getenv("FAULT_HIT");
    FILE *file = name ? fopen(name, "w") : NULL;
    if (!file)
        return;
    fprintf(file, "%s\n", call);
    fclose(file);
}

/* Several threads may call; the tool's work in turn. */
bool fault_due(const char *call) {
    const bool due = ++fault.calls == fault.at;
    if (due)
        tell(call);
    return due;
}

static const cl_icd_dispatch *below;
static cl_icd_dispatch layer;

#define NEXT(name)                   below->name
#define HOOK(type, name, parameters) static type CL_API_CALL hook_##name parameters
#include "fault/hooks.h"

static void take(void) {
#define STATUS(name, ...)        layer.name = hook_##name;
#define QUEUED(name, ...)        layer.name = hook_##name;
#define FOUND(type, name, ...)   layer.name = hook_##name;
#define CREATED(type, name, ...) layer.name = hook_##name;
#define RETAINED(name, ...)      layer.name = hook_##name;
#define RELEASED(name, ...)      layer.name = hook_##name;
#include "fault/calls.def"
}

/* ------------------------------------------------------------------------------------ what the loaders ask for */

#define EXPORTED CL_API_ENTRY __attribute__((visibility("default")))

EXPORTED cl_int CL_API_CALL clGetLayerInfo(cl_layer_info what, size_t size, void *to, size_t *needed) {
    const cl_layer_api_version version = CL_LAYER_API_VERSION_100;
    const char name[] = "clscan's faults";
    const void *from = what == CL_LAYER_API_VERSION ? (const void *)&version : name;
    const size_t bytes = what == CL_LAYER_API_VERSION ? sizeof version : sizeof name;
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
    const char *at = getenv("FAULT_AT");
    if (entries < sizeof layer / sizeof(void *))
        return CL_INVALID_VALUE;
    fault.at = at ? (unsigned)strtoul(at, NULL, 10) : 0;
    below = target;
    take();
    *ours = &layer;
    *our_entries = sizeof layer / sizeof(void *);
    return CL_SUCCESS;
}

/* Khronos' loader from 2025 on. */
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
