/* How often anything was enqueued: the linker puts counting ones in place of OpenCL's functions
 * (tests/api/CMakeLists.txt). */
#ifndef TESTS_ENQUEUED_H
#define TESTS_ENQUEUED_H

#include <stddef.h>

size_t enqueued(void);

#endif
