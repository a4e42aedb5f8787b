/* Memory in pages: large ones where the system has them, and a file as memory. */
#ifndef CLSCAN_TOOL_MEMORY_H
#define CLSCAN_TOOL_MEMORY_H

#include <stddef.h>

/* As malloc; to be freed. */
void *memory_allocate(size_t size);

/* An empty file that is to have `size` bytes, its disk space taken; to be unmapped. NULL: it has to be written. */
void *memory_of_output(int file, size_t size);

#endif
