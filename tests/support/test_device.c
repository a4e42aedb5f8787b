#include "support/test_device.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

const clscan_device_options options_without_self_test = { .self_test = CLSCAN_SELF_TEST_OFF };

clscan_device_options test_device_options(const char *build_options) {
    return (clscan_device_options) { .build_options =
                                         build_options ? build_options : getenv("CLSCAN_TEST_BUILD_OPTIONS"),
                                     .kernel_dir = getenv("CLSCAN_TEST_CL_DIR"),
                                     .self_test =
                                         getenv("CLSCAN_TEST_SELF_TEST") ? CLSCAN_SELF_TEST_ON : CLSCAN_SELF_TEST_OFF };
}

/* Without any device the test is skipped. If CLSCAN_DEVICE names a device that does not exist, the test fails. */
static void open_or_skip(clscan_device **device) {
    const char *name = getenv("CLSCAN_DEVICE");
    const clscan_device_options options = test_device_options(NULL);
    const clscan_status status = clscan_device_open(NULL, &options, device);
    if (status == CLSCAN_OK)
        return;
    fprintf(stderr, "%s\n", clscan_last_message());
    exit(status == CLSCAN_ERROR_NO_DEVICE && !(name && *name) ? 77 : 1);
}

static cl_command_queue open_queue(const test_device *d, cl_command_queue_properties properties) {
    cl_int error = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(d->context, d->id, properties, &error);
    return error == CL_SUCCESS ? queue : NULL;
}

static void open_queues(test_device *d) {
    d->in_order = open_queue(d, 0);
    assert_non_null(d->in_order);
    d->out_of_order = open_queue(d, CL_QUEUE_OUT_OF_ORDER_EXEC_MODE_ENABLE);
    if (!d->out_of_order) {
        assert_cl(clRetainCommandQueue(d->in_order));
        d->out_of_order = d->in_order;
    }
}

/* Returns true if the library refuses wide work-groups because of a known fault of the driver. */
static bool refuses_wide_groups(const test_device *d) {
    const unsigned wg_size = 4;
    const clscan_desc desc = { .tuning.group = CLSCAN_GROUP_SEQUENTIAL,
                               .tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP,
                               .tuning.wg_size = wg_size };
    clscan_plan *plan = NULL;
    if (d->max_wg_size < wg_size || clscan_plan_create(d->device, &desc, &plan) == CLSCAN_OK) {
        clscan_plan_destroy(plan);
        return false;
    }
    assert_has(clscan_last_message(), "desc.tuning.wg_size is|miscompiles work-groups of two");
    return true;
}

static test_device opened;

int test_device_open(void **state) {
    test_device d = { 0 };
    cl_uint bits = 0;
    open_or_skip(&d.device);
    d.context = clscan_device_context(d.device);
    d.id = clscan_device_id(d.device);
    open_queues(&d);
    assert_cl(clGetDeviceInfo(d.id, CL_DEVICE_NAME, sizeof d.name, d.name, NULL));
    assert_cl(clGetDeviceInfo(d.id, CL_DEVICE_MAX_WORK_GROUP_SIZE, sizeof d.max_wg_size, &d.max_wg_size, NULL));
    assert_cl(clGetDeviceInfo(d.id, CL_DEVICE_LOCAL_MEM_SIZE, sizeof d.local_bytes, &d.local_bytes, NULL));
    assert_cl(clGetDeviceInfo(d.id, CL_DEVICE_MEM_BASE_ADDR_ALIGN, sizeof bits, &bits, NULL));
    d.alignment = bits / 8;
    d.breaks_wide_groups = refuses_wide_groups(&d);
    opened = d;
    check_set_device(opened.name);
    *state = &opened;
    return 0;
}

unsigned test_device_small_group(void) {
    return opened.breaks_wide_groups ? 1 : 4;
}

bool test_device_runs_groups_of(const test_device *d, size_t wg_size) {
    return wg_size <= d->max_wg_size && !(wg_size > 1 && d->breaks_wide_groups);
}

bool test_device_runs_wide_slices(const test_device *d) {
    static enum { UNKNOWN, YES, NO } known;
    const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_SLICES, .tuning.wg_size = 4, .tuning.items = 1 };
    clscan_plan *plan = NULL;
    if (known == UNKNOWN) {
        const bool refused = clscan_plan_create(d->device, &desc, &plan) != CLSCAN_OK;
        known = refused && strstr(clscan_last_message(), "miscompiles slices") ? NO : YES;
        clscan_plan_destroy(plan);
    }
    return known == YES;
}

unsigned test_device_wg_size(const test_device *d, clscan_strategy strategy, unsigned wanted) {
    if (strategy == CLSCAN_STRATEGY_SLICES && wanted > 1 && !test_device_runs_wide_slices(d))
        return 1;
    while (!test_device_runs_groups_of(d, wanted))
        wanted /= 2;
    return wanted;
}

/* Waits for what a test has enqueued: PoCL crashes if the process ends while a worker thread compiles a kernel. */
int test_device_close(void **state) {
    test_device *d = *state;
    clFinish(d->in_order);
    clFinish(d->out_of_order);
    clReleaseCommandQueue(d->in_order);
    clReleaseCommandQueue(d->out_of_order);
    clscan_device_destroy(d->device);
    return 0;
}

bool test_device_is_pocl_3_1(const test_device *d) {
    cl_platform_id platform = NULL;
    char version[256] = "";
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_PLATFORM, sizeof platform, &platform, NULL));
    clGetPlatformInfo(platform, CL_PLATFORM_VERSION, sizeof version, version, NULL);
    return strstr(version, " PoCL 3.1") != NULL;
}

/* Returns false if the library refuses the strategy because the device lacks a feature or the driver has a known fault.
 * That is not a failure. */
static bool runs(const test_device *d, clscan_strategy strategy) {
    const clscan_desc desc = { .tuning.strategy = strategy };
    clscan_plan *plan = NULL;
    const clscan_status status = clscan_plan_create(d->device, &desc, &plan);
    if (status == CLSCAN_ERROR_UNSUPPORTED_SHAPE) {
        if (!strstr(clscan_last_message(), ": driver "))
            assert_has(clscan_last_message(), " needs atomics| lacks");
        print_message("skipped: %s\n", clscan_last_message());
        return false;
    }
    check_ok(status, "clscan_plan_create", __FILE__, __LINE__);
    clscan_plan_destroy(plan);
    return true;
}

bool needs_no_atomics(clscan_strategy strategy) {
    switch (strategy) {
    case CLSCAN_STRATEGY_AUTO:
    case CLSCAN_STRATEGY_SINGLE_GROUP:
    case CLSCAN_STRATEGY_GLOBAL_STEPS:
    case CLSCAN_STRATEGY_HIERARCHICAL:
    case CLSCAN_STRATEGY_REDUCE_SCAN:
        return true;
    default:
        return false;
    }
}

bool test_device_runs(const test_device *d, clscan_strategy strategy) {
    static enum { UNKNOWN, NO, YES } known[64]; /* more strategies than the library will ever have */
    if (needs_no_atomics(strategy))
        return true;
    assert_true(strategy < COUNT(known));
    if (known[strategy] == UNKNOWN)
        known[strategy] = runs(d, strategy) ? YES : NO;
    return known[strategy] == YES;
}

bool is_whole_run(void) {
    return getenv("CLSCAN_TEST_WHOLE") != NULL;
}

void test_device_for_strategies(const test_device *d, size_t cases,
                                void (*check)(const test_device *d, clscan_strategy strategy, size_t number)) {
    for (clscan_strategy s = CLSCAN_STRATEGY_AUTO; clscan_strategy_name(s); s++)
        for (size_t i = 0; i < cases; i++)
            if (test_device_runs(d, s) && (is_whole_run() || s == CLSCAN_STRATEGY_AUTO || (s + i) % 3 == 0))
                check(d, s, i);
}

const char *test_unoptimized(void) {
    return is_whole_run() || getenv("CLSCAN_TEST_OPTIMIZED") ? "" : "-cl-opt-disable";
}

/* Intel's CPU runtimes return early from some blocking writes, and a command on another queue may then run before the
 * write (tests/driver_faults/intel_late_write.c). */
void test_device_write(const test_device *d, cl_mem mem, size_t at, size_t size, const void *bytes) {
    assert_cl(clEnqueueWriteBuffer(d->in_order, mem, CL_TRUE, at, size, bytes, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
}

cl_mem test_device_buffer(const test_device *d, cl_mem_flags flags, size_t size, const void *bytes) {
    cl_int error = CL_SUCCESS;
    cl_mem mem = clCreateBuffer(d->context, flags, size, NULL, &error);
    assert_cl(error);
    if (bytes)
        test_device_write(d, mem, 0, size, bytes);
    return mem;
}
