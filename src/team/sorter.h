/* A sorter has the plans by which one device of a team sorts arrays in host memory. */
#ifndef CS_SORTER_H
#define CS_SORTER_H

#include "plan/plan.h"

typedef struct cs_sorter {
    clscan_plan *pieces; /* the caller's description: sorts the pieces of the array */
    clscan_plan *merges; /* sorts sorted elements of several pieces; their indices are one more array */
    clscan_plan *ranks;  /* sorts elements alone, and gives as indices where each of them was */
    cl_mem order;        /* receives these indices, of the type uint */
    size_t room;         /* the indices that `order` has room for */
} cs_sorter;

/* Creates the plans. `pieces` is a plan of the description, which describes a sort. cs_sorter_destroy accepts a sorter
 * that is zero or whose creation has failed. */
clscan_status cs_sorter_create(clscan_plan *pieces, const clscan_desc *desc, cs_sorter *sorter);
void cs_sorter_destroy(cs_sorter *sorter);

/* Gives `order` room for `n` indices. No command uses the sorter. */
clscan_status cs_sorter_grow(cs_sorter *sorter, size_t n);

#endif
