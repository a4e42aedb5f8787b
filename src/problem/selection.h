/* Selections: the tasks that copy the elements that are kept. A selection is a scan of counts. */
#ifndef CS_SELECTION_H
#define CS_SELECTION_H

#include "problem/problem.h"

/* Returns whether the task is a selection that keeps elements by their runs. */
bool cs_selection_has_runs(const clscan_desc *desc);

#endif
