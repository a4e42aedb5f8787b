/* A compiler that changes the order of floating-point additions is found out when a device of a driver is opened that
 * the suite has not run on. The device says that its driver is another one. -cl-fast-relaxed-math lets a compiler
 * change the order, and PoCL's does. */
#include "api/other_driver.h"
#include "support/dut.h"

#include <stdio.h>
#include <string.h>

/* What has been narrated of the compiler. */
static char said[128];

static void listen(const char *line, void *user) {
    (void)user;
    if (strncmp(line, "compiler: ", strlen("compiler: ")) == 0)
        snprintf(said, sizeof said, "%s", line);
}

/* Opens a device with these options of the compiler and describes a plan of it. */
static void open_with(const dut *d, const char *build_options, char *description, size_t size) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    size_t needed = 0;
    said[0] = '\0';
    options.build_options = build_options;
    options.log = listen;
    options.self_test = CLSCAN_SELF_TEST_OFF;
    desc.type = CLSCAN_FLOAT;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    assert_ok(clscan_plan_create(device, &desc, &plan));
    assert_ok(clscan_plan_describe(plan, 1000, description, size, &needed));
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

static bool is_pocl(const dut *d) {
    char version[256] = "";
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version - 1, version, NULL));
    return strstr(version, "PoCL") != NULL;
}

static void test_an_unknown_compiler(void **state) {
    char description[1024];
    driver = "0.0 of nobody";
    open_with(*state, "-cl-fast-relaxed-math", description, sizeof description);
    assert_non_null(strstr(said, is_pocl(*state) ? "changes the order" : "the order"));
    assert_int_equal(strstr(description, "compiler   changes the order") != NULL, strstr(said, "changes") != NULL);
    open_with(*state, "", description, sizeof description);
    assert_non_null(strstr(said, is_pocl(*state) ? "keeps the order" : "the order"));
    assert_int_equal(strstr(description, "compiler   changes the order") != NULL, strstr(said, "changes") != NULL);
    driver = NULL;
}

/* Where the suite has run, no program is built to ask. */
static void test_a_known_compiler(void **state) {
    const dut *d = *state;
    char description[1024];
    if (!is_pocl(d))
        skip();
    driver = "3.1";
    open_with(d, "", description, sizeof description);
    assert_string_equal(said, "");
    driver = NULL;
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_an_unknown_compiler),
                                        cmocka_unit_test(test_a_known_compiler) };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
