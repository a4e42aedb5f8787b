/* The task that the options of clscan select, partition, unique or runs and the files describe. */
#ifndef CLSCAN_TOOL_SELECT_TASK_H
#define CLSCAN_TOOL_SELECT_TASK_H

#include "data/task.h"
#include "files/carried.h"
#include "files/division.h"
#include "select/where.h"

typedef struct select_task {
    task task;
    where where;      /* the predicate; or the definition of a user's type, with what compares its values */
    input flags_file; /* the file from which the flags may be borrowed */
    array flags;
    division division; /* the keys of runs, the segments by which runs end, or the segments of a selection */
    carried carried;
    unsigned char *runs; /* for --check of runs: the flags that plain C finds; or NULL */
    char doing[160];     /* for a message: what cannot be done if the library refuses the plan */
} select_task;

/* Describes the task `kind` of selecting from elements like `like`, of the file `file`, without what is read beside
 * them. Complains on failure. The caller closes *s in any case. */
bool select_task_begin(const options *o, clscan_task kind, const input *file, const array *like, select_task *s);

/* Makes the task `kind` of selecting from `elements`. Complains on failure. */
bool select_task_open(const options *o, clscan_task kind, const source *elements, select_task *s);
void select_task_close(select_task *s);

/* Returns the beginning of a message: "can't select", "can't partition" or "can't find runs". */
const char *select_task_cannot(const select_task *s);

/* Returns the array whose equal neighbours are runs: the keys if there are any, else the elements. */
const array *select_task_keys(const select_task *s);

#endif
