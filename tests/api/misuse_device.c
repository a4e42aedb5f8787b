/* Wrong arguments of the functions that create and destroy devices. */
#include "api/scans.h"

#include <stdlib.h>

/* Returns an address that is not NULL, to show that a failed call sets *device to NULL. */
static clscan_device *junk(void **state) {
    return *state;
}

static void test_create_refuses_null(void **state) {
    const test_device *d = *state;
    clscan_device *device = junk(state);
    assert_fails(clscan_device_create(NULL, d->id, NULL, &device), CLSCAN_ERROR_INVALID_VALUE, "context is NULL");
    assert_null(device);
    device = junk(state);
    assert_fails(clscan_device_create(d->context, NULL, NULL, &device), CLSCAN_ERROR_INVALID_VALUE, "id is NULL");
    assert_null(device);
    assert_fails(clscan_device_create(d->context, d->id, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE, "device is NULL");
    assert_fails(clscan_device_open(NULL, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE, "device is NULL");
}

static void test_open_refuses_nonsense(void **state) {
    clscan_device *device = junk(state);
    assert_fails(clscan_device_open("no such device", NULL, &device), CLSCAN_ERROR_NO_DEVICE, "no such device");
    assert_null(device);
}

static void test_options(void **state) {
    const test_device *d = *state;
    struct {
        clscan_device_options options;
        size_t more;
    } newer = { { .struct_size = sizeof newer }, 1 };
    clscan_device *device = junk(state);
    assert_fails(clscan_device_create(d->context, d->id, &newer.options, &device), CLSCAN_ERROR_INVALID_VALUE,
                 "options.struct_size is |this library's has |is not zero");
    assert_null(device);
    newer.options.struct_size = 3;
    assert_fails(clscan_device_open(NULL, &newer.options, &device), CLSCAN_ERROR_INVALID_VALUE,
                 "options.struct_size is 3");
    newer.options = (clscan_device_options)CLSCAN_DEVICE_OPTIONS_INIT;
    assert_ok(clscan_device_create(d->context, d->id, &newer.options, &device));
    clscan_device_destroy(device);
}

/* options.build_options are not checked before the compiler runs. */
static void test_options_of_the_compiler(void **state) {
    const test_device *d = *state;
    const clscan_device_options options = { .build_options = "-no-such-option" };
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = NULL;
    clscan_plan *plan = (clscan_plan *)junk(state);
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    assert_int_not_equal(clscan_plan_create(device, &desc, &plan), CLSCAN_OK);
    assert_null(plan);
    assert_true(clscan_last_cl_error() != CL_SUCCESS);
    clscan_device_destroy(device);
}

static void test_null_is_accepted_where_nothing_is_asked(void **state) {
    (void)state;
    clscan_device_destroy(NULL);
    clscan_plan_destroy(NULL);
    assert_null(clscan_device_context(NULL));
    assert_null(clscan_device_id(NULL));
}

static void test_handles_are_given_back(void **state) {
    const test_device *d = *state;
    const cl_uint before = references(d);
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, NULL, &device));
    assert_ptr_equal(clscan_device_context(device), d->context);
    assert_ptr_equal(clscan_device_id(device), d->id);
    clscan_device_destroy(device);
    assert_nothing_lost(d, before);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_create_refuses_null),
        cmocka_unit_test(test_open_refuses_nonsense),
        cmocka_unit_test(test_options),
        cmocka_unit_test(test_options_of_the_compiler),
        cmocka_unit_test(test_null_is_accepted_where_nothing_is_asked),
        cmocka_unit_test(test_handles_are_given_back),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
