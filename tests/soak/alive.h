/* What is alive: OpenCL's objects, counted as they are created, retained and released, and bytes of the heap. The
 * linker leads the calls of library and tests through alive.c; what OpenCL allocates inside is not seen. */
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

/* Bytes of the heap that others have, which OpenCL is. */
long alive_elsewhere(void);

/* Prints what has changed; false where something has. */
bool alive_is_same(const alive *before, const alive *after);

#endif
