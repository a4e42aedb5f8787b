#include "stream/lane.h"

#include "base/try.h"

static clscan_status create_queue(const clscan_device *device, cl_command_queue *queue) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *queue = clCreateCommandQueue(device->context, device->id, 0, &error);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
done:
    return status;
}

clscan_status cs_link_open(cs_link *link, const clscan_device *device) {
    clscan_status status = CLSCAN_OK;
    *link = (cs_link) { .device = device, .shared = device->caps.unified_memory };
    TRY(create_queue(device, &link->up));
    TRY(create_queue(device, &link->compute));
    TRY(create_queue(device, &link->down));
done:
    return status;
}

clscan_status cs_link_finish(const cs_link *link) {
    clscan_status status = CLSCAN_OK;
    const cl_command_queue queues[] = { link->up, link->compute, link->down };
    cl_int first = CL_SUCCESS;
    for (size_t i = 0; i < sizeof queues / sizeof *queues; i++) {
        const cl_int error = queues[i] ? clFinish(queues[i]) : CL_SUCCESS;
        first = first ? first : error;
    }
    TRY(cs_check_cl(first, "clFinish"));
done:
    return status;
}

void cs_link_close(cs_link *link) {
    const cl_command_queue queues[] = { link->up, link->compute, link->down };
    cs_link_finish(link);
    for (size_t i = 0; i < sizeof queues / sizeof *queues; i++)
        if (queues[i])
            clReleaseCommandQueue(queues[i]);
}

clscan_status cs_link_flush(const cs_link *link) {
    clscan_status status = CLSCAN_OK;
    CL(clFlush(link->up));
    CL(clFlush(link->compute));
    CL(clFlush(link->down));
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------------- the memory */

static clscan_status create_buffer(const cs_link *link, cl_mem_flags flags, size_t bytes, cl_mem *buffer) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *buffer = clCreateBuffer(link->device->context, CL_MEM_READ_WRITE | flags, bytes, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
done:
    return status;
}

/* Maps the first `bytes` of the staging memory. */
static clscan_status map(cl_command_queue queue, cs_lane *lane, bool waits, cl_map_flags flags, size_t bytes,
                         const cl_event *after) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    lane->host = clEnqueueMapBuffer(queue, lane->staging, waits, flags, 0, bytes, after != NULL, after, NULL, &error);
    TRY(cs_check_cl(error, "clEnqueueMapBuffer"));
done:
    return status;
}

static clscan_status unmap(cl_command_queue queue, cs_lane *lane) {
    clscan_status status = CLSCAN_OK;
    if (!lane->host)
        goto done;
    CL(clEnqueueUnmapMemObject(queue, lane->staging, lane->host, 0, NULL, NULL));
    lane->host = NULL;
done:
    return status;
}

/* Where copies are made, the staging memory stays mapped, because such memory is pinned. */
clscan_status cs_lane_create(const cs_link *link, size_t element, size_t n, cs_lane *lane) {
    clscan_status status = CLSCAN_OK;
    *lane = (cs_lane) { .element = element, .bytes = element * n };
    TRY(create_buffer(link, CL_MEM_ALLOC_HOST_PTR, lane->bytes, &lane->staging));
    if (link->shared)
        lane->buffer = lane->staging;
    else {
        TRY(create_buffer(link, 0, lane->bytes, &lane->buffer));
        TRY(map(link->up, lane, true, CL_MAP_READ | CL_MAP_WRITE, lane->bytes, NULL));
    }
done:
    return status;
}

/* A failure to unmap is not reported: the queue has failed before. */
void cs_lane_release(const cs_link *link, cs_lane *lane) {
    if (lane->host)
        clEnqueueUnmapMemObject(link->up, lane->staging, lane->host, 0, NULL, NULL);
    if (lane->buffer && lane->buffer != lane->staging)
        clReleaseMemObject(lane->buffer);
    if (lane->staging)
        clReleaseMemObject(lane->staging);
    *lane = (cs_lane) { .element = 0 };
}

/* ------------------------------------------------------------------------------------------------ back and forth */

clscan_status cs_lane_open(const cs_link *link, cs_lane *lane) {
    clscan_status status = CLSCAN_OK;
    if (!lane->host)
        TRY(map(link->up, lane, true, CL_MAP_WRITE_INVALIDATE_REGION, lane->bytes, NULL));
done:
    return status;
}

clscan_status cs_lane_send(const cs_link *link, cs_lane *lane, size_t bytes) {
    clscan_status status = CLSCAN_OK;
    const char *from = lane->away ? lane->away : lane->host;
    if (link->shared)
        TRY(unmap(link->up, lane));
    else if (bytes > 0)
        CL(clEnqueueWriteBuffer(link->up, lane->buffer, CL_FALSE, 0, bytes, from, 0, NULL, NULL));
done:
    return status;
}

clscan_status cs_lane_close(const cs_link *link, cs_lane *lane) {
    return link->shared ? unmap(link->up, lane) : CLSCAN_OK;
}

clscan_status cs_lane_fetch(const cs_link *link, cs_lane *lane, size_t bytes, const cl_event *after) {
    clscan_status status = CLSCAN_OK;
    char *to = lane->away ? lane->away : lane->host;
    if (bytes == 0)
        goto done;
    if (link->shared)
        TRY(map(link->down, lane, false, CL_MAP_READ | CL_MAP_WRITE, bytes, after));
    else
        CL(clEnqueueReadBuffer(link->down, lane->buffer, CL_FALSE, 0, bytes, to, 1, after, NULL));
done:
    return status;
}
