/* Creating a plan is the only slow call. In a process without any cache, enqueues and destroyers take little of the
 * caller's CPU time, with and without a disk cache and the self-test. */
#include "cache/folder.h"

/* Milliseconds of CPU time that a call may take. The library's own part of each takes less than 0.05 ms on two cores
 * of an AMD EPYC. In the first enqueue, and when a device is destroyed, the driver works for itself. */
enum { MOST = 1, MOST_OF_THE_DRIVER = 20, ENQUEUES = 5 };

static double cpu_ms(void) {
    struct timespec t;
    assert_int_equal(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t), 0);
    return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static void check(const char *call, double begin, double most) {
    const double took = cpu_ms() - begin;
    print_message("  %-14s %8.3f ms\n", call, took);
    if (took > most)
        fail_msg("%s takes %.3f ms of the caller's CPU time, and %.0f at most are allowed", call, took, most);
}

static void enqueue_often(const test_device *d, clscan_plan *plan) {
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    for (int i = 0; i < ENQUEUES; i++) {
        const double begin = cpu_ms();
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        check(i ? "enqueue" : "first enqueue", begin, i ? MOST : MOST_OF_THE_DRIVER);
        assert_cl(clFinish(d->in_order));
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* `distinct` are build options that change the program, so that no cache has it yet. */
static clscan_cache_stats use(const test_device *d, const char *disk_cache, clscan_self_test self_test,
                              const char *distinct) {
    const clscan_device_options options = { .disk_cache = disk_cache,
                                            .self_test = self_test,
                                            .build_options = distinct };
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = NULL;
    print_message("%s disk cache, self-test %s, %s\n", disk_cache ? "with a" : "without",
                  clscan_self_test_name(self_test), distinct);
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    clscan_plan *plan = new_plan(device, &desc);
    const clscan_cache_stats stats = stats_of(device);
    enqueue_often(d, plan);
    double begin = cpu_ms();
    clscan_plan_destroy(plan);
    check("plan_destroy", begin, MOST);
    begin = cpu_ms();
    clscan_device_destroy(device);
    check("device_destroy", begin, MOST_OF_THE_DRIVER);
    return stats;
}

static void check_use(const test_device *d, clscan_self_test self_test, const char *without, const char *with) {
    assert_int_equal(use(d, NULL, self_test, without).disk_stores, 0);
    const clscan_cache_stats cold = use(d, folder, self_test, with), warm = use(d, folder, self_test, with);
    assert_int_equal(cold.disk_stores, cold.misses);
    assert_int_equal(warm.disk_hits, warm.misses);
    assert_int_equal(warm.disk_stores, 0);
}

static void test_without_self_test(void **state) {
    check_use(*state, CLSCAN_SELF_TEST_OFF, "-DCLSCAN_1", "-DCLSCAN_2");
}

static void test_with_self_test(void **state) {
    check_use(*state, CLSCAN_SELF_TEST_ON, "-DCLSCAN_3", "-DCLSCAN_4");
}

/* PoCL's own cache is empty too when the program starts. */
int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup(test_without_self_test, empty_folder),
        cmocka_unit_test_setup(test_with_self_test, empty_folder),
    };
    if (!mkdtemp(root) || setenv("POCL_CACHE_DIR", root, 1) != 0)
        return 1;
    const int failed = cmocka_run_group_tests(tests, test_device_open, test_device_close);
    return failed + (remove_all(root) != 0);
}
