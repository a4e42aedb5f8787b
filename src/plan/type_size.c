#include "plan/type_size.h"

#include "base/try.h"
#include "page/generate_problem.h"
#include "table/type_name.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 2 * CLSCAN_MAX_ARRAYS + 4 };

/* A size in the description, and the type of the caller that has this size if the description is right. */
typedef struct claim {
    char field[16];
    const char *type;
    size_t size;
} claim;

static size_t add(claim *claims, size_t n, const char *field, unsigned i, const char *type, size_t size) {
    if (!cs_type_name_is_users(type))
        return n;
    snprintf(claims[n].field, sizeof claims[n].field, field, i);
    claims[n].type = type;
    claims[n].size = size;
    return n + 1;
}

static size_t collect(const cs_problem *problem, claim claims[MOST]) {
    const cs_traits *traits = &problem->traits;
    size_t n = add(claims, 0, "desc.value", 0, problem->type, traits->value.type.size);
    if (traits->kind == CS_SELECTION) /* the scanned values are counts, and desc.value is the type of the elements */
        n = add(claims, n, "desc.value", 0, problem->out[0], traits->out[0].size);
    n = add(claims, n, "desc.key", 0, problem->computed_key, traits->segments.computed_key.size);
    if (problem->key_function)
        n = add(claims, n, "desc.key_in", 0, problem->key, traits->segments.key.size);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        n = add(claims, n, "desc.in[%u]", i, problem->in[i], traits->in[i].size);
        n = add(claims, n, "desc.out[%u]", i, problem->out[i], traits->out[i].size);
    }
    return n;
}

/* Builds the user's text, followed by a kernel. Returns NULL if that fails. */
static cl_program build_with(const clscan_device *device, const cs_problem *problem, const cs_strbuf *kernel) {
    cs_strbuf text = { 0 };
    cl_program program = NULL;
    cl_int error;
    cs_generate_user_part(&text, &device->caps, problem);
    cs_strbuf_add(&text, "%s", kernel->failed ? "" : kernel->data);
    const char *source = text.data;
    if (!text.failed && !kernel->failed)
        program = clCreateProgramWithSource(device->context, 1, &source, NULL, &error);
    if (program && clBuildProgram(program, 1, &device->id, device->programs.options, NULL, NULL) != CL_SUCCESS) {
        clReleaseProgram(program);
        program = NULL;
    }
    cs_strbuf_free(&text);
    return program;
}

static cl_program build(const clscan_device *device, const cs_problem *problem, const claim *claims, size_t n) {
    cs_strbuf kernel = { 0 };
    cs_strbuf_add(&kernel, "kernel void clscan_sizes(global ulong *sizes) {\n");
    for (size_t i = 0; i < n; i++)
        cs_strbuf_add(&kernel, "    sizes[%zu] = sizeof(%s);\n", i, claims[i].type);
    cs_strbuf_add(&kernel, "}\n");
    cl_program program = build_with(device, problem, &kernel);
    cs_strbuf_free(&kernel);
    return program;
}

/* Returns true if the expression of a and b, two keys, compiles. */
static bool keys_allow(const clscan_device *device, const cs_problem *problem, const char *expression) {
    cs_strbuf kernel = { 0 };
    cs_strbuf_add(&kernel,
                  "kernel void clscan_keys(const global %s *keys, global int *same) {\n"
                  "    const %s a = keys[0], b = keys[1];\n"
                  "    *same = %s;\n"
                  "}\n",
                  problem->computed_key, problem->computed_key, expression);
    cl_program program = build_with(device, problem, &kernel);
    cs_strbuf_free(&kernel);
    if (program)
        clReleaseProgram(program);
    return program != NULL;
}

/* Fails if the type of the keys is one that == does not compare. */
static clscan_status explain_keys(const clscan_device *device, const cs_problem *problem, clscan_status failed) {
    clscan_status status = failed;
    if (!problem->compares || problem->same_key || !cs_type_name_is_users(problem->computed_key))
        goto done;
    FAIL_IF(keys_allow(device, problem, "sizeof a == sizeof b") && !keys_allow(device, problem, "a == b"),
            CLSCAN_ERROR_INVALID_DESC, "%s is \"%s\", whose values == does not compare: give desc.user.same_key",
            problem->key_function ? "desc.key.name" : problem->key_field, problem->computed_key);
done:
    return status;
}

static bool run(cl_command_queue queue, cl_kernel kernel, cl_mem buffer, cl_ulong sizes[MOST]) {
    const size_t one = 1;
    return clSetKernelArg(kernel, 0, sizeof buffer, &buffer) == CL_SUCCESS &&
           clEnqueueNDRangeKernel(queue, kernel, 1, NULL, &one, &one, 0, NULL, NULL) == CL_SUCCESS &&
           clEnqueueReadBuffer(queue, buffer, CL_TRUE, 0, MOST * sizeof *sizes, sizes, 0, NULL, NULL) == CL_SUCCESS;
}

static bool compute(const clscan_device *device, cl_program program, cl_ulong sizes[MOST]) {
    cl_int error;
    cl_command_queue queue = clCreateCommandQueue(device->context, device->id, 0, &error);
    cl_kernel kernel = clCreateKernel(program, "clscan_sizes", &error);
    cl_mem buffer = clCreateBuffer(device->context, CL_MEM_READ_WRITE, MOST * sizeof *sizes, NULL, &error);
    const bool ok = queue && kernel && buffer && run(queue, kernel, buffer, sizes);
    if (buffer)
        clReleaseMemObject(buffer);
    if (kernel)
        clReleaseKernel(kernel);
    if (queue)
        clReleaseCommandQueue(queue);
    return ok;
}

/* A failure of this function is not reported, because the failure of the plan is. */
clscan_status cs_type_size_explain(const clscan_device *device, const cs_problem *problem, clscan_status failed) {
    clscan_status status = failed;
    claim claims[MOST];
    cl_ulong sizes[MOST];
    cl_program program = NULL;
    if (failed != CLSCAN_ERROR_BUILD_FAILURE)
        goto done;
    const size_t n = collect(problem, claims);
    if (!strstr(cs_message(), "_is_not_its_sizeof")) {
        status = explain_keys(device, problem, failed);
        goto done;
    }
    program = build(device, problem, claims, n);
    const bool known = program && compute(device, program, sizes);
    for (size_t i = 0; known && i < n; i++)
        FAIL_IF(claims[i].size != sizes[i], CLSCAN_ERROR_INVALID_DESC,
                "%s.size is %zu bytes, but %s has %llu bytes in OpenCL C on %s", claims[i].field, claims[i].size,
                claims[i].type, (unsigned long long)sizes[i], device->caps.name);
done:
    if (program)
        clReleaseProgram(program);
    return status;
}
