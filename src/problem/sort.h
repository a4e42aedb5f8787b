/* Sorts: the task that moves all elements in the order of their keys. Its arrays are in moved_arrays.h. */
#ifndef CS_SORT_H
#define CS_SORT_H

#include "problem/problem.h"

enum {
    CS_DIGIT_BITS = 8, /* the bits of a key by which one pass sorts */
    CS_DIGITS = 1 << CS_DIGIT_BITS,
    CS_SORT_RECORD_BITS = 30,   /* bits of a count or a place in a record of a sweep */
    CS_MOST_STAGED = 16,        /* the most bytes of an element that a work-group moves through local memory */
    CS_TOP_K_GATHERED = 1,      /* the buffer with the elements that a top-k has selected */
    CS_CALLER_ARRAYS = 2,       /* the arrays of the caller, after the numbers of two buffers, 0 and 1 */
    CS_SORT_ALIGNMENT = 128,    /* bytes, of the arrays in a workspace: the alignment of the most aligned type */
    CS_MERGE_TILE_PER_ITEM = 64 /* elements of a tile of a merge sort for each item of a single work-item */
};

#endif
