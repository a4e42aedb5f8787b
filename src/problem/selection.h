/* Selections: the tasks that copy the elements that are kept. A selection is a scan of counts. */
#ifndef CS_SELECTION_H
#define CS_SELECTION_H

#include "problem/problem.h"

/* Returns whether the task is a selection that keeps one element of each run. */
bool cs_selection_has_runs(const clscan_desc *desc);

/* Returns whether two types with names are the same one. */
bool cs_selection_are_same(const clscan_type *a, const clscan_type *b);

/* Checks the arrays after the first one, which are carried along, and the number of arrays. */
clscan_status cs_selection_check_carried(const clscan_desc *desc);

/* Adds to the traits the arrays that a selection or a sort has besides the first ones. */
void cs_selection_set_arrays(const clscan_desc *desc, cs_traits *traits);

/* Prints how many arrays are carried along, and whether indices and lengths are written. */
void cs_selection_print_carried(cs_strbuf *text, const cs_traits *traits);

#endif
