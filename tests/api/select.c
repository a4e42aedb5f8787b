/* clscan_device_open and CLSCAN_DEVICE: by number, kind, or part of a name in either case. */
#include "api/scans.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Finds `id` as device number `device` of platform number `platform`, without the library. Returns the number of
 * devices. */
static unsigned locate(cl_device_id id, unsigned *platform, unsigned *device) {
    cl_platform_id platforms[64];
    cl_device_id ids[64];
    cl_uint num_platforms = 0;
    unsigned total = 0;
    assert_cl(clGetPlatformIDs(COUNT(platforms), platforms, &num_platforms));
    for (cl_uint p = 0; p < num_platforms && p < COUNT(platforms); p++) {
        cl_uint n = 0;
        if (clGetDeviceIDs(platforms[p], CL_DEVICE_TYPE_ALL, COUNT(ids), ids, &n) != CL_SUCCESS)
            continue;
        for (cl_uint i = 0; i < n; i++, total++)
            if (ids[i] == id) {
                *platform = p;
                *device = i;
            }
    }
    return total;
}

static cl_device_id opened(const char *selector) {
    clscan_device *device = NULL;
    assert_ok(clscan_device_open(selector, NULL, &device));
    const cl_device_id id = clscan_device_id(device);
    clscan_device_destroy(device);
    return id;
}

static void refuse(const char *selector, const char *words) {
    clscan_device *device = (clscan_device *)(uintptr_t)1;
    assert_fails(clscan_device_open(selector, NULL, &device), CLSCAN_ERROR_NO_DEVICE, words);
    assert_null(device);
}

enum { MOST_SELECTOR = 32 };

/* Writes the numbers of platform and device that select the device. */
static void write_numbers(const test_device *d, char selector[MOST_SELECTOR]) {
    unsigned p = 0, i = 0;
    locate(d->id, &p, &i);
    snprintf(selector, MOST_SELECTOR, "%u:%u", p, i);
}

static void test_by_number(void **state) {
    const test_device *d = *state;
    char selector[MOST_SELECTOR];
    write_numbers(d, selector);
    assert_ptr_equal(opened(selector), d->id);
}

static void test_by_kind(void **state) {
    const test_device *d = *state;
    cl_device_type type = 0, found = 0;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    const char *selectors[] = { type & CL_DEVICE_TYPE_GPU ? "gpu" : "cpu", type & CL_DEVICE_TYPE_GPU ? "GPU" : "Cpu" };
    if (!(type & (CL_DEVICE_TYPE_GPU | CL_DEVICE_TYPE_CPU)))
        skip();
    for (size_t i = 0; i < COUNT(selectors); i++) {
        assert_cl(clGetDeviceInfo(opened(selectors[i]), CL_DEVICE_TYPE, sizeof found, &found, NULL));
        assert_true(found & type);
    }
}

static bool names_match(cl_device_id a, cl_device_id b) {
    char first[512] = "", second[512] = "";
    clGetDeviceInfo(a, CL_DEVICE_NAME, sizeof first, first, NULL);
    clGetDeviceInfo(b, CL_DEVICE_NAME, sizeof second, second, NULL);
    return strcmp(first, second) == 0;
}

/* The name is given in full, in capitals, and without its first and last character. */
static void test_by_name(void **state) {
    const test_device *d = *state;
    char name[512] = "", capitals[512] = "";
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_NAME, sizeof name, name, NULL));
    for (size_t i = 0; name[i]; i++)
        capitals[i] = (char)toupper((unsigned char)name[i]);
    assert_true(names_match(opened(name), d->id));
    assert_true(names_match(opened(capitals), d->id));
    name[strlen(name) - 1] = '\0';
    assert_true(names_match(opened(name + 1), d->id));
}

static void test_by_platform(void **state) {
    const test_device *d = *state;
    cl_platform_id ours = NULL, found = NULL;
    char name[512] = "";
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof ours, &ours, NULL));
    assert_cl(clGetPlatformInfo(ours, CL_PLATFORM_NAME, sizeof name, name, NULL));
    assert_cl(clGetDeviceInfo(opened(name), CL_DEVICE_PLATFORM, sizeof found, &found, NULL));
    assert_ptr_equal(found, ours);
}

static void test_nonsense(void **state) {
    const test_device *d = *state;
    unsigned p, i;
    char words[1200], name[512] = "", platform[512] = "";
    cl_platform_id ours = NULL;
    const unsigned devices = locate(d->id, &p, &i);
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_NAME, sizeof name, name, NULL));
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof ours, &ours, NULL));
    assert_cl(clGetPlatformInfo(ours, CL_PLATFORM_NAME, sizeof platform, platform, NULL));
    snprintf(words, sizeof words, "\"a device of glass\"; there %s|%u:%u \"%s\" (|, platform \"%s\")",
             devices == 1 ? "is" : "are", p, i, name, platform);
    refuse("a device of glass", words);
    refuse("99:0", "\"99:0\"");
    refuse("0:99", "\"0:99\"");
    refuse("99999999999999999999:0", "99999999999999999999:0");
    refuse("4294967296:0", "4294967296:0"); /* 2^32 must not wrap to 0 */
    refuse("0:4294967296", "0:4294967296");
    refuse("\n", "\"\n\"");
    refuse(" ", "\" \"; there ");
    refuse(" \t ", "\" \t \"; there ");
    refuse("0:", "\"0:\"");
    refuse(":", "\":\"");
    refuse("0:0:0", "\"0:0:0\"");
}

/* The value of CLSCAN_DEVICE before the test. It is restored at the end, even if the test fails. */
static char *kept;

static int keep_variable(void **state) {
    const char *value = getenv("CLSCAN_DEVICE");
    (void)state;
    kept = value ? strdup(value) : NULL;
    return 0;
}

static int restore_variable(void **state) {
    (void)state;
    if (kept)
        setenv("CLSCAN_DEVICE", kept, 1);
    else
        unsetenv("CLSCAN_DEVICE");
    free(kept);
    return 0;
}

static void test_the_variable(void **state) {
    const test_device *d = *state;
    char selector[MOST_SELECTOR];
    write_numbers(d, selector);
    setenv("CLSCAN_DEVICE", selector, 1);
    assert_ptr_equal(opened(NULL), d->id);
    assert_ptr_equal(opened(""), d->id);
    setenv("CLSCAN_DEVICE", "a device of glass", 1);
    refuse(NULL, "a device of glass");
    refuse("", "a device of glass");
    assert_ptr_equal(opened(selector), d->id); /* an explicit name takes precedence */
    setenv("CLSCAN_DEVICE", "", 1);
    assert_non_null(opened(NULL));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_by_number),
        cmocka_unit_test(test_by_kind),
        cmocka_unit_test(test_by_name),
        cmocka_unit_test(test_by_platform),
        cmocka_unit_test(test_nonsense),
        cmocka_unit_test_setup_teardown(test_the_variable, keep_variable, restore_variable),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
