#include "rig.h"
#include "message.h"
#include <time.h>

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool opencl(cl_int error, const char *doing) {
    return error == CL_SUCCESS || complain("can't measure: %s: OpenCL error %d", doing, error);
}

/* ---------------------------------------------------------------------------------------- open and close */

static cl_command_queue make_queue(clscan_device *device, cl_command_queue_properties properties) {
    cl_int error;
    cl_command_queue queue =
        clCreateCommandQueue(clscan_device_context(device), clscan_device_id(device), properties, &error);
    opencl(error, "clCreateCommandQueue");
    return queue;
}

static cl_mem make_buffer(clscan_device *device, size_t bytes) {
    cl_int error;
    cl_mem buffer = clCreateBuffer(clscan_device_context(device), CL_MEM_READ_WRITE, bytes, NULL, &error);
    opencl(error, "clCreateBuffer");
    return buffer;
}

static bool make_all(rig *r, clscan_device *device, const void *data, size_t bytes, bool profiled) {
    return (r->queue = make_queue(device, 0)) &&
           (!profiled || (r->profiled = make_queue(device, CL_QUEUE_PROFILING_ENABLE))) &&
           (r->in = make_buffer(device, bytes)) && (r->out = make_buffer(device, bytes)) &&
           opencl(clEnqueueWriteBuffer(r->queue, r->in, CL_TRUE, 0, bytes, data, 0, NULL, NULL),
                  "clEnqueueWriteBuffer");
}

bool rig_open(rig *r, clscan_device *device, const void *data, size_t bytes, bool profiled) {
    *r = (rig) { .copied_bytes = bytes };
    const bool ok = make_all(r, device, data, bytes, profiled);
    r->args = (clscan_args) { .in = r->in, .out = r->out };
    if (!ok)
        rig_close(r);
    return ok;
}

void rig_close(rig *r) {
    if (r->out)
        clReleaseMemObject(r->out);
    if (r->in)
        clReleaseMemObject(r->in);
    if (r->profiled)
        clReleaseCommandQueue(r->profiled);
    if (r->queue)
        clReleaseCommandQueue(r->queue);
    *r = (rig) { .plan = NULL };
}

/* --------------------------------------------------------------------------------------------- the works */

typedef bool (*work_fn)(rig *r, cl_command_queue queue, cl_event *event);

static bool enqueue_scan(rig *r, cl_command_queue queue, cl_event *event) {
    return clscan_enqueue(r->plan, queue, &r->args, 0, NULL, event) == CLSCAN_OK || complain_of_library("can't scan");
}

static bool enqueue_copy(rig *r, cl_command_queue queue, cl_event *event) {
    return opencl(clEnqueueCopyBuffer(queue, r->in, r->out, 0, 0, r->copied_bytes, 0, NULL, event),
                  "clEnqueueCopyBuffer");
}

static bool wait_for(cl_command_queue queue) {
    return opencl(clFinish(queue), "clFinish");
}

static bool by_wall(rig *r, work_fn work, double *seconds) {
    const double start = seconds_now();
    const bool ok = work(r, r->queue, NULL) && wait_for(r->queue);
    *seconds = seconds_now() - start;
    return ok;
}

static bool event_seconds(cl_event event, double *seconds) {
    cl_ulong start = 0, end = 0;
    const bool ok = opencl(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
                           "clGetEventProfilingInfo") &&
                    opencl(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
                           "clGetEventProfilingInfo");
    *seconds = 1e-9 * (double)(end - start);
    return ok;
}

static bool by_event(rig *r, work_fn work, double *seconds) {
    cl_event event = NULL;
    const bool ok = work(r, r->profiled, &event) && wait_for(r->profiled) && event_seconds(event, seconds);
    if (event)
        clReleaseEvent(event);
    return ok;
}

bool rig_scan(rig *r, rig_clock clock, double *seconds) {
    return clock == RIG_EVENT ? by_event(r, enqueue_scan, seconds) : by_wall(r, enqueue_scan, seconds);
}

bool rig_copy(rig *r, rig_clock clock, double *seconds) {
    return clock == RIG_EVENT ? by_event(r, enqueue_copy, seconds) : by_wall(r, enqueue_copy, seconds);
}

bool rig_scan_many(rig *r, unsigned calls, double *seconds) {
    const double start = seconds_now();
    for (unsigned i = 0; i < calls; i++)
        if (!enqueue_scan(r, r->queue, NULL))
            return false;
    if (!wait_for(r->queue))
        return false;
    *seconds = (seconds_now() - start) / calls;
    return true;
}

bool rig_read(rig *r, size_t offset, void *to, size_t size) {
    return opencl(clEnqueueReadBuffer(r->queue, r->out, CL_TRUE, offset, size, to, 0, NULL, NULL),
                  "clEnqueueReadBuffer");
}
