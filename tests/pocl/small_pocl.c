/* PoCL with the library of functions that small_pocl.sh makes: it has what programs of the tests call, and no more. */
#include "support/test_device.h"

#include <stdlib.h>

static int open_pocl(void **state) {
    test_device_open(state);
    if (!test_device_is_pocl_3_1(*state))
        exit(77);
    return 0;
}

/* Builds a program and, if that succeeds, stores the first int that its kernel `run` writes. */
static cl_int build(const test_device *d, const char *text, cl_int *number) {
    cl_int error = CL_SUCCESS;
    cl_program program = clCreateProgramWithSource(d->context, 1, &text, NULL, &error);
    assert_cl(error);
    const cl_int built = clBuildProgram(program, 1, &d->id, NULL, NULL, NULL);
    if (built == CL_SUCCESS) {
        cl_kernel kernel = clCreateKernel(program, "run", &error);
        assert_cl(error);
        cl_mem out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof *number, number);
        assert_cl(clSetKernelArg(kernel, 0, sizeof out, &out));
        assert_cl(clEnqueueNDRangeKernel(d->in_order, kernel, 1, NULL, (size_t[]) { 1 }, NULL, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof *number, number, 0, NULL, NULL));
        clReleaseMemObject(out);
        clReleaseKernel(kernel);
    }
    clReleaseProgram(program);
    return built;
}

/* The names of conversions, vector loads and vector stores are made by the preprocessor, as the library makes them. */
static void test_composed(void **state) {
    cl_int number = 0;
    assert_cl(build(*state,
                    "#define OF(a, b) a##b\n"
                    "kernel void run(global int *out) {\n"
                    "    char bytes[3] = { 1, 2, 3 };\n"
                    "    char3 x = OF(vlo, ad3)(0, bytes);\n"
                    "    OF(vsto, re3)(x + x, 0, bytes);\n"
                    "    *out = bytes[2] * OF(convert_uch, ar_sat)(300.0f);\n"
                    "}",
                    &number));
    assert_int_equal(number, 6 * 255);
}

/* The library of functions is the small one: it lacks one that no source names. Only the libraries for processors with
 * AVX2 or AVX-512 are made smaller. */
static void test_missing(void **state) {
    cl_int number = 0;
    const char text[] = "#define OF(a, b) a##b\n"
                        "kernel void run(global int *out) { float x = OF(remq, uo)(7.0f, 2.0f, out); }";
#if defined(__x86_64__)
    if (!__builtin_cpu_supports("avx2"))
        skip();
    assert_int_not_equal(build(*state, text, &number), CL_SUCCESS);
#else
    (void)build;
    skip();
#endif
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_composed), cmocka_unit_test(test_missing) };
    return cmocka_run_group_tests(tests, open_pocl, test_device_close);
}
