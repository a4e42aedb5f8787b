/* Tasks other than scans. Each of them is computed by a scan, whose description is made from the caller's. */
#ifndef CS_TASK_H
#define CS_TASK_H

#include "clscan/clscan.h"

/* Checks the fields that a task needs and those that it cannot have. cs_desc_check checks the others. */
clscan_status cs_task_check(const clscan_desc *desc);

/* Returns the description of the scan that computes the task: the caller's description for a scan, and for a selection
 * a sum of counts with functions of cl/task/select.h. `desc` has passed cs_desc_check. */
clscan_desc cs_task_scan(const clscan_desc *desc);

/* Returns how the second input says which elements a selection keeps; NONE if a predicate says it, or for scans. */
clscan_segments cs_task_kept_by(const clscan_desc *desc);

#endif
