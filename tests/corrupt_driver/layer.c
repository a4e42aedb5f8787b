/* A layer of the OpenCL loader that corrupts the output of the kernels named in CORRUPT_KERNELS, each name followed by
 * a blank. If CORRUPT_BUFFER is set, CL_DEVICE_MAX_MEM_ALLOC_SIZE is that many bytes. */
#include "support/layer.h"
#include "support/answer.h"

#include <stdlib.h>

const char layer_name[] = "clscan's corrupt driver";
static const cl_icd_dispatch *next;

#define NEXT(name)                   next->name
#define CALL(name)                   next->name
#define HOOK(type, name, parameters) static type CL_API_CALL hook_##name parameters
#include "corrupt_driver/driver.h"

static cl_int CL_API_CALL hook_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value,
                                               size_t *needed) {
    const char *buffer = getenv("CORRUPT_BUFFER");
    const cl_ulong bytes = buffer ? strtoull(buffer, NULL, 10) : 0;
    if (buffer && what == CL_DEVICE_MAX_MEM_ALLOC_SIZE)
        return answer(&bytes, sizeof bytes, size, value, needed);
    return next->clGetDeviceInfo(id, what, size, value, needed);
}

void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below) {
    const char *kernels = getenv("CORRUPT_KERNELS");
    corrupt = kernels ? kernels : "";
    next = below;
    layer->clGetDeviceInfo = hook_clGetDeviceInfo;
    layer->clSetKernelArg = hook_clSetKernelArg;
    layer->clEnqueueNDRangeKernel = hook_clEnqueueNDRangeKernel;
}
