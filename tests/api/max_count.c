/* If desc.max_count is set, the plan compiles no programs for greater counts, and refuses them. */
#include "api/scans.h"

#include <stdlib.h>

static clscan_plan *plan_up_to(clscan_device *device, size_t max_count) {
    const clscan_desc desc = { .max_count = max_count };
    return new_plan(device, &desc);
}

static size_t programs_of(const test_device *d, const clscan_desc *desc) {
    clscan_cache_stats before, after = CLSCAN_CACHE_STATS_INIT;
    clscan_device *device = open_counted(d, &options_without_self_test, &before);
    clscan_plan_destroy(new_plan(device, desc));
    assert_ok(clscan_device_cache_stats(device, &after));
    clscan_device_destroy(device);
    return after.misses - before.misses;
}

static void test_one_program(void **state) {
    const clscan_desc any = CLSCAN_DESC_INIT, few = { .max_count = 100 }, many = { .max_count = (size_t)-1 };
    assert_int_equal(programs_of(*state, &few), 1);
    assert_true(programs_of(*state, &any) > 1);
    assert_int_equal(programs_of(*state, &many), programs_of(*state, &any));
}

static void test_as_many_as_it_says(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = plan_up_to(d->device, SCAN_COUNT);
    assert_scans(d, plan);
    clscan_plan_destroy(plan);
}

static void test_the_same_choice(void **state) {
    const test_device *d = *state;
    clscan_plan *any = plan_up_to(d->device, 0);
    for (size_t count = 1; count < (size_t)1 << 26; count = 5 * count + 3) {
        clscan_plan *plan = plan_up_to(d->device, count);
        const clscan_args args = { .count = count };
        clscan_call_info here = CLSCAN_CALL_INFO_INIT, there = CLSCAN_CALL_INFO_INIT;
        size_t bytes, more;
        assert_ok(clscan_plan_call_info(plan, &args, &here));
        assert_ok(clscan_plan_call_info(any, &args, &there));
        assert_memory_equal(&here, &there, sizeof here);
        assert_ok(clscan_plan_workspace_size(plan, count, &bytes));
        assert_ok(clscan_plan_workspace_size(any, count, &more));
        assert_int_equal(bytes, more);
        clscan_plan_destroy(plan);
    }
    clscan_plan_destroy(any);
}

#define TOO_MANY "the scan has 1000 elements|desc.max_count of its plan is 999"

static void test_more_are_refused(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = plan_up_to(d->device, SCAN_COUNT - 1);
    cl_int host[SCAN_COUNT] = { 0 };
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    size_t bytes, needed;
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE, TOO_MANY);
    assert_fails(execute_host(plan, host, host, SCAN_COUNT), CLSCAN_ERROR_INVALID_VALUE, TOO_MANY);
    assert_fails(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes), CLSCAN_ERROR_INVALID_VALUE, TOO_MANY);
    assert_fails(clscan_plan_describe(plan, &args, NULL, 0, &needed), CLSCAN_ERROR_INVALID_VALUE, TOO_MANY);
    assert_fails(clscan_plan_call_info(plan, &args, &info), CLSCAN_ERROR_INVALID_VALUE, TOO_MANY);
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* The elements of all rows count together. A count in device memory may be as great as args.count. */
static void test_rows(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .max_count = SCAN_COUNT - 1, .layout = CLSCAN_LAYOUT_ROWS };
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d) };
    args.num_dims = 2;
    args.dims[0].n = 10;
    args.dims[1].n = SCAN_COUNT / 10;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE, TOO_MANY);
    args.dims[1].n--;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

static void test_the_description(void **state) {
    const test_device *d = *state;
    clscan_plan *limited = plan_up_to(d->device, 100), *any = plan_up_to(d->device, 0);
    char text[2048];
    assert_ok(clscan_plan_describe(limited, &(clscan_args) { .count = 3 }, text, sizeof text, NULL));
    assert_has(text, "\nmax_count  100 elements");
    assert_ok(clscan_plan_describe(any, &(clscan_args) { .count = 3 }, text, sizeof text, NULL));
    assert_null(strstr(text, "max_count"));
    clscan_plan_destroy(limited);
    clscan_plan_destroy(any);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_program),
        cmocka_unit_test(test_as_many_as_it_says),
        cmocka_unit_test(test_the_same_choice),
        cmocka_unit_test(test_more_are_refused),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_the_description),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
