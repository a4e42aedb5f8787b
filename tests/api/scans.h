/* Common functions of the tests in this folder: scans of ints whose results need no oracle. */
#ifndef TESTS_API_SCANS_H
#define TESTS_API_SCANS_H

#include "support/test_device.h"

#include <string.h>
#include <time.h>

enum { SCAN_COUNT = 1000 };

/* Small tiles, so that SCAN_COUNT elements take several launches and a workspace. */
static inline clscan_desc small_tiles(clscan_strategy strategy) {
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.tuning.strategy = strategy;
    desc.tuning.wg_size = strategy == CLSCAN_STRATEGY_SLICES ? 1 : 4; /* not every driver can do wide slices */
    desc.tuning.items = 12 / desc.tuning.wg_size;
    desc.tuning.num_groups = 5;
    return desc;
}

/* The same, but a work-group has one work-item if the driver breaks wider ones. Tests that count neither work-items nor
 * tiles use these tiles. */
static inline clscan_desc tiles_that_run(clscan_strategy strategy) {
    clscan_desc desc = small_tiles(strategy);
    if (desc.tuning.wg_size > 1)
        desc.tuning.wg_size = test_device_small_group();
    return desc;
}

static inline clscan_plan *new_plan(clscan_device *device, const clscan_desc *desc) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(device, desc, &plan));
    return plan;
}

/* Opens a device and sets *before to what its cache of programs counts then. Opening a device builds a program on every
 * driver that is not trusted: see clscan_device_create. */
static inline clscan_device *open_counted(const test_device *d, const clscan_device_options *options,
                                          clscan_cache_stats *before) {
    clscan_device *device = NULL;
    *before = (clscan_cache_stats)CLSCAN_CACHE_STATS_INIT;
    assert_ok(clscan_device_create(d->context, d->id, options, &device));
    assert_ok(clscan_device_cache_stats(device, before));
    return device;
}

/* SCAN_COUNT times `value`; its inclusive sum is value, 2 value, ... */
static inline cl_mem new_input(const test_device *d, cl_int value) {
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = value;
    return test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x);
}

static inline cl_mem new_output(const test_device *d) {
    return test_device_buffer(d, CL_MEM_READ_WRITE, SCAN_COUNT * sizeof(cl_int), NULL);
}

/* Fails, and names the first wrong index, unless the output is the running sum of `value`. */
static inline void assert_sums(const test_device *d, cl_mem out, cl_int value) {
    cl_int x[SCAN_COUNT];
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    for (int i = 0; i < SCAN_COUNT; i++)
        if (x[i] != value * (i + 1))
            fail_msg("wrong at %d: expected %d, got %d", i, value * (i + 1), x[i]);
}

/* Asserts that the plan scans SCAN_COUNT threes correctly. */
static inline void assert_scans(const test_device *d, clscan_plan *plan) {
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_sums(d, args.out[0].buffer, 3);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* Returns the number of references to the context: each object in the context holds one. */
static inline cl_uint references_now(const test_device *d) {
    cl_uint n = 0;
    assert_cl(clGetContextInfo(d->context, CL_CONTEXT_REFERENCE_COUNT, sizeof n, &n, NULL));
    return n;
}

static inline void wait_a_moment(void) {
    const struct timespec moment = { 0, 2000000 };
    nanosleep(&moment, NULL);
}

/* Returns references_now once the number has stopped changing. PoCL releases objects a moment after a command has
 * completed. */
static inline cl_uint references(const test_device *d) {
    enum { STILL = 10 };
    cl_uint n = references_now(d);
    for (int still = 0; still < STILL; still++) {
        wait_a_moment();
        const cl_uint now = references_now(d);
        still = now == n ? still : 0;
        n = now;
    }
    return n;
}

/* Asserts that no object is leaked or released twice. */
static inline void assert_nothing_lost(const test_device *d, cl_uint before) {
    for (int i = 0; i < 1000 && references_now(d) != before; i++)
        wait_a_moment();
    assert_int_equal(references(d), before);
}

static inline cl_context another_context(const test_device *d) {
    cl_int error = CL_SUCCESS;
    cl_context context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &error);
    assert_cl(error);
    return context;
}

static inline cl_event user_event(cl_context context) {
    cl_int error = CL_SUCCESS;
    cl_event event = clCreateUserEvent(context, &error);
    assert_cl(error);
    return event;
}

/* PoCL's device `basic` deadlocks: clSetUserEventStatus holds a lock, runs the commands that waited for the event, and
 * these need the same lock. Two lines of plain OpenCL show it. */
static inline bool user_events_hang(const test_device *d) {
    char name[256] = "", version[256] = "";
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_NAME, sizeof name, name, NULL));
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_VERSION, sizeof version, version, NULL));
    return strstr(version, "PoCL") && strncmp(name, "basic", strlen("basic")) == 0;
}

static inline void skip_where_user_events_hang(const test_device *d) {
    if (user_events_hang(d)) {
        print_message("skipped: on PoCL's basic device, commands that wait for a user event hang\n");
        skip();
    }
}

/* Completes the event before it is released, because some drivers fail if a user event never completes. */
static inline void drop_user_event(cl_event event) {
    assert_cl(clSetUserEventStatus(event, CL_COMPLETE));
    assert_cl(clReleaseEvent(event));
}

static inline cl_int event_state(cl_event event) {
    cl_int state = CL_QUEUED;
    assert_cl(clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL));
    return state;
}

/* REFUSE_ARGS(field, value, status, words): an enqueue of `plan` on the device `d` with `args` fails with this status
 * and these words if one field of `args` has this value. */
#define REFUSE_ARGS(field, value, status, words)                                                                       \
    do {                                                                                                               \
        clscan_args corrupt = args;                                                                                    \
        corrupt.field = (value);                                                                                       \
        assert_fails(clscan_plan_enqueue(plan, d->in_order, &corrupt, 0, NULL, NULL), (status), (words));              \
    } while (0)

/* Asserts that a description of a sort is refused. `fields` are the initializers of its fields. */
#define REFUSE_SORT(words, ...)                                                                                        \
    do {                                                                                                               \
        const clscan_desc desc = { .struct_size = sizeof desc, .task = CLSCAN_TASK_SORT, __VA_ARGS__ };                \
        clscan_plan *refused = NULL;                                                                                   \
        assert_fails(clscan_plan_create(d->device, &desc, &refused), CLSCAN_ERROR_INVALID_DESC, words);                \
    } while (0)

#endif
