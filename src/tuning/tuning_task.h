/* The tasks that a tuning row can be for. Most tasks are computed in the shapes of scans. The kernels of the other
 * tasks have shapes of their own, whose numbers for each class of devices are in the tables of the tasks. */
#ifndef CS_TUNING_TASK_H
#define CS_TUNING_TASK_H

#include "problem/problem.h"
#include "tuning/class_tables.h"

enum {
#define TASK(...) +1
    CS_TUNING_TASK_MERGE_SORT = /* sorts by the user's comparison, after the last clscan_task */
#include "table/task.def"
#undef TASK
};

typedef struct cs_tuning_task {
    int task;     /* a clscan_task, or CS_TUNING_TASK_MERGE_SORT. Reductions by segments count as scans */
    bool as_scan; /* the task is computed in the shapes of scans */
    /* Bytes of an element, for rows of the task. If a sort moves several arrays, this is the largest element of them
     * that moves through local memory. */
    size_t element;
    size_t value; /* bytes of a value, for rows of scans */
} cs_tuning_task;

cs_tuning_task cs_tuning_task_of(const cs_traits *traits);

/* Returns the name of a task in rows of tuning, or NULL past the last one. */
const char *cs_tuning_task_name(int task);

/* Returns true if the task is computed in the shapes of scans. */
bool cs_tuning_task_as_scan(int task);

/* Returns true if the task can have the strategy. */
bool cs_tuning_task_has(int task, clscan_strategy strategy);

/* The numbers of a device's class for the work-groups of a task. */
typedef struct cs_tuning_numbers {
    const cs_class_row *from;        /* NULL: the task has the shape of the strategy's row in tuning.def */
    unsigned wg_size, items, groups; /* items may be 0: as in the strategy's row */
} cs_tuning_numbers;

/* Returns the numbers for a task with shapes of its own. `strategy` is the strategy in whose row of tuning.def the task
 * has its other numbers. */
cs_tuning_numbers cs_tuning_numbers_of(const cs_caps *caps, const cs_traits *traits, clscan_strategy strategy);

#endif
