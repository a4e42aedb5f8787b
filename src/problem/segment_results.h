/* The further arrays of reductions, histograms and selections by segments. Kernels search offsets for the places of
 * results, so the offsets are one more input. The keys of segments are one more output. */
#ifndef CS_SEGMENT_RESULTS_H
#define CS_SEGMENT_RESULTS_H

#include "problem/problem.h"

/* Fails if there is no room for the offsets among the inputs. */
clscan_status cs_segment_results_check(const clscan_desc *desc);

/* Adds these arrays, if segments have results, or are selected from. */
void cs_segment_results_set(cs_problem *problem);

#endif
