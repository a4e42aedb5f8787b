/* enqueued() returns how many kernels, fills and markers were enqueued so far. The linker replaces the OpenCL functions
 * by counting wrappers (--wrap in tests/api/CMakeLists.txt). */
#ifndef TESTS_ENQUEUED_H
#define TESTS_ENQUEUED_H

#include <stddef.h>

size_t enqueued(void);

#endif
