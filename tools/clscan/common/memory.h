/* Memory in large pages, where the system has them. */
#ifndef CLSCAN_TOOL_MEMORY_H
#define CLSCAN_TOOL_MEMORY_H

#include <stddef.h>

/* Allocates memory in large pages if the system has them. The caller frees it. NULL: out of memory. */
void *memory_allocate(size_t size);

/* Allows the system to use large pages for this memory. */
void memory_want_large_pages(void *memory, size_t size);

#endif
