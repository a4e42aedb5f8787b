/* The layer of this folder on PoCL 3.1: a program gets the short header, and the whole header if it calls a function
 * that the short one lacks. */
#include "declarations/called.h"
#include "support/test_device.h"

#include <stdlib.h>

/* Builds a program with the text, runs its kernel `run`, and returns the number that the kernel writes. */
static cl_int result_of(const test_device *d, const char *text) {
    cl_int error = CL_SUCCESS, number = -1;
    cl_program program = clCreateProgramWithSource(d->context, 1, &text, NULL, &error);
    assert_cl(error);
    assert_cl(clBuildProgram(program, 1, &d->id, NULL, NULL, NULL));
    cl_kernel kernel = clCreateKernel(program, "run", &error);
    assert_cl(error);
    cl_mem out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof number, &number);
    assert_cl(clSetKernelArg(kernel, 0, sizeof out, &out));
    assert_cl(clEnqueueNDRangeKernel(d->in_order, kernel, 1, NULL, (size_t[]) { 1 }, NULL, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof number, &number, 0, NULL, NULL));
    clReleaseMemObject(out);
    clReleaseKernel(kernel);
    clReleaseProgram(program);
    return number;
}

#define WRITES(expression)                                                                                             \
    "#ifdef CLSCAN_TEST_DECLARATIONS\n"                                                                                \
    "#define SHORT 100\n"                                                                                              \
    "#else\n"                                                                                                          \
    "#define SHORT 0\n"                                                                                                \
    "#endif\n"                                                                                                         \
    "kernel void run(global int *out) { *out = SHORT + (int)(" expression "); }"

static void test_short_header(void **state) {
    const int is_short = test_device_is_pocl_3_1(*state) && !is_whole_run() ? 100 : 0;
    assert_int_equal(result_of(*state, WRITES("max(3, *out)")), is_short + 3);
    assert_int_equal(result_of(*state, WRITES("convert_int_sat(3e9f) - 2147483640")), is_short + 7);
}

/* The preprocessor makes the name erfc, so that the program does not have it as a word. */
static void test_whole_header(void **state) {
    assert_int_equal(result_of(*state, "#define OF(a, b) a##b\n" WRITES("8 * OF(er, fc)(0.0f)")), 8);
}

/* A program gets the functions that its words name, and no condition around nothing. */
static void test_called(void **state) {
    static const char header[] = "#if A\n@min int min(int, int);\n@min char min(char, char);\n#endif\n"
                                 "#if B\n#if C\n@max int max(int, int);\n#endif\n#endif\n"
                                 "#if D\n@abs int abs(int);\n#endif\n@step int step(int);\n";
    const char *const texts[] = { "abs", "max_of(x);min", "step(x)" };
    const size_t lengths[] = { 3, 0, 3 };
    char *called = declarations_called(header, "<\n", ">\n", 3, texts, lengths);
    (void)state;
    assert_string_equal(called, "<\n#if A\nint min(int, int);\nchar min(char, char);\n#endif\n"
                                "#if D\nint abs(int);\n#endif\n>\n");
    free(called);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_short_header), cmocka_unit_test(test_whole_header),
                                        cmocka_unit_test(test_called) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
