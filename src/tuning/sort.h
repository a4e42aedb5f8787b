/* The shape of a sort or of a top-k: its passes, and the work-groups of its kernels. */
#ifndef CS_TUNING_SORT_H
#define CS_TUNING_SORT_H

#include "problem/problem.h"
#include "tuning/shape.h"

/* Returns the strategy of a sort: the one that was asked for, or sweeps on devices for which sort.def says so. */
clscan_strategy cs_sort_strategy(const cs_caps *caps, const cs_traits *traits, const clscan_tuning *asked);

/* Returns what only sorts have, for passes that are not sweeps. Other tasks have none of it. */
cs_sort_shape cs_sort_shape_of(const cs_caps *caps, const cs_traits *traits);

/* Changes the shape of reduce_scan to the shape of a sort by `strategy`. `own` is true if the shape is from a tuning
 * row of the user's own, whose numbers stay. */
void cs_set_sort_shape(const cs_caps *caps, const cs_traits *traits, clscan_strategy strategy, bool own,
                       cs_shape *shape);

#endif
