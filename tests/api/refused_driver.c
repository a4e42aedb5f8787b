/* A device whose driver the library refuses. The linker replaces clGetDeviceInfo by a function that returns the name of
 * such a device. */
#include "api/scans.h"
#include "support/answer.h"

#include <stdlib.h>
#include <string.h>

static cl_device_id concerned; /* NULL: all devices */
static const char *driver;     /* the version of the driver; NULL leaves the device its own name and version */

static void answer_as(cl_device_id id, const char *version) {
    concerned = id;
    driver = version;
}

cl_int __real_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    static const char name[] = "llvmpipe (made up)";
    if (driver && (!concerned || concerned == id) && what == CL_DEVICE_NAME)
        return answer(name, sizeof name, size, value, needed);
    if (driver && (!concerned || concerned == id) && what == CL_DRIVER_VERSION)
        return answer(driver, strlen(driver) + 1, size, value, needed);
    return __real_clGetDeviceInfo(id, what, size, value, needed);
}

/* The library refuses some drivers by their versions. */
static void test_faulty_driver(void **state) {
    const test_device *d = *state;
    clscan_device *device = NULL;
    answer_as(NULL, "22.3.6");
    assert_fails(clscan_device_create(d->context, d->id, NULL, &device), CLSCAN_ERROR_INVALID_DEVICE,
                 "driver 22.3.6 of llvmpipe (made up)|wrong results|Mesa 26.2.6");
    assert_null(device);
    assert_fails(clscan_device_open(NULL, NULL, &device), CLSCAN_ERROR_INVALID_DEVICE, "driver 22.3.6 of llvmpipe");
    assert_null(device);
    answer_as(NULL, "26.2.6-1");
    assert_ok(clscan_device_create(d->context, d->id, NULL, &device));
    clscan_device_destroy(device);
}

/* Returns a copy of CLSCAN_DEVICE, or NULL if it is not set, and unsets it. */
static char *take_variable(void) {
    const char *value = getenv("CLSCAN_DEVICE");
    char *copy = value ? strdup(value) : NULL;
    assert_true(copy || !value);
    unsetenv("CLSCAN_DEVICE");
    return copy;
}

/* A device whose driver the library refuses is not the default device if there is another one. */
static void test_default_device(void **state) {
    const test_device *d = *state;
    clscan_device *device = NULL;
    cl_platform_id platform = NULL;
    cl_uint devices = 0;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    assert_cl(clGetDeviceIDs(platform, CL_DEVICE_TYPE_ALL, 0, NULL, &devices));
    if (devices < 2)
        skip();
    char *variable = take_variable();
    driver = NULL;
    assert_ok(clscan_device_open(NULL, NULL, &device));
    const cl_device_id usual = clscan_device_id(device);
    clscan_device_destroy(device);
    answer_as(usual, "22.3.6");
    assert_ok(clscan_device_open(NULL, NULL, &device));
    assert_ptr_not_equal(clscan_device_id(device), usual);
    clscan_device_destroy(device);
    if (variable)
        setenv("CLSCAN_DEVICE", variable, 1);
    free(variable);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_faulty_driver), cmocka_unit_test(test_default_device) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
