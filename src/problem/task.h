/* Tasks. The description of a task becomes the description from which the kernels' problem is made: for scans,
 * selections and reductions by segments, it is the description of the scan that computes them. */
#ifndef CS_TASK_H
#define CS_TASK_H

#include "problem/problem.h"

/* Fails if desc.task is not a task. The other functions need a task. */
clscan_status cs_task_check_enumerator(const clscan_desc *desc);

/* Returns the description with the types filled in that the task lets the caller leave open. */
clscan_desc cs_task_complete(const clscan_desc *desc);

/* Checks the fields that a task needs and those that it cannot have. cs_desc_check checks the others. */
clscan_status cs_task_check(const clscan_desc *desc);

/* Returns whether the task moves elements: a selection or a sort. */
bool cs_task_moves(const clscan_desc *desc);

/* Returns whether the task combines values by an operator: a scan or a reduction. */
bool cs_task_combines(const clscan_desc *desc);

/* Returns why the task needs all elements at once, so that neither streams nor splits can compute it; NULL: they can.
 */
const char *cs_task_why_whole(clscan_task task);

/* Returns how many results each segment has in an output: of a reduction 1, of a histogram the number of bins. Returns
 * 0 if there are no segments, or if segments have no results of their own. */
size_t cs_task_segment_results(const clscan_desc *desc);

/* Returns the description from which the kernels' problem is made. For scans and reductions it is the caller's. For
 * selections it describes a scan of counts with functions of cl/task/select.h. `desc` has passed cs_desc_check. */
clscan_desc cs_task_scan(const clscan_desc *desc);

/* Adds the task's own properties to that problem. */
void cs_task_set_problem(const clscan_desc *desc, cs_problem *problem);

#endif
