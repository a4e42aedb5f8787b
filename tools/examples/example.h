/* Common functions of the examples: they open a device with a queue, make buffers, and exit if a call fails. */
#ifndef CLSCAN_EXAMPLE_H
#define CLSCAN_EXAMPLE_H

#include <clscan/clscan.h>
#include <stdio.h>
#include <stdlib.h>

typedef struct example {
    clscan_device *device;
    cl_command_queue queue;
} example;

/* Ends the program with clscan's message if a call has failed. */
static inline void must(clscan_status status) {
    if (status) {
        fprintf(stderr, "%s\n%s", clscan_last_message(), clscan_last_build_log());
        exit(status == CLSCAN_ERROR_NO_DEVICE ? 77 : 1);
    }
}

static inline void must_cl(cl_int error, const char *what) {
    if (error) {
        fprintf(stderr, "%s failed: OpenCL error %d\n", what, error);
        exit(1);
    }
}

static inline example example_open(void) {
    example e;
    cl_int error;
    must(clscan_device_open(NULL, NULL, &e.device));
    e.queue = clCreateCommandQueue(clscan_device_context(e.device), clscan_device_id(e.device), 0, &error);
    must_cl(error, "clCreateCommandQueue");
    return e;
}

static inline void example_close(example *e) {
    clReleaseCommandQueue(e->queue);
    clscan_device_destroy(e->device);
}

/* Creates a buffer with a copy of `data`, or with any contents if `data` is NULL. */
static inline cl_mem example_buffer(example *e, size_t bytes, const void *data) {
    cl_int error;
    cl_mem made = clCreateBuffer(clscan_device_context(e->device), CL_MEM_READ_WRITE, bytes, NULL, &error);
    must_cl(error, "clCreateBuffer");
    if (data)
        must_cl(clEnqueueWriteBuffer(e->queue, made, CL_TRUE, 0, bytes, data, 0, NULL, NULL), "clEnqueueWriteBuffer");
    return made;
}

/* Reads the buffer after all earlier commands of the queue, and releases it. */
static inline void example_take(example *e, cl_mem buffer, size_t bytes, void *to) {
    must_cl(clEnqueueReadBuffer(e->queue, buffer, CL_TRUE, 0, bytes, to, 0, NULL, NULL), "clEnqueueReadBuffer");
    clReleaseMemObject(buffer);
}

/* Creates a plan, enqueues it once and destroys it. A program with several such scans would keep the plan. */
static inline void example_scan(example *e, const clscan_desc *desc, const clscan_args *args) {
    clscan_plan *plan;
    must(clscan_plan_create(e->device, desc, &plan));
    must(clscan_plan_enqueue(plan, e->queue, args, 0, NULL, NULL));
    clscan_plan_destroy(plan);
}

#endif
