/* Elements in memory: what is read, scanned and written. */
#ifndef CLSCAN_TOOL_ARRAY_H
#define CLSCAN_TOOL_ARRAY_H

#include <oracle.h>
#include <stdbool.h>

enum { MAX_DIMENSIONS = 4 };

typedef struct array {
    oracle_type type;
    size_t size; /* of an element */
    size_t count;
    unsigned dimensions;          /* 0: there are just `count` elements, one after the other */
    size_t shape[MAX_DIMENSIONS]; /* in C order */
    const void *data;             /* aligned for any element */
    void *owned;                  /* the memory to free, NULL where `data` is someone else's */
} array;

/* The element's name for messages: "int", "user type of 8 bytes". */
const char *element_name(oracle_type type, size_t size, char text[static 40]);

/* Memory for `count` elements, its content undefined. Complains on failure. */
bool array_allocate(array *values, oracle_type type, size_t size, size_t count);

/* The elements at `bytes`: used in place when they are aligned, else copied. */
bool array_borrow(array *values, oracle_type type, size_t size, size_t count, const void *bytes);

/* Room for `more` elements behind those of an array that was allocated; *room is how many there is room for, 0 at
 * first. */
bool array_make_room(array *values, size_t *room, size_t more);

void array_free(array *values);

#endif
