#include "device/probe.h"

#include "base/try.h"
#include "opencl/tested_driver.h"
#include "program/environment.h"
#include "program/verdict.h"
#include "source/source.h"

#include <string.h>

enum { N = 1024 };

/* 2^24 + 1 is not a float and rounds to 2^24, the even one of its neighbours. So a sum of 2^24 and many ones is 2^24 if
 * the additions are done in order, and larger if some of the ones are added up apart. */
static const float large = 1 << 24;

bool cs_may_reassociate(const char *build_options) {
    static const char *const options[] = { "-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations" };
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        if (strstr(build_options, options[i]) || cs_environment_has(options[i]))
            return true;
    return cs_environment_has("CL_CONFIG_USE_FAST_RELAXED_MATH=1"); /* Intel's runtime for CPUs */
}

static clscan_status run_kernel(cl_command_queue queue, cl_kernel kernel, cl_mem in, cl_mem out, float *sum) {
    clscan_status status = CLSCAN_OK;
    const cl_uint n = N;
    const size_t one = 1;
    CL(clSetKernelArg(kernel, 0, sizeof in, &in));
    CL(clSetKernelArg(kernel, 1, sizeof n, &n));
    CL(clSetKernelArg(kernel, 2, sizeof out, &out));
    CL(clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL));
    CL(clEnqueueReadBuffer(queue, out, CL_TRUE, 0, sizeof *sum, sum, 0, NULL, NULL));
done:
    return status;
}

static clscan_status sum_floats(const clscan_device *device, cl_program program, float *sum) {
    clscan_status status = CLSCAN_OK;
    cl_int error[4] = { CL_SUCCESS };
    float x[N] = { large };
    for (int i = 1; i < N; i++)
        x[i] = 1;
    cl_command_queue queue = clCreateCommandQueue(device->context, device->id, 0, &error[0]);
    cl_kernel kernel = clCreateKernel(program, "clscan_float_sum", &error[1]);
    cl_mem in = clCreateBuffer(device->context, CL_MEM_READ_ONLY | CL_MEM_COPY_HOST_PTR, sizeof x, x, &error[2]);
    cl_mem out = clCreateBuffer(device->context, CL_MEM_READ_WRITE, sizeof *sum, NULL, &error[3]);
    TRY(cs_check_cl(error[0], "clCreateCommandQueue"));
    TRY(cs_check_cl(error[1], "clCreateKernel"));
    TRY(cs_check_cl(error[2], "clCreateBuffer"));
    TRY(cs_check_cl(error[3], "clCreateBuffer"));
    TRY(run_kernel(queue, kernel, in, out, sum));
done:
    if (out)
        clReleaseMemObject(out);
    if (in)
        clReleaseMemObject(in);
    if (kernel)
        clReleaseKernel(kernel);
    if (queue)
        clReleaseCommandQueue(queue);
    return status;
}

static clscan_status ask(clscan_device *device, cs_program *program, cs_verdict *verdict) {
    clscan_status status = CLSCAN_OK;
    float sum = 0;
    *verdict = cs_verdict_recall(&device->programs, program);
    if (*verdict != CS_UNKNOWN)
        goto done;
    TRY(sum_floats(device, program->program, &sum));
    *verdict = sum == large ? CS_RIGHT : CS_WRONG;
    cs_verdict_remember(&device->programs, program, *verdict);
done:
    return status;
}

static clscan_status probe(clscan_device *device) {
    clscan_status status = CLSCAN_OK;
    const cs_source source = { .kernel_dir = device->kernel_dir, .problem = "" };
    cs_program *program = NULL;
    cs_verdict verdict;
    TRY(cs_program_get(&device->programs, "probe of float sums", &source, "grid/float_sum.cl", &program));
    TRY(ask(device, program, &verdict));
    if (cs_program_claim_store(&device->programs, program))
        cs_program_store(&device->programs, program);
    device->caps.reassociates = verdict == CS_WRONG;
    cs_log_line(&device->log, "compiler: %s the order of floating-point additions with these build options%s",
                device->caps.reassociates ? "changes" : "keeps",
                device->caps.reassociates ? ": it is kept from vectorizing sums" : "");
done:
    if (program)
        cs_program_put(&device->programs, program);
    return status;
}

/* A probe that fails does not fail the device: the compiler is then assumed to reassociate, and a plan that cannot be
 * built reports the error better. */
clscan_status cs_probe_float_sums(clscan_device *device) {
    if (cs_may_reassociate(device->programs.options)) {
        cs_log_line(&device->log, "compiler: may change the order of floating-point additions: build options allow it");
        return CLSCAN_OK;
    }
    if (cs_tested_when(&device->caps))
        return CLSCAN_OK;
    const clscan_status status = probe(device);
    if (status == CLSCAN_OK || status == CLSCAN_ERROR_OUT_OF_MEMORY)
        return status;
    device->caps.reassociates = true;
    cs_log_line(&device->log, "compiler: the probe failed, so it is kept from vectorizing sums: %s", cs_message());
    return CLSCAN_OK;
}
