/* Entry points that pass SVM and USM pointers to kernels. OpenCL 1.2 has neither. */
#ifndef CS_POINTER_ARGS_H
#define CS_POINTER_ARGS_H

#include "opencl/caps.h"

/* The type of clSetKernelArgSVMPointer and clSetKernelArgMemPointerINTEL. */
typedef cl_int(CL_API_CALL *cs_set_pointer)(cl_kernel kernel, cl_uint index, const void *pointer);

/* The kinds of memory of an array that kernels know: a buffer, or an SVM or USM pointer. Arrays in host memory, of the
 * kind CS_HOST, are replaced by buffers first. */
typedef enum cs_memory_kind { CS_BUFFERS, CS_SVM, CS_USM, CS_MEMORY_KINDS } cs_memory_kind;
#define CS_HOST CS_MEMORY_KINDS

/* The functions that pass a pointer to a kernel, by memory kind. NULL for buffers, and for kinds that the device or its
 * driver lacks. */
typedef struct cs_pointer_args {
    cs_set_pointer set[CS_MEMORY_KINDS];
} cs_pointer_args;

cs_pointer_args cs_pointer_args_of(const cs_caps *caps);

#endif
