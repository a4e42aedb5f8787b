/* The shape of a histogram: how many tables of counters work-groups have, and where. */
#ifndef CS_HISTOGRAM_SHAPE_H
#define CS_HISTOGRAM_SHAPE_H

#include "problem/problem.h"
#include "tuning/shape.h"

/* Changes the shape of reduce_scan to the shape of a histogram, with the work-items and items of `from`. Numbers that
 * the caller has given stay. */
void cs_set_histogram_shape(const cs_caps *caps, const cs_traits *traits, const clscan_tuning *requested,
                            const cs_shape *from, cs_shape *shape);

#endif
