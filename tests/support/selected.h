/* The outputs that a selection must have: the results, the indices and the carried numbers of the elements that are
 * kept, after elements that the outputs hold already. */
#ifndef TESTS_SELECTED_H
#define TESTS_SELECTED_H

#include <CL/cl.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    SELECTED_MOST = 3001,        /* elements of the input */
    SELECTED_ALREADY = 5,        /* elements that the outputs hold already */
    SELECTED_FIRST_INDEX = 1000, /* the index of the first element of the input */
    SELECTED_MOST_BYTES = 12,    /* bytes of a result */
    SELECTED_SPARE = 8           /* elements of an output before its offset, and past its end */
};

/* The arrays have room for the contents of an output with all its elements. */
typedef struct selected {
    unsigned char results[(SELECTED_SPARE + SELECTED_ALREADY + SELECTED_MOST) * SELECTED_MOST_BYTES];
    cl_ulong indices[SELECTED_SPARE + SELECTED_ALREADY + SELECTED_MOST];
    cl_ushort carried[SELECTED_SPARE + SELECTED_ALREADY + SELECTED_MOST];
    cl_uint n; /* the number of elements in each output, with SELECTED_ALREADY */
} selected;

/* Says in plain C which elements are kept. Element `i` of the input is at `position` in the order of the scan. */
typedef struct selected_rule {
    const void *way; /* the first argument of the functions */
    bool (*is_kept)(const void *way, size_t i, size_t position, size_t count);
    void (*write_result)(const void *way, size_t i, size_t position, size_t count, unsigned char *to);
    size_t result_size;
} selected_rule;

/* Returns the number that is carried along with element `i`. */
cl_ushort selected_carried(size_t i);

/* Selects from `count` elements. The elements that the outputs hold already are the pattern of guarded.h. */
void selected_expect(const selected_rule *rule, size_t count, bool reverse, selected *expected);

#endif
