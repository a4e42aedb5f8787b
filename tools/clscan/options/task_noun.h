/* The nouns by which messages name a task. */
#ifndef CLSCAN_TOOL_TASK_NOUN_H
#define CLSCAN_TOOL_TASK_NOUN_H

#include <clscan/clscan.h>

/* Returns what the task computes, for example "scan" or "run-length encoding". */
const char *task_noun(clscan_task task);

/* Writes "can't " and what cannot be done with the task: task_cannot("plan", CLSCAN_TASK_SORT, text) writes "can't plan
 * the sort". Returns `text`. */
enum { TASK_CANNOT_ROOM = 64 };
const char *task_cannot(const char *what, clscan_task task, char text[static TASK_CANNOT_ROOM]);

#endif
