/* Counts of live resources: references to OpenCL objects, and bytes of the heap. The linker replaces calls of OpenCL
 * and malloc in the library and the tests by the wrappers in alive.c. Allocations inside of OpenCL are not counted. */
#ifndef TESTS_SOAK_ALIVE_H
#define TESTS_SOAK_ALIVE_H

#include <stdbool.h>

typedef enum alive_kind {
    ALIVE_CONTEXTS,
    ALIVE_QUEUES,
    ALIVE_BUFFERS,
    ALIVE_PROGRAMS,
    ALIVE_KERNELS,
    ALIVE_EVENTS,
    ALIVE_BYTES,
    ALIVE_KINDS
} alive_kind;

typedef struct alive {
    long n[ALIVE_KINDS];
} alive;

alive alive_now(void);

/* Returns the bytes of the heap that other code has allocated, which is OpenCL. */
long alive_elsewhere(void);

/* Returns whether both counts are the same. Prints the differences. */
bool alive_is_same(const alive *before, const alive *after);

#endif
