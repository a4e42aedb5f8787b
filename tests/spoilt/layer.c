/* A layer of the OpenCL loader that spoils what the kernels SPOILT_KERNELS come to, names with a blank behind each. */
#include "support/layer.h"

#include <stdlib.h>

const char layer_name[] = "clscan's spoilt driver";
static const cl_icd_dispatch *next;

#define NEXT(name)                   next->name
#define CALL(name)                   next->name
#define HOOK(type, name, parameters) static type CL_API_CALL hook_##name parameters
#include "spoilt/driver.h"

void layer_take(cl_icd_dispatch *layer, const cl_icd_dispatch *below) {
    const char *kernels = getenv("SPOILT_KERNELS");
    spoilt = kernels ? kernels : "";
    next = below;
    layer->clSetKernelArg = hook_clSetKernelArg;
    layer->clEnqueueNDRangeKernel = hook_clEnqueueNDRangeKernel;
}
