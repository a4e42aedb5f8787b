/* The task that the options of clscan scan or clscan reduce and its files describe. */
#ifndef CLSCAN_TOOL_SCAN_TASK_H
#define CLSCAN_TOOL_SCAN_TASK_H

#include "data/task.h"
#include "files/division.h"

typedef struct scan_task {
    task task;
    division division;
    input second_file; /* the file from which `second` may be borrowed */
    array second;
    char init[16]; /* an element of a built-in type */
} scan_task;

/* Makes the task of scanning or reducing the elements of `from`. *s must not be moved. Complains on failure. */
bool scan_task_open(const options *o, clscan_task kind, const source *from, scan_task *s);
void scan_task_close(scan_task *s);

#endif
