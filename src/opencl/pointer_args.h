/* Entry points that pass SVM and USM pointers to kernels. OpenCL 1.2 has neither. */
#ifndef CS_POINTER_ARGS_H
#define CS_POINTER_ARGS_H

#include "opencl/caps.h"

/* The type of clSetKernelArgSVMPointer and clSetKernelArgMemPointerINTEL. */
typedef cl_int(CL_API_CALL *cs_set_pointer)(cl_kernel kernel, cl_uint index, const void *pointer);

/* The kinds of memory of an array: a buffer, an SVM or USM pointer, or host memory. Kernels know all but the last kind,
 * and arrays in host memory are replaced by buffers before a call is enqueued. */
typedef enum cs_memory_kind { CS_BUFFERS, CS_SVM, CS_USM, CS_MEMORY_KINDS, CS_HOST = CS_MEMORY_KINDS } cs_memory_kind;

/* The functions that pass a pointer to a kernel, by memory kind. NULL for buffers, and for kinds that the device or its
 * driver lacks. */
typedef struct cs_pointer_args {
    cs_set_pointer set[CS_MEMORY_KINDS];
} cs_pointer_args;

cs_pointer_args cs_pointer_args_of(const cs_caps *caps);

#endif
