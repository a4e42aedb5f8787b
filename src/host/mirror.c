#include "host/mirror.h"

#include "base/try.h"

#include <stdint.h>

/* Returns whether kernels can read or write such elements at the address. The alignment of a type divides its size, so
 * this also holds for a type of the user's, whose alignment the library does not know. */
static bool is_aligned(const void *address, size_t element) {
    const size_t divides = element & -element;
    return (uintptr_t)address % (divides < CS_MAX_ALIGNMENT ? divides : CS_MAX_ALIGNMENT) == 0;
}

clscan_status cs_mirrors_add(cs_mirrors *mirrors, const cs_byte_ranges *ranges, size_t i, bool alone, bool filled,
                             cl_mem_flags access) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    const cs_caps *caps = &mirrors->device->caps;
    cs_mirror *const m = &mirrors->at[mirrors->n];
    const size_t bytes = ranges->at[i].end - ranges->at[i].begin;
    char *const host = (char *)(uintptr_t)ranges->at[i].begin;
    const bool shared = alone && bytes > 0 && caps->unified_memory && is_aligned(host, ranges->element[i]);
    *m = (cs_mirror) { .host = host, .bytes = bytes, .shared = shared };
    FAIL_IF(bytes > caps->max_alloc, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s has %zu bytes, but a buffer of %s has %llu at most, and only contiguous scans and reductions "
            "without segments, desc.user.load, store and with_position are executed in pieces",
            ranges->name[i], bytes, caps->name, (unsigned long long)caps->max_alloc);
    /* OpenCL has no buffers of 0 bytes, but an array of a call without elements has none. */
    m->buffer = clCreateBuffer(mirrors->device->context, access | (shared ? CL_MEM_USE_HOST_PTR : 0),
                               bytes > 0 ? bytes : ranges->element[i], shared ? host : NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    mirrors->n++;
    if (filled && !shared && bytes > 0)
        CL(clEnqueueWriteBuffer(mirrors->queue, m->buffer, CL_TRUE, 0, bytes, host, 0, NULL, NULL));
done:
    return status;
}

clscan_status cs_mirror_fetch(const cs_mirrors *mirrors, const cs_mirror *m, size_t begin, size_t end) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    if (begin >= end)
        goto done;
    if (m->shared) {
        void *mapped = clEnqueueMapBuffer(mirrors->queue, m->buffer, CL_TRUE, CL_MAP_READ, begin, end - begin, 0, NULL,
                                          NULL, &error);
        TRY(cs_check_cl(error, "clEnqueueMapBuffer"));
        CL(clEnqueueUnmapMemObject(mirrors->queue, m->buffer, mapped, 0, NULL, NULL));
    } else
        CL(clEnqueueReadBuffer(mirrors->queue, m->buffer, CL_TRUE, begin, end - begin, m->host + begin, 0, NULL, NULL));
done:
    return status;
}

clscan_status cs_mirrors_release(cs_mirrors *mirrors, clscan_status status) {
    const cl_int error = mirrors->n > 0 ? clFinish(mirrors->queue) : CL_SUCCESS;
    for (size_t i = 0; i < mirrors->n; i++)
        clReleaseMemObject(mirrors->at[i].buffer);
    mirrors->n = 0;
    return status == CLSCAN_OK ? cs_check_cl(error, "clFinish") : status;
}
