/* Memory that OpenCL 1.2 does not know: pointers, and how kernels are given them. */
#ifndef CS_POINTER_ARGS_H
#define CS_POINTER_ARGS_H

#include "opencl/caps.h"

/* clSetKernelArgSVMPointer and the like. */
typedef cl_int(CL_API_CALL *cs_set_pointer)(cl_kernel kernel, cl_uint index, const void *pointer);

/* By clscan_memory; NULL: not by pointer, or the device or its driver has none. */
typedef struct cs_pointer_args {
    cs_set_pointer set[CLSCAN_USM + 1];
} cs_pointer_args;

cs_pointer_args cs_pointer_args_of(const cs_caps *caps);

#endif
