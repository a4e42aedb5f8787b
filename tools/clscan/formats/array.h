/* An array of elements in memory. */
#ifndef CLSCAN_TOOL_ARRAY_H
#define CLSCAN_TOOL_ARRAY_H

#include <oracle.h>
#include <stdbool.h>

enum { MAX_DIMENSIONS = 4 };

typedef struct array {
    oracle_type type;
    size_t size; /* the bytes of an element */
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

/* Makes an array of the elements at `bytes`. If these are aligned, they are used in place, otherwise copied. */
bool array_borrow(array *values, oracle_type type, size_t size, size_t count, const void *bytes);

/* Grows an allocated array, so that `more` elements fit after its last one. *room is the number of elements that fit
 * into the memory, and 0 at first. */
bool array_make_room(array *values, size_t *room, size_t more);

void array_free(array *values);

#endif
