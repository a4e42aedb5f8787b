/* The last step of a fallback must not replace a record that its owner has published: in a scan in place, the fallback
 * may have read elements that the owner had overwritten by then. In a scan, the fault shows only if both run at the
 * same time (tests/progress). Here one work-item is owner and fallback in turn. */
#include "device/kernel.h"

enum { RECORDS = 4, WORDS = RECORDS * 8 };

static void test_a_published_record_is_kept(void **state) {
    static const cl_int sums[RECORDS + 1] = { 10, 11, 12, 13, 99 }, expected[RECORDS] = { 99, 11, 12, 13 };
    static const cl_uint zeros[WORDS];
    const test_device *d = *state;
    const kernel_page page = { "#define CLSCAN_STATE_BITS 32\n#define CLSCAN_ATOMICS CLSCAN_ATOMICS_OF_1_2\n",
                               "int",
                               "max",
                               "0",
                               CLSCAN_GROUP_SEQUENTIAL,
                               1,
                               1,
                               false };
    cl_int loaded[RECORDS];
    cl_mem buffers[] = { test_device_buffer(d, CL_MEM_READ_WRITE, sizeof zeros, zeros),
                         test_device_buffer(d, CL_MEM_READ_ONLY, sizeof sums, sums),
                         test_device_buffer(d, CL_MEM_WRITE_ONLY, sizeof loaded, NULL) };
    cl_kernel kernel = kernel_build(d, &page, "record.cl", "test_fallback");
    kernel_set_buffers(kernel, COUNT(buffers), buffers);
    kernel_run(d, kernel, &page, 1);
    assert_cl(clEnqueueReadBuffer(d->in_order, buffers[2], CL_TRUE, 0, sizeof loaded, loaded, 0, NULL, NULL));
    for (size_t i = 0; i < RECORDS; i++)
        if (loaded[i] != expected[i])
            fail_msg("record %zu is %d, not %d", i, loaded[i], expected[i]);
    clReleaseKernel(kernel);
    for (size_t i = 0; i < COUNT(buffers); i++)
        clReleaseMemObject(buffers[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_a_published_record_is_kept) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
