/* Wrong arguments of the functions that make and unmake devices. */
#include "api/scans.h"

#include <stdlib.h>

/* Any address that is not NULL: what *device must be cleared of. */
static clscan_device *junk(void **state) {
    return *state;
}

static void test_create_refuses_null(void **state) {
    const dut *d = *state;
    clscan_device *device = junk(state);
    assert_fails(clscan_device_create(NULL, d->id, NULL, &device), CLSCAN_INVALID_VALUE, "context is NULL");
    assert_null(device);
    device = junk(state);
    assert_fails(clscan_device_create(d->context, NULL, NULL, &device), CLSCAN_INVALID_VALUE, "id is NULL");
    assert_null(device);
    assert_fails(clscan_device_create(d->context, d->id, NULL, NULL), CLSCAN_INVALID_VALUE, "device is NULL");
    assert_fails(clscan_device_open(NULL, NULL, NULL), CLSCAN_INVALID_VALUE, "device is NULL");
}

/* A platform with several devices has one that is not in our context. */
static bool find_other(const dut *d, cl_device_id *other) {
    cl_platform_id platforms[16];
    cl_device_id ids[64];
    cl_uint num_platforms = 0;
    assert_cl(clGetPlatformIDs(COUNT(platforms), platforms, &num_platforms));
    for (cl_uint p = 0; p < num_platforms && p < COUNT(platforms); p++) {
        cl_uint n = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, COUNT(ids), ids, &n) != CL_SUCCESS)
            continue;
        for (cl_uint i = 0; i < n; i++)
            if (ids[i] != d->id) {
                *other = ids[i];
                return true;
            }
    }
    return false;
}

static void test_create_refuses_a_device_outside_the_context(void **state) {
    const dut *d = *state;
    clscan_device *device = junk(state);
    cl_device_id other;
    if (!find_other(d, &other))
        skip();
    assert_fails(clscan_device_create(d->context, other, NULL, &device), CLSCAN_INVALID_DEVICE, "none of the 1");
    assert_null(device);
}

static void test_open_refuses_nonsense(void **state) {
    clscan_device *device = junk(state);
    assert_fails(clscan_device_open("no such device", NULL, &device), CLSCAN_NO_DEVICE, "no such device");
    assert_null(device);
}

static void test_null_is_accepted_where_nothing_is_asked(void **state) {
    (void)state;
    clscan_device_destroy(NULL);
    clscan_plan_destroy(NULL);
    assert_null(clscan_device_context(NULL));
    assert_null(clscan_device_id(NULL));
}

static void test_handles_are_given_back(void **state) {
    const dut *d = *state;
    const cl_uint before = references(d);
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, NULL, &device));
    assert_ptr_equal(clscan_device_context(device), d->context);
    assert_ptr_equal(clscan_device_id(device), d->id);
    assert_true(references(d) > before);
    clscan_device_destroy(device);
    assert_int_equal(references(d), before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_refuses_null),
        cmocka_unit_test(test_create_refuses_a_device_outside_the_context),
        cmocka_unit_test(test_open_refuses_nonsense),
        cmocka_unit_test(test_null_is_accepted_where_nothing_is_asked),
        cmocka_unit_test(test_handles_are_given_back),
    };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
