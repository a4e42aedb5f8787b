/* Compares a selection by flags with one in plain C. */
#ifndef CLSCAN_TOOL_SELECT_CHECK_H
#define CLSCAN_TOOL_SELECT_CHECK_H

#include "files/carried.h"

/* Compares the kept elements, the elements that are carried along, and the indices. There are no indices if `indices`
 * has no elements. flag[i] is not 0 for an element that has to be kept, or with three parts it is the part. `sizes` is
 * the number of kept elements, or the sizes of the three parts. Prints the result, and returns EXIT_OK or
 * EXIT_MISMATCH. */
int select_check(const task *t, const unsigned char *flag, const cl_ulong *sizes, const carried *along,
                 const array *out, const array *indices);

/* Compares the lengths of runs of equal `keys`, whose first elements have the flags. Complains of a length that
 * differs, and returns EXIT_OK or EXIT_MISMATCH. */
int select_check_lengths(const task *t, const unsigned char *flag, const array *keys, const array *lengths);

#endif
