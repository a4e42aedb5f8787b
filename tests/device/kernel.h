/* A kernel of this folder, compiled together with the library's device code and a page that the test writes. */
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

/* Returns the page for a user operator. Elements have the same type in global memory. */
kernel_page kernel_page_of(const oracle_user *user, clscan_group group, unsigned wg_size, unsigned items);

/* Compiles tests/device/`file` with this page, and returns its kernel `name`. */
cl_kernel kernel_build(const test_device *d, const kernel_page *page, const char *file, const char *name);

/* Runs the kernel on `groups` work-groups, and waits. The caller has set the arguments. */
void kernel_run(const test_device *d, cl_kernel kernel, const kernel_page *page, size_t groups);

/* Sets the first n arguments to these buffers. */
void kernel_set_buffers(cl_kernel kernel, size_t n, const cl_mem *buffers);

/* Writes the work-group sizes to try: 1, 2, 32, 64, 256 and the device's maximum. A size is left out if the device
 * cannot run it with `bytes` bytes of local memory for each work-item. Returns the number of sizes. */
enum { KERNEL_MAX_SIZES = 6 };
size_t kernel_wg_sizes(const test_device *d, size_t bytes, unsigned sizes[KERNEL_MAX_SIZES]);

#endif
