/* An array of exactly so many bytes, part of a larger one whose other bytes are watched: what a kernel writes before
 * its beginning or past its end shows. With CLSCAN_TEST_GUARDS=pages in the environment, where devices use the host's
 * memory, buffers end at a page that ends the process instead: what it reads there shows too. */
#ifndef TESTS_GUARDED_H
#define TESTS_GUARDED_H

#include "support/memory.h"

typedef struct guarded {
    const dut *d;
    clscan_memory memory;
    cl_mem whole;
    cl_mem part; /* the array */
    size_t bytes, guard;
    char *map; /* with the pages around it */
    size_t mapped;
} guarded;

/* A buffer that holds `contents`, or where that is NULL the pattern of the guards; and an array in other memory. */
guarded guarded_create(const dut *d, size_t bytes, const void *contents);
guarded guarded_create_in(const dut *d, clscan_memory memory, size_t bytes, const void *contents);

/* Reads the array, unless `contents` is NULL; false when a guard has changed. */
bool guarded_read(const dut *d, const guarded *g, void *contents);

void guarded_release(guarded *g);

/* What the guards hold: `bytes` bytes of it, to be told from any element the tests use. */
void guarded_pattern(void *bytes, size_t size);

#endif
