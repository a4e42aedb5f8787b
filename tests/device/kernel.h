/* A kernel of this folder, compiled on the library's device code with a problem page of the test's own. */
#ifndef TESTS_DEVICE_KERNEL_H
#define TESTS_DEVICE_KERNEL_H

#include "support/test_device.h"

#include <oracle.h>

typedef struct kernel_page {
    const char *source; /* defines the element, the operator, and what the test's kernel needs */
    const char *type, *combine, *identity;
    clscan_group group;
    unsigned wg_size, items;
    bool exclusive;
} kernel_page;

/* The page of a user operator: in global memory its elements are as they are. */
kernel_page kernel_page_of(const oracle_user *user, clscan_group group, unsigned wg_size, unsigned items);

/* Kernel `name` of tests/device/`file`. */
cl_kernel kernel_build(const test_device *d, const kernel_page *page, const char *file, const char *name);

/* Runs it on `groups` work-groups, and waits. The arguments are set. */
void kernel_run(const test_device *d, cl_kernel kernel, const kernel_page *page, size_t groups);

/* Sets the arguments 0, 1, ... to buffers. */
void kernel_set_buffers(cl_kernel kernel, size_t n, const cl_mem *buffers);

/* The wg_sizes to try: 1, 2, 32, 64, 256 and the greatest, as far as the device runs them with `bytes` bytes of local
 * memory a work-item. Returns how many. */
enum { KERNEL_MAX_SIZES = 6 };
size_t kernel_wg_sizes(const test_device *d, size_t bytes, unsigned sizes[KERNEL_MAX_SIZES]);

#endif
