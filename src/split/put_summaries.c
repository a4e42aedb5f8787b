#include "split/put_summaries.h"

#include "base/try.h"

/* Stores in *all a buffer of the split for the summaries of a call. */
static clscan_status keep_buffer(clscan_split *s, size_t bytes, cl_mem *all) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    if (s->all_bytes < bytes) {
        const cl_mem larger = clCreateBuffer(s->plan->device->context, CL_MEM_READ_ONLY, bytes, NULL, &error);
        TRY(cs_check_cl(error, "clCreateBuffer"));
        if (s->all)
            clReleaseMemObject(s->all);
        s->all = larger;
        s->all_bytes = bytes;
    }
    CL(clRetainMemObject(s->all));
    *all = s->all;
done:
    return status;
}

clscan_status cs_split_put_summaries(clscan_split *s, cl_command_queue queue, const cs_part *part, cl_uint num_wait,
                                     const cl_event *wait, cl_mem *all, cl_event *copied) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    const size_t bytes = part->num_parts * s->layout.bytes;
    void *const at = (void *)(uintptr_t)part->summaries;
    if (part->lasting) {
        TRY(keep_buffer(s, bytes, all));
        CL(clEnqueueWriteBuffer(queue, *all, CL_FALSE, 0, bytes, at, num_wait, wait, copied));
    } else {
        *all = clCreateBuffer(s->plan->device->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, at, &error);
        TRY(cs_check_cl(error, "clCreateBuffer"));
    }
done:
    return status;
}
