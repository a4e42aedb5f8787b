#include "stream/slot_array.h"

#include "base/try.h"

static clscan_status create_queue(const clscan_device *device, cl_command_queue *queue) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *queue = clCreateCommandQueue(device->context, device->id, 0, &error);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
done:
    return status;
}

clscan_status cs_stream_queues_open(cs_stream_queues *queues, const clscan_device *device) {
    clscan_status status = CLSCAN_OK;
    *queues = (cs_stream_queues) { .device = device, .shared = device->caps.unified_memory };
    TRY(create_queue(device, &queues->up));
    TRY(create_queue(device, &queues->compute));
    TRY(create_queue(device, &queues->down));
done:
    return status;
}

clscan_status cs_stream_queues_finish(const cs_stream_queues *queues) {
    clscan_status status = CLSCAN_OK;
    const cl_command_queue all[] = { queues->up, queues->compute, queues->down };
    cl_int first = CL_SUCCESS;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        const cl_int error = all[i] ? clFinish(all[i]) : CL_SUCCESS;
        first = first ? first : error;
    }
    TRY(cs_check_cl(first, "clFinish"));
done:
    return status;
}

void cs_stream_queues_close(cs_stream_queues *queues) {
    const cl_command_queue all[] = { queues->up, queues->compute, queues->down };
    cs_stream_queues_finish(queues);
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i])
            clReleaseCommandQueue(all[i]);
}

clscan_status cs_stream_queues_flush(const cs_stream_queues *queues) {
    clscan_status status = CLSCAN_OK;
    CL(clFlush(queues->up));
    CL(clFlush(queues->compute));
    CL(clFlush(queues->down));
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------------- the memory */

static clscan_status create_buffer(const cs_stream_queues *queues, cl_mem_flags flags, size_t bytes, cl_mem *buffer) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *buffer = clCreateBuffer(queues->device->context, CL_MEM_READ_WRITE | flags, bytes, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
done:
    return status;
}

/* Maps the first `bytes` of the staging memory. */
static clscan_status map(cl_command_queue queue, cs_slot_array *array, bool waits, cl_map_flags flags, size_t bytes,
                         const cl_event *after) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    array->host = clEnqueueMapBuffer(queue, array->staging, waits, flags, 0, bytes, after != NULL, after, NULL, &error);
    TRY(cs_check_cl(error, "clEnqueueMapBuffer"));
done:
    return status;
}

static clscan_status unmap(cl_command_queue queue, cs_slot_array *array) {
    clscan_status status = CLSCAN_OK;
    if (!array->host)
        goto done;
    CL(clEnqueueUnmapMemObject(queue, array->staging, array->host, 0, NULL, NULL));
    array->host = NULL;
done:
    return status;
}

/* Where copies are made, the staging memory stays mapped, because such memory is pinned. */
clscan_status cs_slot_array_create(const cs_stream_queues *queues, size_t element, size_t n, cs_slot_array *array) {
    clscan_status status = CLSCAN_OK;
    *array = (cs_slot_array) { .element = element, .bytes = element * n };
    TRY(create_buffer(queues, CL_MEM_ALLOC_HOST_PTR, array->bytes, &array->staging));
    if (queues->shared)
        array->buffer = array->staging;
    else {
        TRY(create_buffer(queues, 0, array->bytes, &array->buffer));
        TRY(map(queues->up, array, true, CL_MAP_READ | CL_MAP_WRITE, array->bytes, NULL));
    }
done:
    return status;
}

/* A failure to unmap is not reported: the queue has failed before. */
void cs_slot_array_release(const cs_stream_queues *queues, cs_slot_array *array) {
    if (array->host)
        clEnqueueUnmapMemObject(queues->up, array->staging, array->host, 0, NULL, NULL);
    if (array->buffer && array->buffer != array->staging)
        clReleaseMemObject(array->buffer);
    if (array->staging)
        clReleaseMemObject(array->staging);
    *array = (cs_slot_array) { .element = 0 };
}

/* ------------------------------------------------------------------------------------------------ back and forth */

clscan_status cs_slot_array_open(const cs_stream_queues *queues, cs_slot_array *array) {
    clscan_status status = CLSCAN_OK;
    if (!array->host)
        TRY(map(queues->up, array, true, CL_MAP_WRITE_INVALIDATE_REGION, array->bytes, NULL));
done:
    return status;
}

clscan_status cs_slot_array_send(const cs_stream_queues *queues, cs_slot_array *array, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    const char *from = array->callers_memory ? array->callers_memory : array->host;
    if (queues->shared)
        TRY(unmap(queues->up, array));
    else if (bytes > 0)
        CL(clEnqueueWriteBuffer(queues->up, array->buffer, CL_FALSE, 0, bytes, from, 0, NULL, NULL));
done:
    return status;
}

clscan_status cs_slot_array_close(const cs_stream_queues *queues, cs_slot_array *array) {
    return queues->shared ? unmap(queues->up, array) : CLSCAN_OK;
}

clscan_status cs_slot_array_fetch(const cs_stream_queues *queues, cs_slot_array *array, size_t bytes,
                                  const cl_event *after) {
    clscan_status status = CLSCAN_OK;
    char *to = array->callers_memory ? array->callers_memory : array->host;
    if (bytes == 0)
        goto done;
    if (queues->shared)
        TRY(map(queues->down, array, false, CL_MAP_READ | CL_MAP_WRITE, bytes, after));
    else
        CL(clEnqueueReadBuffer(queues->down, array->buffer, CL_FALSE, 0, bytes, to, 1, after, NULL));
done:
    return status;
}
