#ifdef __linux__
#define _GNU_SOURCE /* fallocate, madvise */
#endif
#include "memory.h"
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>

/* Touching memory for the first time costs more than scanning it, unless its pages are large: a twentieth, then. */
static void want_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    madvise(memory, size, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

void *memory_allocate(size_t size) {
    enum { LARGE_PAGE = 1 << 21 };
    void *memory;
    if (size < 2 * LARGE_PAGE)
        return malloc(size);
    if (posix_memalign(&memory, LARGE_PAGE, size) != 0)
        return NULL;
    want_large_pages(memory, size);
    return memory;
}

/* A full disk must be known before a page is touched that it has no room for: that would be a signal. Where the space
 * can't be taken beforehand, write() tells. */
void *memory_of_output(int file, size_t size) {
#ifdef __linux__
    if (size == 0 || fallocate(file, 0, 0, (off_t)size) != 0)
        return NULL;
    void *memory = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory == MAP_FAILED)
        return NULL;
    want_large_pages(memory, size);
    return memory;
#else
    (void)file, (void)size;
    return NULL;
#endif
}
