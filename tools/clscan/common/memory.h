/* Memory in large pages, where the system has them. */
#ifndef CLSCAN_TOOL_MEMORY_H
#define CLSCAN_TOOL_MEMORY_H

#include <stddef.h>

/* As malloc; to be freed. */
void *memory_allocate(size_t size);

/* The system may back these pages with large ones. */
void memory_want_large_pages(void *memory, size_t size);

#endif
