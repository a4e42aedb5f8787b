#include "support/enqueued.h"

#include <CL/cl.h>

static size_t commands;

size_t enqueued(void) {
    return commands;
}

/* COUNTED(name, parameters, arguments) defines a wrapper of the OpenCL function `name` that counts its calls. */
#define COUNTED(name, parameters, arguments)                                                                           \
    cl_int __real_##name parameters;                                                                                   \
    cl_int __wrap_##name parameters;                                                                                   \
    cl_int __wrap_##name parameters {                                                                                  \
        commands++;                                                                                                    \
        return __real_##name arguments;                                                                                \
    }

COUNTED(clEnqueueNDRangeKernel,
        (cl_command_queue q, cl_kernel k, cl_uint d, const size_t *o, const size_t *g, const size_t *l, cl_uint n,
         const cl_event *w, cl_event *e),
        (q, k, d, o, g, l, n, w, e))
COUNTED(clEnqueueFillBuffer,
        (cl_command_queue q, cl_mem m, const void *p, size_t s, size_t o, size_t b, cl_uint n, const cl_event *w,
         cl_event *e),
        (q, m, p, s, o, b, n, w, e))
COUNTED(clEnqueueMarkerWithWaitList, (cl_command_queue q, cl_uint n, const cl_event *w, cl_event *e), (q, n, w, e))
