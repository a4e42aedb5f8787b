/* What the tool knows of each task of the library: its kind, and the noun by which messages name it. */
#ifndef CLSCAN_TOOL_TASK_TABLE_H
#define CLSCAN_TOOL_TASK_TABLE_H

#include <clscan/clscan.h>
#include <stdbool.h>

typedef enum task_kind {
    TASK_SCANS,
    TASK_REDUCES,
    TASK_DECIDES,    /* a condition decides which elements are kept, or where they move */
    TASK_FINDS_RUNS, /* elements are kept by the runs of equal neighbours */
    TASK_SORTS,
    TASK_COUNTS
} task_kind;

/* Returns true if the tool knows the task. A shared library may be newer than the tool. The functions below need a task
 * that is known. */
bool task_is_known(clscan_task task);

task_kind task_kind_of(clscan_task task);

/* Returns what the task computes, for example "scan" or "run-length encoding". */
const char *task_noun(clscan_task task);

/* Writes "can't " and what cannot be done with the task: task_cannot("plan", CLSCAN_TASK_SORT, text) writes "can't plan
 * the sort". Returns `text`. */
enum { TASK_CANNOT_ROOM = 64 };
const char *task_cannot(const char *what, clscan_task task, char text[static TASK_CANNOT_ROOM]);

#endif
