/* Elements in memory: what is read, scanned and written. */
#ifndef CLSCAN_TOOL_ARRAY_H
#define CLSCAN_TOOL_ARRAY_H

#include <clscan/clscan.h>
#include <stdbool.h>

typedef struct array {
    clscan_type type;
    size_t size; /* of an element */
    size_t count;
    const void *data; /* aligned for any element */
    void *owned;      /* the memory to free, NULL where `data` is someone else's */
} array;

/* Memory for `count` elements, its content undefined. Complains on failure. */
bool array_allocate(array *values, clscan_type type, size_t size, size_t count);

/* The elements at `bytes`: used in place when they are aligned, else copied. */
bool array_borrow(array *values, clscan_type type, size_t size, size_t count, const void *bytes);

void array_free(array *values);

#endif
