/* Each algorithm calls the operator exactly as often as its paper says. A scan with more calls would be another
 * algorithm. Each element has the address of a counter, so that the operator can count its calls. */
#include "device/kernel.h"
#include "support/shape.h"

#include <stdlib.h>

enum { ROUNDS = 2 }; /* rounds in the kernel */

static const char source[] = "#define TEST_VALUE uint\n"
                             "#define TEST_LOAD(value, counter) test_load(value, counter)\n"
                             "#define TEST_STORE(x) ((x).value)\n"
                             "typedef struct { uint value; global uint *counter; } counted;\n"
                             "static counted test_load(uint value, global uint *counter) {\n"
                             "    counted x = { value, counter };\n"
                             "    return x;\n"
                             "}\n"
                             "static counted count(counted a, counted b) {\n" /* the identity has no counter */
                             "    counted sum = { a.value + b.value, a.counter ? a.counter : b.counter };\n"
                             "    if (sum.counter) atomic_inc(sum.counter);\n"
                             "    return sum;\n"
                             "}\n";

static uint32_t combines(const test_device *d, clscan_group group, unsigned wg_size, uint32_t *total) {
    const kernel_page page = { source, "counted", "count", "{ 0, 0 }", group, wg_size, 1, false };
    const size_t items = ROUNDS * wg_size, bytes = items * shape_width(group) * sizeof(uint32_t);
    uint32_t *values = malloc(bytes), counter = 0;
    assert_non_null(values);
    for (size_t i = 0; i < items * shape_width(group); i++)
        values[i] = 1;
    cl_mem buffers[] = { test_device_buffer(d, CL_MEM_READ_WRITE, bytes, values),
                         test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL),
                         test_device_buffer(d, CL_MEM_READ_WRITE, items * sizeof *values, NULL),
                         test_device_buffer(d, CL_MEM_READ_WRITE, sizeof counter, &counter) };
    cl_kernel kernel = kernel_build(d, &page, "group.cl", "test_group_scan");
    kernel_set_buffers(kernel, COUNT(buffers), buffers);
    kernel_run(d, kernel, &page, 1);
    assert_cl(clEnqueueReadBuffer(d->in_order, buffers[2], CL_TRUE, 0, sizeof *total, total, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, buffers[3], CL_TRUE, 0, sizeof counter, &counter, 0, NULL, NULL));
    clReleaseKernel(kernel);
    for (size_t i = 0; i < COUNT(buffers); i++)
        clReleaseMemObject(buffers[i]);
    free(values);
    assert_int_equal(counter % ROUNDS, 0);
    return counter / ROUNDS;
}

static uint32_t log2_of(uint32_t n) {
    return n > 1 ? 1 + log2_of(n / 2) : 0;
}

static uint32_t expected(clscan_group group, uint32_t n) {
    switch (group) {
    case CLSCAN_GROUP_SEQUENTIAL:
        return n - 1;
    case CLSCAN_GROUP_BRENT_KUNG:
        return 2 * n - 2 - log2_of(n);
    case CLSCAN_GROUP_BLELLOCH:
        return 2 * n - 2;
    case CLSCAN_GROUP_SUB_GROUP: /* sub-groups of one work-item: a scan of the totals, a carry, and each work-item */
        return 3 * n - 2;
    default: /* Hillis and Steele's network, in place and out of place */
        return n * log2_of(n) - n + 1;
    }
}

/* `wg_size` work-items contribute n values in all. */
static void test_combines(void **state) {
    static const unsigned wg_sizes[] = { 1, 2, 8, 64, 256 };
    const test_device *d = *state;
    for (clscan_group group = 1; clscan_group_name(group); group++)
        for (size_t i = 0; i < COUNT(wg_sizes); i++) {
            if (!test_device_runs_groups_of(d, wg_sizes[i]))
                continue;
            const uint32_t n = (uint32_t)(wg_sizes[i] * shape_width(group));
            uint32_t total = 0;
            const uint32_t counted = combines(d, group, wg_sizes[i], &total);
            if (counted != expected(group, n))
                fail_msg("%s over %u values: %u combines, not %u", clscan_group_name(group), n, counted,
                         expected(group, n));
            assert_int_equal(total, n);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_combines) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
