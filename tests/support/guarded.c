#include "support/guarded.h"

#include <stdlib.h>
#include <string.h>

enum { PATTERN = 0xA7, LEAST_GUARD = 4096 };

void guarded_pattern(void *bytes, size_t size) {
    memset(bytes, PATTERN, size);
}

static size_t guard_size(const dut *d) {
    const size_t alignment = d->alignment ? d->alignment : 1;
    return (LEAST_GUARD + alignment - 1) / alignment * alignment;
}

guarded guarded_create(const dut *d, size_t bytes, const void *contents) {
    guarded g = { .bytes = bytes ? bytes : 1, .guard = guard_size(d) };
    const size_t size = g.bytes + 2 * g.guard;
    cl_int error = CL_SUCCESS;
    char *image = malloc(size);
    assert_non_null(image);
    guarded_pattern(image, size);
    if (contents)
        memcpy(image + g.guard, contents, bytes);
    g.whole = dut_buffer(d, CL_MEM_READ_WRITE, size, image);
    free(image);
    g.part = clCreateSubBuffer(g.whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                               &(cl_buffer_region) { g.guard, g.bytes }, &error);
    assert_cl(error);
    return g;
}

static bool is_pattern(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)bytes[i] != PATTERN)
            return false;
    return true;
}

bool guarded_read(const dut *d, const guarded *g, void *contents) {
    const size_t size = g->bytes + 2 * g->guard;
    char *image = malloc(size);
    assert_non_null(image);
    assert_cl(clEnqueueReadBuffer(d->in_order, g->whole, CL_TRUE, 0, size, image, 0, NULL, NULL));
    const bool intact = is_pattern(image, g->guard) && is_pattern(image + g->guard + g->bytes, g->guard);
    if (contents)
        memcpy(contents, image + g->guard, g->bytes);
    free(image);
    return intact;
}

void guarded_release(guarded *g) {
    if (g->part)
        clReleaseMemObject(g->part);
    if (g->whole)
        clReleaseMemObject(g->whole);
    *g = (guarded) { 0 };
}
