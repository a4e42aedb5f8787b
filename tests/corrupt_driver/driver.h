/* A driver with faults: wrappers of some OpenCL functions, which corrupt the output of chosen kernels. A file that
 * includes this one first defines three macros:
 *   HOOK(type, name, parameters)  declares the wrapper of an OpenCL function
 *   NEXT(name)                    the function that the wrapper replaces
 *   CALL(name)                    any other OpenCL function */
#include <CL/cl.h>
#include <stdbool.h>
#include <string.h>

static const char *corrupt = ""; /* names of kernels with wrong output, each followed by a blank */
static const char *lost = "";    /* names of kernels that report success but never run, in the same format */
static bool always_so;           /* every launch writes the same wrong word */
static size_t corrupt_at = 400;  /* offset of the wrong word in the output, in bytes */
static bool unwritten;           /* the wrong word is the pattern that the self-test fills the output with */
static bool refused;             /* launches of the `corrupt` kernels fail */
static bool only_withheld;       /* corrupt only launches with a tile without owner, whose first ticket is negative */
static size_t most_groups = (size_t)-1; /* corrupt only launches of at most so many work-groups */
static size_t least_wg_size; /* corrupt or lose only launches with work-groups of at least so many work-items */
static size_t launches;

enum { MOST_KERNELS = 256 };
static struct {
    cl_kernel kernel;
    cl_mem out;
    cl_int ticket; /* the first ticket: the last argument of one-pass kernels */
} seen[MOST_KERNELS];

static size_t place_of(cl_kernel kernel) {
    size_t i = 0;
    while (seen[i].kernel && seen[i].kernel != kernel && i + 1 < MOST_KERNELS)
        i++;
    seen[i].kernel = kernel;
    return i;
}

/* The second argument of every kernel of clscan is the output. */
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
    if (refused && is_one_of(corrupt, k))
        return CL_OUT_OF_RESOURCES;
    if (is_one_of(lost, k) && wg_size[0] >= least_wg_size)
        return CALL(clEnqueueMarkerWithWaitList)(q, n, wait, event);
    cl_int error = NEXT(clEnqueueNDRangeKernel)(q, k, dimensions, offset, global, wg_size, n, wait, event);
    const bool meant = (!only_withheld || seen[place_of(k)].ticket < 0) && global[0] / wg_size[0] <= most_groups &&
                       wg_size[0] >= least_wg_size;
    if (error == CL_SUCCESS && is_one_of(corrupt, k) && meant) {
        error = CALL(clFinish)(q);
        error |= CALL(clEnqueueWriteBuffer)(q, seen[place_of(k)].out, CL_TRUE, corrupt_at, sizeof wrong, &wrong, 0,
                                            NULL, NULL);
    }
    return error;
}
