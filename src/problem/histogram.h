/* Histograms: the task that counts the elements in each bin. */
#ifndef CS_HISTOGRAM_H
#define CS_HISTOGRAM_H

#include "problem/problem.h"

/* Returns whether the task is a histogram. The task of `desc` may be any number. */
bool cs_task_is_histogram(const clscan_desc *desc);

/* Returns the description with the type of the counts filled in, if it is left open. */
clscan_desc cs_histogram_named(const clscan_desc *desc);

/* Checks the fields that a histogram needs and those that it cannot have. cs_desc_check checks the others. */
clscan_status cs_histogram_check(const clscan_desc *desc);

/* Fails if desc.bins is given, for tasks without bins. */
clscan_status cs_histogram_refuse_bins(const clscan_desc *desc);

/* Returns the description of a sum of weights: a function of the page or of the user maps each element to its weight.
 * `desc` has passed cs_desc_check. */
clscan_desc cs_histogram_scan(const clscan_desc *desc);

/* Adds to the traits of that scan what is special about the histogram. */
void cs_histogram_set_traits(const clscan_desc *desc, cs_traits *traits);

#endif
