/* The library chooses and refuses strategies by what a device has. */
#include "api/profile.h"
#include "table/table.h"

#include <stdio.h>

/* ---------------------------------------------------------------------------------------------------- results */

enum { MANY = 150001 };

static void assert_in_place(const test_device *d, clscan_plan *plan, cl_mem in, const char *what) {
    static cl_int x[MANY];
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = in, .count = MANY };
    cl_int sum = 0;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, in, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    for (int i = 0; i < MANY; i++)
        if (x[i] != (sum += i % 7))
            fail_msg("%s, in place: %d of %d: expected %d, got %d", what, i, MANY, sum, x[i]);
}

static void assert_sums_of(const test_device *d, clscan_plan *plan, const char *what) {
    static const size_t counts[] = { 1, 1000, MANY };
    static cl_int x[MANY];
    for (size_t i = 0; i < MANY; i++)
        x[i] = (cl_int)(i % 7);
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL);
    for (size_t k = 0; k < COUNT(counts); k++) {
        const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = counts[k] };
        cl_int sum = 0;
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
        for (size_t i = 0; i < counts[k]; i++)
            if (x[i] != (sum += (cl_int)(i % 7)))
                fail_msg("%s: %zu of %zu: expected %d, got %d", what, i, counts[k], sum, x[i]);
    }
    assert_in_place(d, plan, in, what);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static const profile profiles[] = {
    { .name = "16 KiB of local memory", .type = CL_DEVICE_TYPE_GPU, .local_bytes = 16 << 10 },
    { .name = "32 KiB, 64 work-items", .type = CL_DEVICE_TYPE_GPU, .local_bytes = 32 << 10, .max_wg_size = 64 },
    { .name = "8 work-items", .type = CL_DEVICE_TYPE_GPU, .max_wg_size = 8, .local_bytes = 16 << 10 },
    { .name = "1 work-item", .type = CL_DEVICE_TYPE_ACCELERATOR, .max_wg_size = 1, .local_bytes = 1 << 10 },
    { .name = "2 of them", .type = CL_DEVICE_TYPE_ACCELERATOR, .max_wg_size = 2, .compute_units = 1 },
    { .name = "words of 32 bits", .narrow_atomics = true },
    { .name = "atomics of OpenCL 1.2", .no_atomics = true, .no_double = true, .compute_units = 4096 },
};

/* Scans by the automatic strategy and by named strategies, on every device profile. */
static void test_every_profile(void **state) {
    const test_device *d = *state;
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_LOOKBACK,
                                                  CLSCAN_STRATEGY_HIERARCHICAL };
    for (size_t p = 0; p < COUNT(profiles); p++) {
        clscan_device *device = open_as(d, profiles[p]);
        for (size_t s = 0; s < COUNT(strategies); s++) {
            const clscan_desc desc = { .tuning.strategy = strategies[s] };
            clscan_plan *plan = new_plan(device, &desc);
            assert_sums_of(d, plan, profiles[p].name);
            clscan_plan_destroy(plan);
        }
        clscan_device_destroy(device);
    }
}

static void refuse(clscan_device *device, const clscan_desc *desc, clscan_status status, const char *words) {
    clscan_plan *plan = NULL;
    assert_fails(clscan_plan_create(device, desc, &plan), status, words);
}

static void test_no_double(void **state) {
    const clscan_desc desc = { .value.name = "double" }, from = { .in[0].name = "double" };
    clscan_device *device = open_as(*state, profiles[COUNT(profiles) - 1]);
    refuse(device, &desc, CLSCAN_ERROR_UNSUPPORTED_TYPE, "has no double|cl_khr_fp64");
    refuse(device, &from, CLSCAN_ERROR_UNSUPPORTED_TYPE, "has no double|cl_khr_fp64");
    clscan_device_destroy(device);
}

/* Devices without fences scan in one pass with the atomics of OpenCL 1.2, and in place in two launches. */
static void test_no_fences(void **state) {
    const test_device *d = *state;
    clscan_device *device = open_as(d, profiles[COUNT(profiles) - 1]);
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        if (!cs_strategy_row_at(strategy)->has_states)
            continue;
        const clscan_desc desc = { .tuning.strategy = strategy };
        clscan_plan *plan = new_plan(device, &desc);
        char text[2048];
        assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = MANY }, text, sizeof text, NULL));
        assert_has(text, clscan_strategy_name(strategy));
        assert_has(text, "in place   reduce_scan");
        launches = 0;
        assert_sums_of(d, plan, clscan_strategy_name(strategy));
        assert_int_equal(launches, 3 + 2); /* the last scan is in place */
        clscan_plan_destroy(plan);
    }
    clscan_device_destroy(device);
}

/* The offset of a sub-buffer is aligned for another device of the same context, but not for this device. */
static void test_sub_buffers_between(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    cl_int error = CL_SUCCESS;
    const cl_buffer_region region = { d->alignment, SCAN_COUNT * sizeof(cl_int) };
    clscan_device *device = open_as(d, (profile) { .alignment = (cl_uint)(64 * d->alignment) });
    clscan_plan *plan = new_plan(device, &desc);
    cl_mem whole = test_device_buffer(d, CL_MEM_READ_WRITE, d->alignment + region.size, NULL), out = new_output(d);
    cl_mem part = clCreateSubBuffer(whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION, &region, &error);
    char words[128];
    assert_cl(error);
    const clscan_args args = { .in[0].buffer = part, .out[0].buffer = out, .count = SCAN_COUNT };
    snprintf(words, sizeof words, "args.in[0] is a sub-buffer from byte %zu on|a multiple of %zu", d->alignment,
             8 * d->alignment);
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_BUFFER, words);
    clReleaseMemObject(part);
    clReleaseMemObject(whole);
    clReleaseMemObject(out);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_profile),
        cmocka_unit_test(test_no_double),
        cmocka_unit_test(test_no_fences),
        cmocka_unit_test(test_sub_buffers_between),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
