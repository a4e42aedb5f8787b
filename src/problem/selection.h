/* Selections: the tasks that copy the elements that are kept. A selection is a scan of counts. */
#ifndef CS_SELECTION_H
#define CS_SELECTION_H

#include "problem/problem.h"

/* Returns whether the task is a selection that keeps one element of each run. */
bool cs_selection_has_runs(const clscan_desc *desc);

/* Checks the fields that a selection needs and those that it cannot have. cs_desc_check checks the others. */
clscan_status cs_selection_check(const clscan_desc *desc);

/* Returns whether two types with names are the same one. */
bool cs_selection_are_same(const clscan_type *a, const clscan_type *b);

/* Checks the arrays after the first one, which are carried along, and the number of arrays. */
clscan_status cs_selection_check_carried(const clscan_desc *desc);

/* Returns the description of the sum of counts. A predicate maps an element to its count; a mask, or the keys of runs,
 * are one input more, and indices are one output more. `desc` has passed cs_desc_check. */
clscan_desc cs_selection_scan(const clscan_desc *desc);

/* Adds to the traits of that scan what is special about the selection. */
void cs_selection_set_traits(const clscan_desc *desc, cs_traits *traits);

#endif
