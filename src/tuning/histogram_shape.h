/* The shape of a histogram: how many tables of counters work-groups have, and where. */
#ifndef CS_HISTOGRAM_SHAPE_H
#define CS_HISTOGRAM_SHAPE_H

#include "problem/problem.h"
#include "tuning/shape.h"

/* Changes the shape of reduce_scan to the shape of a histogram. Numbers that the caller has given stay. The
 * device counts as one of `units` compute units. */
void cs_set_histogram_shape(const cs_caps *caps, const cs_traits *traits, const clscan_tuning *asked, size_t units,
                            cs_shape *shape);

#endif
