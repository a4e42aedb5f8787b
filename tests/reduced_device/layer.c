/* A layer of the OpenCL loader that hides features of a device, to imitate less capable devices. The driver below the
 * layer compiles and runs kernels as before, so a test with this layer checks only which functions the library chooses.
 * Environment variables describe the device:
 *   REDUCED_VERSION  the device's OpenCL version string; queries for lists of numeric versions then fail
 *   REDUCED_ATOMICS  a mask of the capabilities of atomic operations and fences that the device keeps
 *   REDUCED_HIDDEN   names of extensions that the device does not list, each followed by a blank */
#include "support/layer.h"
#include "support/answer.h"

#include <stdbool.h>
#include <stdlib.h>

const char layer_name[] = "clscan's reduced device";
static const cl_icd_dispatch *next;

enum {
    ATOMIC_MEMORY = 0x1063,
    ATOMIC_FENCE,
    EXTENSIONS_WITH_VERSION = 0x1060,
    ALL_VERSIONS = 0x1066,
    FEATURES = 0x106F
};

/* Overwrites each hidden name in `list` with underscores, so that the list keeps its length. */
static void hide(char *list) {
    const char *hidden = getenv("REDUCED_HIDDEN");
    while (hidden && *hidden) {
        const size_t length = strcspn(hidden, " ");
        for (char *at = list; *at; at += strcspn(at, " ") + (at[strcspn(at, " ")] == ' '))
            if (strcspn(at, " ") == length && strncmp(at, hidden, length) == 0)
                memset(at, '_', length);
        hidden += length + (hidden[length] == ' ');
    }
}

static cl_int extensions(cl_device_id id, size_t size, void *value, size_t *needed) {
    const cl_int error = next->clGetDeviceInfo(id, CL_DEVICE_EXTENSIONS, size, value, needed);
    if (error == CL_SUCCESS && value)
        hide(value);
    return error;
}

static cl_int atomics(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    const cl_int error = next->clGetDeviceInfo(id, what, size, value, needed);
    if (error == CL_SUCCESS && value)
        *(cl_ulong *)value &= strtoull(getenv("REDUCED_ATOMICS"), NULL, 0);
    return error;
}

static cl_int CL_API_CALL hook_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value,
                                               size_t *needed) {
    const char *version = getenv("REDUCED_VERSION");
    const bool lists = what == EXTENSIONS_WITH_VERSION || what == ALL_VERSIONS || what == FEATURES;
    if (what == CL_DEVICE_VERSION && version)
        return answer(version, strlen(version) + 1, size, value, needed);
    if (lists && (version || getenv("REDUCED_HIDDEN")))
        return CL_INVALID_VALUE;
    if ((what == ATOMIC_MEMORY || what == ATOMIC_FENCE) && getenv("REDUCED_ATOMICS"))
        return atomics(id, what, size, value, needed);
    return what == CL_DEVICE_EXTENSIONS ? extensions(id, size, value, needed)
                                        : next->clGetDeviceInfo(id, what, size, value, needed);
}

void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below) {
    next = below;
    layer->clGetDeviceInfo = hook_clGetDeviceInfo;
}
