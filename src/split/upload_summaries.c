#include "split/upload_summaries.h"

#include "base/try.h"

/* Stores in *all a buffer of the split for the summaries of a call. */
static clscan_status retain_lasting_buffer(clscan_split *s, size_t bytes, cl_mem *all) {
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

/* Stores in *all the buffer that receives the summaries. Sets *copied if a command copies them. */
static clscan_status copy_summaries_to_device(clscan_split *s, cl_command_queue queue, const cs_part *part,
                                              const cs_waits *w, cl_mem *all, cl_event *copied) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    const size_t bytes = part->num_parts * s->layout.bytes;
    void *const at = (void *)(uintptr_t)part->summaries;
    if (part->lasting) {
        TRY(retain_lasting_buffer(s, bytes, all));
        CL(clEnqueueWriteBuffer(queue, *all, CL_FALSE, 0, bytes, at, w->num, w->num ? w->list : NULL, copied));
    } else {
        *all = clCreateBuffer(s->plan->device->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, bytes, at, &error);
        TRY(cs_check_cl(error, "clCreateBuffer"));
    }
done:
    return status;
}

clscan_status cs_split_upload_summaries(clscan_split *s, cl_command_queue queue, const cs_call *call,
                                        const cs_part *part, const cs_waits *w, cs_summaries_reader *reader,
                                        cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cl_mem all = NULL;
    cl_event copied = NULL;
    TRY(copy_summaries_to_device(s, queue, part, w, &all, &copied));
    const cs_waits after = copied ? (cs_waits) { 1, &copied } : *w;
    TRY(reader(s, queue, call, part, all, &after, event));
done:
    if (copied && !*event) { /* the reader has failed, and the next call may write to the same buffer */
        *event = copied;
        copied = NULL;
    }
    if (copied)
        clReleaseEvent(copied);
    if (all)
        clReleaseMemObject(all);
    return status;
}
