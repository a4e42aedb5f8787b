/* Common functions of the tests of the self-test: a driver with faults, and the narration. The linker replaces OpenCL's
 * functions by those in corrupt/driver.h. */
#ifndef TESTS_API_SELF_TEST_H
#define TESTS_API_SELF_TEST_H

#include "api/scans.h"

#include <stdio.h>

/* NEXT(name) is the OpenCL function that the wrapper replaces. */
#define NEXT(name) __real_##name
#define CALL(name) name
#define HOOK(type, name, parameters)                                                                                   \
    type __real_##name parameters;                                                                                     \
    type __wrap_##name parameters;                                                                                     \
    type __wrap_##name parameters
#include "corrupt_driver/driver.h"

/* ------------------------------------------------------------------------------------------------------ narration */

static char log_lines[1 << 14];

static inline void listen(const char *line, void *user) {
    (void)user;
    const bool tells = strncmp(line, "self-test: ", 11) == 0 || strstr(line, "takes the place");
    if (tells && strlen(log_lines) + strlen(line) + 2 < sizeof log_lines)
        strcat(strcat(log_lines, line), "\n");
}

static const char *build_options;
static const char *kernel_dir; /* a folder of kernels; NULL: those of the library */

/* Creates a device with the self-test on. */
static inline clscan_device *device_with_test(const test_device *d) {
    clscan_device_options options = CLSCAN_DEVICE_OPTIONS_INIT;
    clscan_device *device = NULL;
    options.self_test = 1;
    options.log = listen;
    options.build_options = build_options;
    options.kernel_dir = kernel_dir;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    return device;
}

static inline clscan_status make(const test_device *d, const clscan_desc *desc, clscan_plan **plan) {
    clscan_device *device = device_with_test(d);
    log_lines[0] = '\0';
    launches = 0; /* opening a device may launch a kernel too */
    const clscan_status status = clscan_plan_create(device, desc, plan);
    clscan_device_destroy(device);
    return status;
}

/* Asserts that the self-test accepts right kernels, whatever is scanned in whatever layout. */
static inline void accept(const test_device *d, const clscan_desc *desc, const char *what) {
    clscan_plan *plan = NULL;
    assert_ok(make(d, desc, &plan));
    if (strstr(log_lines, "wrong") || strstr(log_lines, "place") || !strstr(log_lines, "right"))
        fail_msg("%s: %s", what, log_lines);
    clscan_plan_destroy(plan);
}

static inline clscan_desc small_desc(void) {
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.tuning.wg_size = 1;
    desc.tuning.num_groups = 2;
    return desc;
}

#endif
