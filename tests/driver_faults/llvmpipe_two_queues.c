/* Mesa 26.2.6 (rusticl on llvmpipe): if several queues launch one kernel at the same time, the memory of the process is
 * corrupted. The values are wrong, or the process ends, often when the thread of a queue ends. llvmpipe has one object
 * for the kernel, which all queues change without a lock: llvmpipe_set_global_binding stores the buffers of the launch
 * there. Each launch alone is right, and so are launches that wait for each other. Mesa 22.3.6 is right. clscan lets
 * its runs wait for each other: see the row QUEUES of src/table/driver_fault.def. */
#include "driver_fault.h"

enum { QUEUES = 4, COUNT = 64, WG_SIZE = 8, LAUNCHES = 20, ROUNDS = 300 };

static const char source[] = "kernel void k(global int *out, uint n) { out[get_global_id(0)] = n; }\n";

static void launch(cl_command_queue queue, cl_kernel kernel, cl_mem out, cl_uint value) {
    const size_t count = COUNT, wg_size = WG_SIZE;
    driver_check(clSetKernelArg(kernel, 0, sizeof out, &out), "clSetKernelArg");
    driver_check(clSetKernelArg(kernel, 1, sizeof value, &value), "clSetKernelArg");
    driver_check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &count, &wg_size, 0, NULL, NULL), "the launch");
    driver_check(clFlush(queue), "clFlush");
}

static int is_filled(cl_command_queue queue, cl_mem mem, cl_int value) {
    cl_int out[COUNT], expected[COUNT];
    driver_check(clEnqueueReadBuffer(queue, mem, CL_TRUE, 0, sizeof out, out, 0, NULL, NULL), "the read");
    for (int i = 0; i < COUNT; i++)
        expected[i] = value;
    return driver_verdict(out, expected, COUNT) == RIGHT;
}

/* Each queue fills a buffer of its own, again and again. */
static int run_queues(cl_context context, cl_device_id device, cl_kernel kernel) {
    cl_command_queue queues[QUEUES];
    cl_mem out[QUEUES];
    cl_int error;
    int right = 1;
    for (int q = 0; q < QUEUES; q++) {
        queues[q] = clCreateCommandQueue(context, device, 0, &error);
        driver_check(error, "clCreateCommandQueue");
        out[q] = clCreateBuffer(context, CL_MEM_READ_WRITE, COUNT * sizeof(cl_int), NULL, &error);
        driver_check(error, "clCreateBuffer");
    }
    for (cl_uint i = 0; i < LAUNCHES * QUEUES; i++)
        launch(queues[i % QUEUES], kernel, out[i % QUEUES], i);
    for (int q = 0; q < QUEUES; q++) {
        right = is_filled(queues[q], out[q], (LAUNCHES - 1) * QUEUES + q) && right;
        clReleaseCommandQueue(queues[q]);
        clReleaseMemObject(out[q]);
    }
    return right;
}

int main(void) {
    cl_int error;
    cl_device_id device = driver_device();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    driver_check(error, "clCreateContext");
    cl_kernel kernel = driver_kernel(context, device, source, "-cl-std=CL1.2");
    for (int round = 0; round < ROUNDS; round++)
        if (!run_queues(context, device, kernel))
            return FAULT;
    return RIGHT;
}
