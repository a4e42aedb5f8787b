/* A driver with faults: functions before some of OpenCL's, which spoil what kernels come to. Whoever includes this says
 * how a function is declared, HOOK(type, name, parameters), what it stands before, NEXT(name), and how others are
 * called, CALL(name). */
#include <CL/cl.h>
#include <stdbool.h>
#include <string.h>

static const char *spoilt = ""; /* kernels whose output is wrong, each with a blank behind it */
static const char *lost = "";   /* kernels that never run, though the driver says so; likewise */
static bool always_so;          /* wrong in the same way each time */
static size_t spoilt_at = 400;  /* byte of the output */
static bool unwritten;          /* it has the bytes that the self-test puts there before a scan, and is not wrong */
static bool refused;            /* they are not launched at all */
static bool only_withheld;      /* they are spoilt only where a tile has no owner: tickets begin below zero then */
static size_t launches;

enum { MOST_KERNELS = 64 };
static struct {
    cl_kernel kernel;
    cl_mem out;
    cl_int ticket; /* the last argument */
} seen[MOST_KERNELS];

static size_t place_of(cl_kernel kernel) {
    size_t i = 0;
    while (seen[i].kernel && seen[i].kernel != kernel && i + 1 < MOST_KERNELS)
        i++;
    seen[i].kernel = kernel;
    return i;
}

/* The second argument of ours is the output. */
HOOK(cl_int, clSetKernelArg, (cl_kernel kernel, cl_uint index, size_t size, const void *value)) {
    if (index == 1 && size == sizeof(cl_mem) && value)
        memcpy(&seen[place_of(kernel)].out, value, size);
    if (size == sizeof(cl_int) && value)
        memcpy(&seen[place_of(kernel)].ticket, value, size);
    return NEXT(clSetKernelArg)(kernel, index, size, value);
}

static bool is_one_of(const char *kernels, cl_kernel kernel) {
    char name[64] = "";
    CALL(clGetKernelInfo)(kernel, CL_KERNEL_FUNCTION_NAME, sizeof name - 1, name, NULL);
    strcat(name, " ");
    return strstr(kernels, name) != NULL;
}

HOOK(cl_int, clEnqueueNDRangeKernel,
     (cl_command_queue q, cl_kernel k, cl_uint dimensions, const size_t *offset, const size_t *global,
      const size_t *wg_size, cl_uint n, const cl_event *wait, cl_event *event)) {
    const cl_uint wrong = unwritten ? 0xA5A5A5A5 : 0xBAD00000u + (always_so ? 0 : (cl_uint)launches);
    launches++;
    if (refused && is_one_of(spoilt, k))
        return CL_OUT_OF_RESOURCES;
    if (is_one_of(lost, k))
        return CALL(clEnqueueMarkerWithWaitList)(q, n, wait, event);
    cl_int error = NEXT(clEnqueueNDRangeKernel)(q, k, dimensions, offset, global, wg_size, n, wait, event);
    if (error == CL_SUCCESS && is_one_of(spoilt, k) && (!only_withheld || seen[place_of(k)].ticket < 0)) {
        error = CALL(clFinish)(q);
        error |= CALL(clEnqueueWriteBuffer)(q, seen[place_of(k)].out, CL_TRUE, spoilt_at, sizeof wrong, &wrong, 0, NULL,
                                            NULL);
    }
    return error;
}
