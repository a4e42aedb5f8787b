/* The task that the options of clscan select and its files describe. */
#ifndef CLSCAN_TOOL_SELECT_TASK_H
#define CLSCAN_TOOL_SELECT_TASK_H

#include "data/task.h"
#include "files/source.h"
#include "select/where.h"

typedef struct select_task {
    task task;
    where where;      /* the predicate; for flags of a user type, the definition of that type */
    input flags_file; /* the file from which the flags may be borrowed */
    array flags;
    char doing[160]; /* for a message: what cannot be done if the library refuses the plan */
} select_task;

/* Makes the task of selecting from `elements`. Complains on failure. */
bool select_task_open(const options *o, const source *elements, select_task *s);
void select_task_close(select_task *s);

#endif
