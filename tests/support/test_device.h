/* The device under test: the device that CLSCAN_DEVICE names, or the library's default device. */
#ifndef TESTS_TEST_DEVICE_H
#define TESTS_TEST_DEVICE_H

#include "support/check.h"

typedef struct test_device {
    clscan_device *device;
    cl_context context;
    cl_device_id id;
    cl_command_queue in_order, out_of_order; /* the same queue if the device has no out-of-order queues */
    char name[256];                          /* CL_DEVICE_NAME */
    size_t max_wg_size;
    /* The library refuses work-groups of two work-items on this device, and all work-groups of two or more. */
    bool breaks_wide_groups;
    cl_ulong local_bytes;
    size_t alignment; /* alignment of sub-buffers, in bytes */
} test_device;

/* Returns the device options of tests.
 *
 * build_options  compiler options that make kernels take a path that this device would not need; NULL takes them from
 *                the environment variable CLSCAN_TEST_BUILD_OPTIONS
 *
 * The kernel files come from the folder CLSCAN_TEST_CL_DIR, if that variable is set. The self-test runs only if
 * CLSCAN_TEST_SELF_TEST is set. Without the self-test the library never replaces a kernel, so a test runs exactly the
 * kernels that it chose. */
clscan_device_options test_device_options(const char *build_options);

/* Default options without the self-test, for tests that count programs or launches, or that change kernels. */
extern const clscan_device_options options_without_self_test;

/* Setup and teardown of a cmocka group. test_device_open sets *state to the test_device. It exits with status
 * 77 (skipped) if there is no device. */
int test_device_open(void **state);
int test_device_close(void **state);

/* Returns true for devices of PoCL 3.1. */
bool test_device_is_pocl_3_1(const test_device *d);

/* Returns true if CLSCAN_TEST_WHOLE is set: a test then tries every combination. By default, similar cases share the
 * combinations: each combination is tried in only one of the cases. */
bool is_whole_run(void);

/* Calls `check` for each strategy that the device runs, with each number below `cases`. Unless the whole is run, a
 * strategy other than `auto` gets a third of the numbers, and no two neighbouring strategies get the same ones. */
void test_device_for_strategies(const test_device *d, size_t cases,
                                void (*check)(const test_device *d, clscan_strategy strategy, size_t number));

/* The build option for kernels that compile in half the time. It is empty if CLSCAN_TEST_WHOLE or CLSCAN_TEST_OPTIMIZED
 * is set. */
const char *test_unoptimized(void);

/* Copies `size` bytes to the buffer, from its byte `at` on, so that commands on all queues see them. */
void test_device_write(const test_device *d, cl_mem mem, size_t at, size_t size, const void *bytes);

/* Returns a new buffer of `size` bytes in the device's context, filled from `bytes` unless `bytes` is NULL. */
cl_mem test_device_buffer(const test_device *d, cl_mem_flags flags, size_t size, const void *bytes);

/* Returns the work-items of a small work-group that the opened device runs: 4, or 1 if the driver breaks wider ones. */
unsigned test_device_small_group(void);

/* Returns true if the device runs work-groups of `wg_size` work-items. */
bool test_device_runs_groups_of(const test_device *d, size_t wg_size);

/* Returns the most work-items, at most `wanted`, that the device runs in a work-group of the strategy. */
unsigned test_device_wg_size(const test_device *d, clscan_strategy strategy, unsigned wanted);

/* Returns true if the device runs strategy slices in work-groups of more than one work-item. Only the first call
 * tries it with the library. */
bool test_device_runs_wide_slices(const test_device *d);

/* Returns true if the strategy needs no atomics, whatever the device is. */
bool needs_no_atomics(clscan_strategy strategy);

/* Returns true if the device runs the strategy. Only one-pass strategies need features that a device may lack. The
 * first call for a strategy that the device does not run prints the reason. */
bool test_device_runs(const test_device *d, clscan_strategy strategy);

#endif
