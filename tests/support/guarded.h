/* Arrays that detect accesses out of bounds. An array is part of a larger allocation. The bytes before and after the
 * array hold a pattern, and a kernel that writes there changes the pattern. With CLSCAN_TEST_GUARDS=pages in the
 * environment, buffers end at an inaccessible page instead, so that reads out of bounds end the process too. That needs
 * a device that works directly in host memory. */
#ifndef TESTS_GUARDED_H
#define TESTS_GUARDED_H

#include "support/memory.h"

typedef struct guarded {
    const test_device *d;
    memory_kind memory;
    cl_mem whole;
    cl_mem part; /* the array: a sub-buffer of `whole`, or a pointer into it */
    size_t bytes, guard;
    char *map; /* with CLSCAN_TEST_GUARDS=pages: the mapping, including both inaccessible pages */
    size_t mapped;
} guarded;

/* Returns a guarded array of `bytes` bytes, in a buffer or in the given kind of memory. The array holds `contents`, or
 * the pattern of the guards if `contents` is NULL. */
guarded guarded_create(const test_device *d, size_t bytes, const void *contents);
guarded guarded_create_in(const test_device *d, memory_kind memory, size_t bytes, const void *contents);

/* Reads the array into `contents`, unless `contents` is NULL. Returns false if a guard has changed. */
bool guarded_read(const test_device *d, const guarded *g, void *contents);

void guarded_release(guarded *g);

/* Fills `bytes` with `size` bytes of the pattern of the guards, which no test uses as an element. */
void guarded_pattern(void *bytes, size_t size);

#endif
