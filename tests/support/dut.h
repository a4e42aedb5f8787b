/* The device under test: the one that CLSCAN_DEVICE names, else the library's default. */
#ifndef TESTS_DUT_H
#define TESTS_DUT_H

#include "support/check.h"

typedef struct dut {
    clscan_device *device;
    cl_context context;
    cl_device_id id;
    cl_command_queue in_order, out_of_order; /* the second is the first where the device has none */
    size_t max_wg_size;
    bool breaks_pairs; /* the library refuses work-groups of two here */
    cl_ulong local_bytes;
    size_t alignment; /* of sub-buffers, in bytes */
} dut;

/* Options of the compiler by which a test has kernels take a way that this device would not need: these, or those that
 * CLSCAN_TEST_BUILD_OPTIONS says; the kernel files of CLSCAN_TEST_CL_DIR, and the self-test where there is
 * CLSCAN_TEST_SELF_TEST. Without it no kernel is replaced by another one: a test sees the kernels that it asked for. */
clscan_device_options dut_options(const char *build_options);

/* All defaults, but kernels are taken as they are: for tests that count programs or launches, or change kernels. */
extern const clscan_device_options dut_trusting;

/* Exits 77 where there is no device. Both for cmocka's groups: *state is the dut. */
int dut_open(void **state);
int dut_close(void **state);

/* Whether a test is to be whole, by CLSCAN_TEST_WHOLE: else what is like what it has tried already is dealt out, each
 * to one of its like. */
bool dut_whole(void);

/* A buffer of the context, filled from `bytes` unless that is NULL. */
cl_mem dut_buffer(const dut *d, cl_mem_flags flags, size_t size, const void *bytes);

/* Whether the device runs work-groups of so many work-items. */
bool dut_runs_groups_of(const dut *d, size_t wg_size);

/* The most work-items, up to `wanted`, that the device runs in a work-group of the strategy. */
unsigned dut_wg_size(const dut *d, clscan_strategy strategy, unsigned wanted);

/* Whether the device runs slices in work-groups of more than one work-item. Asks the library once. */
bool dut_runs_wide_slices(const dut *d);

/* Whether the device runs the strategy: every device all of them but those of one pass. Says it where not, once. */
bool dut_runs(const dut *d, clscan_strategy strategy);

#endif
