/* Sorts: the task that moves all elements in the order of their keys. Its arrays are those of a selection. */
#ifndef CS_SORT_H
#define CS_SORT_H

#include "problem/problem.h"

enum {
    CS_DIGIT_BITS = 8, /* the bits of a key by which one pass sorts */
    CS_DIGITS = 1 << CS_DIGIT_BITS,
    CS_MOST_STAGED = 16,    /* the most bytes of an element that a work-group moves through local memory */
    CS_SORT_ALIGNMENT = 128 /* bytes, of the arrays in a workspace: the alignment of the most aligned type */
};

/* Checks desc.sort for a description of any task. */
clscan_status cs_sort_check_bits(const clscan_desc *desc);

/* Checks the fields that a sort needs and those that it cannot have. cs_desc_check checks the others. */
clscan_status cs_sort_check(const clscan_desc *desc);

/* Returns the description of a sum of counts, which has the arrays of the sort, and its keys as desc.key. `desc` has
 * passed cs_desc_check. */
clscan_desc cs_sort_scan(const clscan_desc *desc);

/* Add to the traits and to the problem of that scan what is special about the sort. */
void cs_sort_set_traits(const clscan_desc *desc, cs_traits *traits);
void cs_sort_set_problem(const clscan_desc *desc, cs_problem *problem);

#endif
