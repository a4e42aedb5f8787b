/* Sorts: the task that moves all elements in the order of their keys. Its arrays are in moved_arrays.h. */
#ifndef CS_SORT_H
#define CS_SORT_H

#include "problem/problem.h"

enum {
    CS_DIGIT_BITS = 8, /* the bits of a key by which one pass sorts */
    CS_DIGITS = 1 << CS_DIGIT_BITS,
    CS_MOST_STAGED = 16 /* the most bytes of an element that a work-group moves through local memory */
};

#endif
