/* Compares a selection by flags with one in plain C. */
#ifndef CLSCAN_TOOL_SELECT_CHECK_H
#define CLSCAN_TOOL_SELECT_CHECK_H

#include "files/carried.h"

/* The results of a selection. In rows, the results of each row are at its beginning. */
typedef struct selected {
    const unsigned char *flag; /* not 0 for an element that has to be kept; with three parts, it is the part */
    const cl_ulong *sizes;     /* of each row the number of kept elements, or the sizes of three parts */
    const array *out;
    const array *indices, *lengths, *offsets; /* without elements if they are not wanted */
    const carried *along;
    const array *keys; /* with lengths: what is equal in a run */
} selected;

/* Compares the results. Prints the result, and returns EXIT_OK or EXIT_MISMATCH. */
int select_check(const task *t, const selected *s);
#endif
