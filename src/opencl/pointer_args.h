/* Entry points that pass SVM and USM pointers to kernels. OpenCL 1.2 has neither. */
#ifndef CS_POINTER_ARGS_H
#define CS_POINTER_ARGS_H

#include "opencl/caps.h"

/* The type of clSetKernelArgSVMPointer and clSetKernelArgMemPointerINTEL. */
typedef cl_int(CL_API_CALL *cs_set_pointer)(cl_kernel kernel, cl_uint index, const void *pointer);

/* The entry points, indexed by clscan_memory. An entry is NULL for buffers, and for pointers that the device or its
 * driver does not support. */
typedef struct cs_pointer_args {
    cs_set_pointer set[CLSCAN_USM + 1];
} cs_pointer_args;

cs_pointer_args cs_pointer_args_of(const cs_caps *caps);

#endif
