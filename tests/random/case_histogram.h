/* What histograms need: bins, elements around the edges of the bins, and the counts, computed in plain C. */
#ifndef TESTS_RANDOM_CASE_HISTOGRAM_H
#define TESTS_RANDOM_CASE_HISTOGRAM_H

#include "random/case_arrays.h"

/* Writes the bins of the case. With edges, writes the edges to `edges`, to which the bins then point. Even bins are
 * such that elements of floating-point types are computed without rounding. */
void case_histogram_bins(const test_case *tc, double edges[CASE_MOST_BINS + 1], clscan_bins *bins);

/* Fills `column` with s->most + 1 elements, which are inside the bins, outside of them, and at their edges. */
void case_histogram_fill(const case_arrays *s, char *column);

/* Writes the expected counts of all rows. */
void case_histogram_expect(case_arrays *s);

#endif
