/* If options.self_test is not set, the self-test runs on drivers that were not tested, and not on others. The device
 * reports the driver version that a test needs. */
#include "api/other_driver.h"
#include "api/self_test.h"

enum { PASSES = 3 };
static const char tested[] = "3.1", untested[] = "0.0 of nobody";

/* Returns how many kernels are replaced in a plan on a driver that corrupts the output of reduce_scan. */
static size_t replaced(const test_device *d, const char *by_driver, clscan_self_test wish, size_t *tried) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    options.self_test = wish;
    driver = by_driver;
    corrupt = "clscan_scan_spans ";
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    launches = 0; /* opening the device launched a kernel (src/device/probe.c) */
    assert_ok(clscan_plan_create(device, &desc, &plan));
    const size_t wrong = clscan_plan_num_replaced(plan);
    *tried = launches;
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    corrupt = "";
    driver = NULL;
    return wrong;
}

static void test_an_untested_driver(void **state) {
    size_t tried = 0;
    assert_int_equal(replaced(*state, untested, CLSCAN_SELF_TEST_AUTO, &tried), 1);
    assert_true(tried >= PASSES);
    assert_int_equal(replaced(*state, untested, CLSCAN_SELF_TEST_OFF, &tried), 0);
    assert_int_equal(tried, 0);
}

static void test_a_tested_driver(void **state) {
    const test_device *d = *state;
    char version[256] = "";
    size_t tried = 0;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version - 1, version, NULL));
    if (!strstr(version, "PoCL"))
        skip();
    assert_int_equal(replaced(d, tested, CLSCAN_SELF_TEST_AUTO, &tried), 0);
    assert_int_equal(tried, 0);
    assert_int_equal(replaced(d, tested, CLSCAN_SELF_TEST_ON, &tried), 1);
    assert_true(tried >= PASSES);
}

static void test_no_such_wish(void **state) {
    const test_device *d = *state;
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_device *device = NULL;
    options.self_test = (clscan_self_test)3;
    assert_fails(clscan_device_create(d->context, d->id, &options, &device), CLSCAN_ERROR_INVALID_VALUE,
                 "options.self_test is 3");
    assert_null(device);
}

/* The same holds for clscan_host_scan. */
static void test_host_arrays(void **state) {
    const int in[] = { 1, 2, 3 };
    int out[3];
    (void)state;
    driver = untested;
    launches = 0;
    assert_ok(clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, in, out, 3));
    assert_int_equal(out[2], 6);
    assert_true(launches > PASSES);
    driver = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_an_untested_driver),
        cmocka_unit_test(test_a_tested_driver),
        cmocka_unit_test(test_no_such_wish),
        cmocka_unit_test(test_host_arrays),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
