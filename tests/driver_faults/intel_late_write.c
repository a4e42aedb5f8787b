/* Intel's CPU runtime 2024.2.1 (driver 2024.18.7.0.11): after clReleaseContext was called for a context that has
 * another reference, a blocking write returns before the buffer has changed. The event of the write then says
 * CL_SUBMITTED, and a kernel that is enqueued on another queue may run before the write. OpenCL 3.0 forbids this ("does
 * not return until the command is complete"), and the text of OpenCL 1.2 left it open. With runtime 2026.2.0 this
 * program finds nothing. */
#include "driver_fault.h"

enum { TIMES = 1000, COUNT = 6096 };

static const char source[] = "kernel void k(global int *out, uint n) {\n"
                             "    for (uint i = 0; i < n; i++)\n"
                             "        out[i] += 1;\n"
                             "}\n";

/* Exits if the driver has no such queues: then the fault cannot be there. */
static cl_command_queue new_queue(cl_context context, cl_device_id device, cl_command_queue_properties properties) {
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(context, device, properties, &error);
    if (error == CL_INVALID_QUEUE_PROPERTIES)
        exit(RIGHT);
    driver_check(error, "clCreateCommandQueue");
    return queue;
}

/* Writes to a new buffer, and adds 1 by the kernel. Returns whether the kernel came after the write, and adds 1 to
 * *late if the write had not ended when the call returned. */
static int is_right(cl_context context, cl_command_queue in_order, cl_command_queue out_of_order, cl_kernel kernel,
                    cl_int first, cl_int *late) {
    static cl_int x[COUNT];
    const size_t one = 1;
    const cl_uint n = 10;
    cl_int error, right = 1;
    for (cl_int i = 0; i < COUNT; i++)
        x[i] = first + i;
    cl_mem buffer = clCreateBuffer(context, CL_MEM_READ_WRITE, sizeof x, NULL, &error);
    driver_check(error, "clCreateBuffer");
    cl_event written;
    cl_int state = CL_COMPLETE;
    driver_check(clEnqueueWriteBuffer(in_order, buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, &written), "the write");
    driver_check(clGetEventInfo(written, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL), "the event");
    driver_check(clReleaseEvent(written), "clReleaseEvent");
    *late += state != CL_COMPLETE;
    driver_check(clSetKernelArg(kernel, 0, sizeof buffer, &buffer), "clSetKernelArg");
    driver_check(clSetKernelArg(kernel, 1, sizeof n, &n), "clSetKernelArg");
    driver_check(clEnqueueNDRangeKernel(out_of_order, kernel, 1, NULL, &one, &one, 0, NULL, NULL), "the launch");
    driver_check(clFinish(out_of_order), "clFinish");
    driver_check(clEnqueueReadBuffer(in_order, buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL), "the read");
    driver_check(clReleaseMemObject(buffer), "clReleaseMemObject");
    for (cl_int i = 0; i < COUNT; i++)
        right = right && x[i] == first + i + (i < (cl_int)n);
    return right;
}

int main(void) {
    cl_int error, wrong = 0, late = 0;
    cl_device_id device = driver_device();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    driver_check(error, "clCreateContext");
    driver_check(clRetainContext(context), "clRetainContext");
    driver_check(clReleaseContext(context), "clReleaseContext");
    cl_command_queue in_order = new_queue(context, device, 0);
    cl_command_queue out_of_order = new_queue(context, device, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    cl_kernel kernel = driver_kernel(context, device, source, "-cl-std=CL1.2");
    for (cl_int time = 0; time < TIMES; time++)
        wrong += !is_right(context, in_order, out_of_order, kernel, time, &late);
    printf("%d of %d blocking writes returned early, and %d kernels ran before the write\n", late, TIMES, wrong);
    return late ? FAULT : wrong ? FAILED : RIGHT;
}
