/* Decides which drivers count as tested: by platform, beginning of the version, and kind of device. */
#include "opencl/tested_driver.h"
#include "support/check.h"

#include <stdio.h>

static bool is_tested(const char *version, const char *driver, cl_device_type type) {
    cs_caps caps = { .type = type };
    snprintf(caps.version, sizeof caps.version, "%s", version);
    snprintf(caps.driver, sizeof caps.driver, "%s", driver);
    return cs_tested_when(&caps) != NULL;
}

static void test_tested(void **state) {
    (void)state;
    assert_true(is_tested("OpenCL 3.0 PoCL HSTR: cpu", "3.1", CL_DEVICE_TYPE_CPU));
    assert_true(is_tested("OpenCL 3.0 PoCL HSTR: cpu", "3.1+debian", CL_DEVICE_TYPE_CPU));
    assert_true(is_tested("OpenCL 2.0 PoCL HSTR: pthread", "3.1", CL_DEVICE_TYPE_CPU | CL_DEVICE_TYPE_DEFAULT));
    assert_true(is_tested("OpenCL 3.0 CUDA", "580.95.05", CL_DEVICE_TYPE_GPU));
}

static void test_untested(void **state) {
    (void)state;
    assert_false(is_tested("OpenCL 3.0 PoCL HSTR: cpu", "3.10", CL_DEVICE_TYPE_CPU));
    assert_false(is_tested("OpenCL 3.0 PoCL HSTR: cpu", "7.1", CL_DEVICE_TYPE_CPU));
    assert_false(is_tested("OpenCL 3.0 PoCL HSTR: CUDA", "3.1", CL_DEVICE_TYPE_GPU));
    assert_false(is_tested("OpenCL 3.1", "2026.22.10.0.01_160000", CL_DEVICE_TYPE_CPU));
    assert_false(is_tested("OpenCL 3.0 CUDA", "590.10", CL_DEVICE_TYPE_GPU));
    assert_false(is_tested("OpenCL 3.0", "3.1", CL_DEVICE_TYPE_CPU));
    assert_false(is_tested("", "", CL_DEVICE_TYPE_CPU));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_tested), cmocka_unit_test(test_untested) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
