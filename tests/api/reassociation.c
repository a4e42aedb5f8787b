/* The library finds a compiler that reorders floating-point additions when it opens a device with a driver that was not
 * tested. The device reports an unknown driver version. A kernel that keeps two sums imitates such a compiler. If the
 * caller passes -cl-fast-relaxed-math, the library obeys and does not test the compiler. */
#include "api/other_driver.h"
#include "support/scratch.h"
#include "support/test_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The last line of narration about the compiler. */
static char said[128];

static void listen(const char *line, void *user) {
    (void)user;
    if (strncmp(line, "compiler: ", strlen("compiler: ")) == 0)
        snprintf(said, sizeof said, "%s", line);
}

static int set_up(void **state) {
    char command[400];
    if (scratch_open(state))
        return 1;
    snprintf(command, sizeof command,
             "cp -r cl %s && chmod -R u+w %s/cl && "
             "sed -i 's/float s = 0;/float s = 0, t = 0;/; s/  s += x.i.;/ if (i > 3) t += x[i]; else s += x[i];/; "
             "s/= s;/= s + t;/' %s/cl/grid/float_sum.cl",
             folder, folder, folder);
    return system(command);
}

/* Opens a device with the kernel files in `kernel_dir` (NULL: the library's) and these build options. Describes a plan
 * of this device. */
static void open_with(const test_device *d, const char *kernel_dir, const char *build_options, char *description,
                      size_t size) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    size_t needed = 0;
    said[0] = '\0';
    options.kernel_dir = kernel_dir;
    options.build_options = build_options;
    options.log = listen;
    options.self_test = CLSCAN_SELF_TEST_OFF;
    desc.value.name = "float";
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = 1000 }, description, size, &needed));
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static bool is_pocl(const test_device *d) {
    char version[256] = "";
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version - 1, version, NULL));
    return strstr(version, "PoCL") != NULL;
}

static void test_an_unknown_compiler(void **state) {
    char description[1024], two_sums[64];
    snprintf(two_sums, sizeof two_sums, "%s/cl", folder);
    driver = "0.0 of nobody";
    open_with(*state, two_sums, test_unoptimized(), description, sizeof description);
    assert_has(said, "changes the order|with these build options");
    assert_has(description, "compiler   changes the order|with these build options");
    open_with(*state, NULL, "", description, sizeof description);
    assert_has(said, is_pocl(*state) ? "keeps the order|with these build options" : "the order");
    assert_int_equal(strstr(description, "compiler   changes the order") != NULL, strstr(said, "changes") != NULL);
    driver = NULL;
}

/* If the caller allows the compiler to reorder additions, the library neither tests the compiler nor prevents it. */
static void test_as_the_caller_wishes(void **state) {
    static const char *const drivers[] = { NULL, "0.0 of nobody" };
    static const char *const options[] = { "-cl-fast-relaxed-math", "-cl-unsafe-math-optimizations" };
    char description[1024];
    for (size_t i = 0; i < COUNT(drivers); i++)
        for (size_t k = 0; k < COUNT(options); k++) {
            driver = drivers[i];
            open_with(*state, NULL, options[k], description, sizeof description);
            assert_has(said, "may change the order|build options allow it");
            assert_has(description, "compiler   may change the order");
            assert_null(strstr(description, "kept from"));
        }
    driver = NULL;
}

/* Options that the driver takes from its environment count like the caller's. */
static void test_as_the_environment_wishes(void **state) {
    char description[1024];
    const char *given = getenv("POCL_EXTRA_BUILD_FLAGS");
    char before[256];
    snprintf(before, sizeof before, "%s", given ? given : "");
    assert_int_equal(setenv("POCL_EXTRA_BUILD_FLAGS", "-w -cl-fast-relaxed-math", 1), 0);
    open_with(*state, NULL, "", description, sizeof description);
    assert_int_equal(given ? setenv("POCL_EXTRA_BUILD_FLAGS", before, 1) : unsetenv("POCL_EXTRA_BUILD_FLAGS"), 0);
    assert_has(said, "may change the order|build options allow it");
    assert_has(description, "compiler   may change the order");
}

/* For a tested driver, the library builds no program to test the compiler. */
static void test_a_known_compiler(void **state) {
    const test_device *d = *state;
    char description[1024];
    if (!is_pocl(d))
        skip();
    driver = "3.1";
    open_with(d, NULL, "", description, sizeof description);
    assert_string_equal(said, "");
    driver = NULL;
}

/* The driver would end the process when it compiles the first kernel. */
static void test_a_compiler_that_must_optimize(void **state) {
    const test_device *d = *state;
    const clscan_device_options options = { .build_options = "-cl-mad-enable -cl-opt-disable" };
    const char *given = getenv("POCL_EXTRA_BUILD_FLAGS");
    char before[256];
    clscan_device *device = NULL;
    if (!is_pocl(d))
        skip();
    snprintf(before, sizeof before, "%s", given ? given : "");
    driver = "5.0";
    assert_int_equal(setenv("POCL_EXTRA_BUILD_FLAGS", "-cl-opt-disable", 1), 0);
    assert_fails(clscan_device_create(d->context, d->id, NULL, &device), CLSCAN_ERROR_INVALID_VALUE,
                 "POCL_EXTRA_BUILD_FLAGS, has -cl-opt-disable, but driver 5.0 of|ends the process");
    assert_int_equal(unsetenv("POCL_EXTRA_BUILD_FLAGS"), 0);
    assert_fails(clscan_device_create(d->context, d->id, &options, &device), CLSCAN_ERROR_INVALID_VALUE,
                 "options.build_options is \"-cl-mad-enable -cl-opt-disable\", but driver 5.0 of|ends the process");
    assert_null(device);
    assert_int_equal(given ? setenv("POCL_EXTRA_BUILD_FLAGS", before, 1) : 0, 0);
    driver = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_an_unknown_compiler),
                                        cmocka_unit_test(test_as_the_caller_wishes),
                                        cmocka_unit_test(test_as_the_environment_wishes),
                                        cmocka_unit_test(test_a_known_compiler),
                                        cmocka_unit_test(test_a_compiler_that_must_optimize) };
    return cmocka_run_group_tests(tests, set_up, scratch_close);
}
