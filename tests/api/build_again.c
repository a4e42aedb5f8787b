/* A build that fails without a log is tried a second time. A build that fails twice, or fails with a log, is not tried
 * again. The linker replaces clBuildProgram by the function in this file. */
#include "api/scans.h"

static int failures; /* number of builds that are still to fail */

cl_int __real_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
                             void(CL_CALLBACK *notify)(cl_program, void *), void *user);
cl_int __wrap_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
                             void(CL_CALLBACK *notify)(cl_program, void *), void *user);
cl_int __wrap_clBuildProgram(cl_program program, cl_uint n, const cl_device_id *ids, const char *options,
                             void(CL_CALLBACK *notify)(cl_program, void *), void *user) {
    return failures-- > 0 ? CL_BUILD_PROGRAM_FAILURE : __real_clBuildProgram(program, n, ids, options, notify, user);
}

/* Creates a plan with a driver whose first `times` builds fail. Returns how often the library called clBuildProgram. */
static int asked(const test_device *d, const char *combine, int times, clscan_status expected) {
    clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_SINGLE_GROUP);
    desc.user.combine = combine;
    desc.user.identity = combine ? "0" : NULL;
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    failures = times;
    assert_int_equal(clscan_plan_create(device, &desc, &plan), expected);
    const int calls = times - failures;
    failures = 0;
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    return calls;
}

static void test_once_more(void **state) {
    assert_int_equal(asked(*state, NULL, 0, CLSCAN_OK), 1);
    assert_int_equal(asked(*state, NULL, 1, CLSCAN_OK), 2);
    assert_int_equal(asked(*state, NULL, 5, CLSCAN_ERROR_BUILD_FAILURE), 2);
    assert_int_equal(asked(*state, "missing", 0, CLSCAN_ERROR_BUILD_FAILURE), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_once_more) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
