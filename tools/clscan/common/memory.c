#define _DEFAULT_SOURCE /* madvise */
#include "common/memory.h"
#include <stdlib.h>
#include <sys/mman.h>

void memory_want_large_pages(void *memory, size_t size) {
#ifdef MADV_HUGEPAGE
    madvise(memory, size, MADV_HUGEPAGE);
#else
    (void)memory, (void)size;
#endif
}

/* The first access to each page takes time: for pages of 4 KiB, more than the scan of the memory. */
void *memory_allocate(size_t size) {
    enum { LARGE_PAGE = 1 << 21 };
    void *memory;
    if (size < 2 * LARGE_PAGE)
        return malloc(size);
    if (posix_memalign(&memory, LARGE_PAGE, size) != 0)
        return NULL;
    memory_want_large_pages(memory, size);
    return memory;
}
