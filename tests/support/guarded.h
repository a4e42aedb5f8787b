/* A buffer of exactly so many bytes, part of a larger one whose other bytes are watched: what a kernel writes before
 * its beginning or past its end shows. */
#ifndef TESTS_GUARDED_H
#define TESTS_GUARDED_H

#include "support/dut.h"

typedef struct guarded {
    cl_mem whole;
    cl_mem part; /* the buffer */
    size_t bytes, guard;
} guarded;

/* Holds `contents`, or where that is NULL the pattern of the guards. */
guarded guarded_create(const dut *d, size_t bytes, const void *contents);

/* Reads the buffer, unless `contents` is NULL; false when a guard has changed. */
bool guarded_read(const dut *d, const guarded *g, void *contents);

void guarded_release(guarded *g);

/* What the guards hold: `bytes` bytes of it, to be told from any element the tests use. */
void guarded_pattern(void *bytes, size_t size);

#endif
