/* Several devices in one context. Devices of different models have different entries, and two devices of one model
 * share their entries. */
#include "cache/folder.h"

static void test_devices_of_one_context(void **state) {
    const test_device *d = *state;
    const clscan_device_options options = { .disk_cache = folder, .self_test = CLSCAN_SELF_TEST_OFF };
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_SINGLE_GROUP);
    cl_platform_id platform;
    cl_device_id ids[8];
    cl_uint count = 0;
    cl_int error, one = 1, sum;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    assert_cl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, COUNT(ids), ids, &count));
    count = count < COUNT(ids) ? count : COUNT(ids);
    cl_context context = clCreateContext(NULL, count, ids, NULL, NULL, &error);
    assert_cl(error);
    for (cl_uint i = 0; i < 2 * count; i++) {
        clscan_device *device = NULL;
        assert_ok(clscan_device_create(context, ids[i % count], &options, &device));
        clscan_plan *plan = new_plan(device, &desc);
        assert_ok(execute_host(plan, &one, &sum, 1));
        clscan_plan_destroy(plan);
        const clscan_cache_stats stats = stats_of(device);
        assert_int_equal(stats.disk_hits + stats.disk_stores, 1);
        assert_true(i < count || stats.disk_hits == 1);
        clscan_device_destroy(device);
    }
    clReleaseContext(context);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test_setup(test_devices_of_one_context, empty_folder) };
    return run_in_folder(tests);
}
