/* The shape of a sort or of a top-k: its passes, and the work-groups of its kernels. */
#ifndef CS_SORT_SHAPE_H
#define CS_SORT_SHAPE_H

#include "problem/sort.h"
#include "tuning/shape.h"

enum {
    CS_SORT_RECORD_BITS = 30,    /* bits of a count or a place in a record of a sweep */
    CS_TOP_K_GATHERED = 1,       /* the buffer with the elements that a top-k has selected */
    CS_CALLER_ARRAYS = 2,        /* the arrays of the caller, after the numbers of two buffers, 0 and 1 */
    CS_WORKSPACE_ALIGNMENT = 128 /* bytes, of the arrays in a workspace: the alignment of the most aligned type */
};

/* Returns true if the passes of a sort can be sweeps. A single work-item has no tiles, which a sweep needs. */
bool cs_sort_can_sweep(const cs_traits *traits, const clscan_tuning *requested);

/* Returns the strategy of a sort if the caller requests none: sweeps on devices whose row of sort.def says so. */
clscan_strategy cs_sort_strategy(const cs_caps *caps, const cs_traits *traits, const clscan_tuning *requested);

/* Returns the members of a shape that only sorts have, for passes that are not sweeps. For other tasks, all of them are
 * zero. */
cs_sort_shape cs_sort_shape_of(const cs_caps *caps, const cs_traits *traits);

/* Adds the members that only sorts have to the shape of a row, for a sort by `strategy`. */
void cs_set_sort_shape(const cs_caps *caps, const cs_traits *traits, clscan_strategy strategy, cs_shape *shape);

/* Sets how many elements one work-group sorts alone: all of them if the caller requests single_group, none if the
 * caller requests another strategy, and otherwise the numbers of sort.def. `requested` is the caller's strategy, or 0.
 * `units` is the number of compute units. */
void cs_sort_choose_alone(clscan_strategy requested, size_t units, cs_shape *shape);

#endif
