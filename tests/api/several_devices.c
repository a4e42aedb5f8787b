/* Several devices of one platform in one context. Objects that belong to one device are refused for another. */
#include "api/scans.h"

#include <stdlib.h>

enum { MOST = 8 };

typedef struct devices {
    cl_context context;
    cl_uint n;
    cl_device_id ids[MOST];
    clscan_device *made[MOST];
    cl_command_queue queues[MOST];
} devices;

/* Finds the devices of the first platform that has two or more. */
static bool find(devices *all) {
    cl_platform_id platforms[16];
    cl_uint num_platforms = 0;
    assert_cl(clGetPlatformIDs(COUNT(platforms), platforms, &num_platforms));
    for (cl_uint p = 0; p < num_platforms && p < COUNT(platforms); p++)
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, MOST, all->ids, &all->n) == CL_SUCCESS && all->n > 1)
            return true;
    return false;
}

static int open_all(void **state) {
    static devices all;
    cl_int error = CL_SUCCESS;
    if (!find(&all))
        exit(77);
    all.n = all.n < MOST ? all.n : MOST;
    all.context = clCreateContext(NULL, all.n, all.ids, NULL, NULL, &error);
    assert_cl(error);
    for (cl_uint i = 0; i < all.n; i++) {
        assert_ok(clscan_device_create(all.context, all.ids[i], &options_without_self_test, &all.made[i]));
        all.queues[i] = clCreateCommandQueue(all.context, all.ids[i], 0, &error);
        assert_cl(error);
    }
    *state = &all;
    return 0;
}

static int close_all(void **state) {
    devices *all = *state;
    for (cl_uint i = 0; i < all->n; i++) {
        clReleaseCommandQueue(all->queues[i]);
        clscan_device_destroy(all->made[i]);
    }
    clReleaseContext(all->context);
    return 0;
}

static cl_mem new_ones(const devices *all) {
    cl_int x[SCAN_COUNT], error = CL_SUCCESS;
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = 1;
    cl_mem mem = clCreateBuffer(all->context, CL_MEM_COPY_HOST_PTR, sizeof x, x, &error);
    assert_cl(error);
    return mem;
}

/* Each device scans the results of the device before it, beginning with ones. */
static void test_one_after_the_other(void **state) {
    const devices *all = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    cl_mem mem = new_ones(all);
    cl_uint expected[SCAN_COUNT], x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        expected[i] = 1;
    for (cl_uint d = 0; d < all->n; d++) {
        const clscan_args args = { .in[0].buffer = mem, .out[0].buffer = mem, .count = SCAN_COUNT };
        clscan_plan *plan = new_plan(all->made[d], &desc);
        assert_ok(clscan_plan_enqueue(plan, all->queues[d], &args, 0, NULL, NULL));
        assert_cl(clFinish(all->queues[d]));
        clscan_plan_destroy(plan);
        for (int i = 1; i < SCAN_COUNT; i++)
            expected[i] += expected[i - 1];
    }
    assert_cl(clEnqueueReadBuffer(all->queues[0], mem, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    assert_memory_equal(x, expected, sizeof x);
    clReleaseMemObject(mem);
}

static void test_queue_of_another_device(void **state) {
    const devices *all = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(all->made[0], &desc);
    cl_mem mem = new_ones(all);
    const clscan_args args = { .in[0].buffer = mem, .out[0].buffer = mem, .count = SCAN_COUNT };
    cl_event event = NULL;
    assert_fails(clscan_plan_enqueue(plan, all->queues[1], &args, 0, NULL, &event), CLSCAN_ERROR_INVALID_QUEUE,
                 "queue belongs to another device");
    assert_null(event);
    clscan_plan_destroy(plan);
    clReleaseMemObject(mem);
}

static void test_device_outside_the_context(void **state) {
    const devices *all = *state;
    cl_int error = CL_SUCCESS;
    clscan_device *device = (clscan_device *)(uintptr_t)1;
    cl_context alone = clCreateContext(NULL, 1, &all->ids[0], NULL, NULL, &error);
    assert_cl(error);
    assert_fails(clscan_device_create(alone, all->ids[1], NULL, &device), CLSCAN_ERROR_INVALID_DEVICE, "none of the 1");
    assert_null(device);
    clReleaseContext(alone);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_one_after_the_other),
                                        cmocka_unit_test(test_queue_of_another_device),
                                        cmocka_unit_test(test_device_outside_the_context) };
    return cmocka_run_group_tests(tests, open_all, close_all);
}
