/* Functions that the programs of this folder share. Each program shows one fault of one driver in plain OpenCL, without
 * clscan. It runs one kernel k(global int *out, uint n) on the first device of the first platform. It exits with 0 if
 * the driver is right, with 1 if the driver has the fault, with 2 if a call fails, and with 77 if there is no device. A
 * driver may also crash the program. */
#ifndef TESTS_DRIVER_FAULT_H
#define TESTS_DRIVER_FAULT_H

#define CL_TARGET_OPENCL_VERSION 120
#include <CL/cl.h>
#include <stdio.h>
#include <stdlib.h>

enum { RIGHT = 0, FAULT = 1, FAILED = 2, NO_DEVICE = 77 };

static inline void driver_check(cl_int error, const char *call) {
    if (error == CL_SUCCESS)
        return;
    printf("%s: OpenCL error %d\n", call, error);
    exit(FAILED);
}

static inline cl_device_id driver_device(void) {
    cl_platform_id platform;
    cl_device_id device;
    char name[128] = "", driver[64] = "";
    if (clGetPlatformIDs(1, &platform, NULL) != CL_SUCCESS ||
        clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 1, &device, NULL) != CL_SUCCESS)
        exit(NO_DEVICE);
    clGetDeviceInfo(device, CL_DEVICE_NAME, sizeof name, name, NULL);
    clGetDeviceInfo(device, CL_DRIVER_VERSION, sizeof driver, driver, NULL);
    printf("%s, driver %s\n", name, driver);
    fflush(stdout);
    return device;
}

static inline cl_kernel driver_kernel(cl_context context, cl_device_id device, const char *source,
                                      const char *options) {
    cl_int error;
    cl_program program = clCreateProgramWithSource(context, 1, &source, NULL, &error);
    driver_check(error, "clCreateProgramWithSource");
    driver_check(clBuildProgram(program, 1, &device, options, NULL, NULL), "clBuildProgram");
    cl_kernel kernel = clCreateKernel(program, "k", &error);
    driver_check(error, "clCreateKernel");
    return kernel;
}

/* Builds `source` with these options. Runs its kernel k with one work-group of `wg_size` work-items and n = `count`, on
 * a buffer that holds values[0 .. count), and copies the buffer back to `values`. The OpenCL objects are not
 * released. */
static inline void driver_run_with(const char *source, const char *options, size_t wg_size, cl_int *values,
                                   cl_uint count) {
    cl_int error;
    cl_device_id device = driver_device();
    cl_context context = clCreateContext(NULL, 1, &device, NULL, NULL, &error);
    driver_check(error, "clCreateContext");
    cl_command_queue queue = clCreateCommandQueue(context, device, 0, &error);
    driver_check(error, "clCreateCommandQueue");
    cl_kernel kernel = driver_kernel(context, device, source, options);
    cl_mem buffer = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, count * sizeof *values, values, &error);
    driver_check(error, "clCreateBuffer");
    driver_check(clSetKernelArg(kernel, 0, sizeof(cl_mem), &buffer), "clSetKernelArg");
    driver_check(clSetKernelArg(kernel, 1, sizeof count, &count), "clSetKernelArg");
    driver_check(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &wg_size, &wg_size, 0, NULL, NULL), "the launch");
    driver_check(clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, count * sizeof *values, values, 0, NULL, NULL),
                 "the read");
}

static inline void driver_run(const char *source, size_t wg_size, cl_int *values, cl_uint count) {
    driver_run_with(source, "-cl-std=CL1.2", wg_size, values, count);
}

/* Returns the exit status. Prints the first wrong value, if there is one. */
static inline int driver_verdict(const cl_int *out, const cl_int *expected, cl_uint count) {
    for (cl_uint i = 0; i < count; i++)
        if (out[i] != expected[i]) {
            printf("value %u is %d, not %d\n", i, out[i], expected[i]);
            return FAULT;
        }
    return RIGHT;
}

#endif
