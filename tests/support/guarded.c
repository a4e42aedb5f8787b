#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include "support/guarded.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PATTERN = 0xA7, LEAST_GUARD = 4096 };

void guarded_pattern(void *bytes, size_t size) {
    memset(bytes, PATTERN, size);
}

static size_t guard_size(const test_device *d) {
    const size_t alignment = d->alignment ? d->alignment : 1;
    return (LEAST_GUARD + alignment - 1) / alignment * alignment;
}

static bool wants_pages(void) {
    const char *guards = getenv("CLSCAN_TEST_GUARDS");
    return guards && strcmp(guards, "pages") == 0;
}

/* A buffer in host memory between two inaccessible pages. The array ends exactly where the second page begins. */
static cl_mem buffer_between_pages(guarded *g, const void *contents) {
    const size_t page = (size_t)sysconf(_SC_PAGESIZE), room = (g->bytes + page - 1) / page * page;
    cl_int error = CL_SUCCESS;
    g->mapped = room + 2 * page;
    g->map = mmap(NULL, g->mapped, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    assert_true(g->map != MAP_FAILED);
    assert_int_equal(mprotect(g->map + page, room, PROT_READ | PROT_WRITE), 0);
    char *array = g->map + page + room - g->bytes;
    memcpy(array, contents, g->bytes);
    cl_mem mem = clCreateBuffer(g->d->context, CL_MEM_READ_WRITE | CL_MEM_USE_HOST_PTR, g->bytes, array, &error);
    assert_cl(error);
    return mem;
}

static cl_mem part_of(const guarded *g) {
    cl_int error = CL_SUCCESS;
    if (g->memory != MEMORY_BUFFER)
        return (cl_mem)((char *)g->whole + g->guard);
    cl_mem part = clCreateSubBuffer(g->whole, CL_MEM_READ_WRITE, CL_BUFFER_CREATE_TYPE_REGION,
                                    &(cl_buffer_region) { g->guard, g->bytes }, &error);
    assert_cl(error);
    return part;
}

guarded guarded_create_in(const test_device *d, memory_kind memory, size_t bytes, const void *contents) {
    const bool pages = memory == MEMORY_BUFFER && wants_pages();
    guarded g = { .d = d, .memory = memory, .bytes = bytes ? bytes : 1, .guard = pages ? 0 : guard_size(d) };
    const size_t size = g.bytes + 2 * g.guard;
    char *image = malloc(size);
    assert_non_null(image);
    guarded_pattern(image, size);
    if (contents)
        memcpy(image + g.guard, contents, bytes);
    g.whole = pages                     ? buffer_between_pages(&g, image)
              : memory == MEMORY_BUFFER ? test_device_buffer(d, CL_MEM_READ_WRITE, size, image)
                                        : memory_create(d, memory, size, image);
    free(image);
    g.part = part_of(&g);
    return g;
}

guarded guarded_create(const test_device *d, size_t bytes, const void *contents) {
    return guarded_create_in(d, MEMORY_BUFFER, bytes, contents);
}

static bool is_pattern(const char *bytes, size_t size) {
    for (size_t i = 0; i < size; i++)
        if ((unsigned char)bytes[i] != PATTERN)
            return false;
    return true;
}

bool guarded_read(const test_device *d, const guarded *g, void *contents) {
    const size_t size = g->bytes + 2 * g->guard;
    char *image = malloc(size);
    assert_non_null(image);
    memory_read(d, g->memory, g->whole, size, image);
    const bool intact = is_pattern(image, g->guard) && is_pattern(image + g->guard + g->bytes, g->guard);
    if (contents)
        memcpy(contents, image + g->guard, g->bytes);
    free(image);
    return intact;
}

void guarded_release(guarded *g) {
    if (g->part && g->memory == MEMORY_BUFFER)
        clReleaseMemObject(g->part);
    if (g->whole)
        memory_release(g->d, g->memory, g->whole);
    if (g->map)
        munmap(g->map, g->mapped);
    *g = (guarded) { 0 };
}
