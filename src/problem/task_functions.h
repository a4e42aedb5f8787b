/* The functions of the tasks of one kind. Each kind has one constant table of them, in the file of problem/ with its
 * name. */
#ifndef CS_TASK_FUNCTIONS_H
#define CS_TASK_FUNCTIONS_H

#include "problem/problem.h"

typedef struct cs_task_functions {
    /* Returns the description with the types filled in that the caller may leave open. NULL: the caller may leave
     * open only types that every task has. */
    clscan_desc (*complete)(const clscan_desc *desc);

    /* Checks the fields that the task needs. problem/unused_fields.c refuses those that the task has no use for, and
     * cs_desc_check checks the others. */
    clscan_status (*check)(const clscan_desc *desc);

    /* Returns the description from which the kernels' problem is made. NULL: it is `desc`, which has passed
     * cs_desc_check. */
    clscan_desc (*scan)(const clscan_desc *desc);

    /* Adds the task's own properties to that problem and to its traits. */
    void (*set_problem)(const clscan_desc *desc, cs_problem *problem);

    /* Returns why the task needs all elements at once; NULL: it can be computed from one part of them after the other.
     * If the function is NULL, so are all reasons. */
    const char *(*why_whole)(const cs_task_row *row);

    bool moves;    /* elements are moved: see traits.moves */
    bool combines; /* elements become values, which are combined by desc.op or by the user's operator */
} cs_task_functions;

extern const cs_task_functions cs_scan_task, cs_selection_task, cs_reduction_task, cs_sort_task, cs_histogram_task;

#endif
