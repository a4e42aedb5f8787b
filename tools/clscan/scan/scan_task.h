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

/* Makes the task of scanning or reducing elements of the type `in`, without rows, segments and second arrays. *s must
 * not be moved. Complains on failure. */
bool scan_task_begin(const options *o, clscan_task kind, const input *file, array in, scan_task *s);

/* Complains if there are no elements, and a total or the result of a reduction is needed: it is the initial value or
 * the identity, which a user operator need not have. */
bool scan_has_result(const options *o, const task *t);

/* Describes the second arrays of the operator in *t, and complains unless --second and --second-out name exactly those
 * that it has. */
bool scan_agrees_with_second(const options *o, task *t);

/* Makes the task of scanning or reducing the elements of `from`. *s must not be moved. Complains on failure. */
bool scan_task_open(const options *o, clscan_task kind, const source *from, scan_task *s);
void scan_task_close(scan_task *s);

#endif
