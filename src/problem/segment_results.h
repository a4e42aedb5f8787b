/* The offsets of reductions and histograms by segments. Kernels search them for the places of results, so the offsets
 * are one more input. */
#ifndef CS_SEGMENT_RESULTS_H
#define CS_SEGMENT_RESULTS_H

#include "problem/problem.h"

/* Fails if there is no room for the offsets among the inputs. */
clscan_status cs_segment_results_check(const clscan_desc *desc);

/* Adds the offsets to the inputs, if segments with results are given by offsets. */
void cs_segment_results_set(cs_problem *problem);

#endif
