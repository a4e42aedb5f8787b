/* A task is a scan with its arrays on the host: all that the library needs for the scan, and all that the oracle needs
 * to compute the expected results. A reduction (desc.task) is a task, too, and so is a selection, of which the oracle
 * knows nothing. */
#ifndef CLSCAN_TOOL_TASK_H
#define CLSCAN_TOOL_TASK_H

#include "accumulator.h"
#include "formats/array.h"

typedef struct task {
    clscan_desc desc;
    unsigned components;    /* components of a vector; 0: elements are scalars */
    oracle_problem problem; /* type and operator, as the oracle knows them; unused for user operators */
    size_t size;            /* bytes of a scanned value, whose type is problem.type */
    array in;
    array segments; /* flags, words of bits, keys, or offsets; data is NULL if there are no segments */
    array second;   /* the second input, or the flags of a selection, with as many places as `in`; data may be NULL */
    array carried;  /* elements that a selection or a sort carries along; data is NULL if there are none */
    oracle_type second_out_type;
    size_t second_out_count; /* elements of the second output: as many as places, or 1 for the whole scan; 0: none */
    oracle_type out_type;
    size_t out_count;       /* as many as there are elements, unless a store function or the task writes fewer */
    size_t length, columns; /* elements of a row, and adjacent rows; 0: no rows */
    size_t empty_rows;      /* the number of rows, if they have no elements */
    size_t stride, pitch;   /* distances of elements in a row, and of matrices, in all arrays; 0: dense */
    size_t offset;          /* elements before the first one, in all arrays; in.data begins before the offset */
    size_t most;            /* if not 0: args.count, and a number on the device says that there are in.count elements */
    const void *init;       /* as in clscan_args */
    bool total;             /* the task also computes the total */
    /* A selection by segments: how many numbers it writes, at most: one for each part of each segment and one more, of
     * ulong. 0: other tasks. */
    size_t offsets_count;
    size_t keys_count; /* how many keys it writes, at most: one for each segment, of the type of the segments' keys */
    /* A selection in rows: how many elements it keeps of each row, at the beginning of the row in the output. NULL: all
     * elements of the output are results. */
    const cl_ulong *kept_of_rows;
} task;

/* Returns the task of scanning `in` as `desc` says. A user type has in.size bytes. Results have the scanned type. */
task task_of(const clscan_desc *desc, const oracle_problem *problem, array in);

/* Sets the types of input and output elements, also in the description. */
void task_set_types(task *t, oracle_type in, oracle_type out);

/* Returns true for the tasks that copy the elements that are kept. */
bool task_selects(const task *t);

/* Returns how many parts the output has: 2 or 3 for a partition, and 1 for every other selection. */
unsigned task_parts(const task *t);

/* Returns true for the selections that look for runs. */
bool task_has_runs(const task *t);

/* Returns true for sorts and top-k. */
bool task_sorts(const task *t);

/* Returns true if the task writes the lengths of runs, of ulong. */
bool task_has_lengths(const task *t);

/* Returns how many lengths there may be, and at least 1, because the array has to be there; 0 for tasks without. */
size_t task_lengths(const task *t);

/* Returns true for a scan of one contiguous array into another without offsets, rows, segments, functions, an initial
 * value, or a total. */
bool task_is_plain(const task *t);

/* Returns the number of rows; 1 for a task without rows. */
size_t task_rows(const task *t);

/* Returns the number of elements of a row, or of all elements without rows. */
size_t task_row_length(const task *t);

/* Returns the place of element n of a row in arrays that have the rows of the input, without gaps. Rows are counted as
 * for args.total. */
size_t task_place(const task *t, size_t row, size_t n);

/* Returns the place of element i, if the elements of all rows are counted row by row. */
size_t task_place_of(const task *t, size_t i);

size_t task_out_size(const task *t); /* bytes of an output element */
size_t task_total_size(const task *t);

/* Returns the places of the input array, including the offset. */
size_t task_places(const task *t);

/* Returns the places from the first element to the last one, including gaps. With t->most, counts the elements that
 * there may be. */
size_t task_span(const task *t);

/* Returns the bytes that the task reads and writes, including the head bits that are made of offsets. A selection by
 * flags or of runs of keys reads the elements that it keeps only. Totals are counted if each row has one. */
size_t task_moved(const task *t);

/* Returns the most elements that there may be, and at least 1: a desc.max_count. */
size_t task_max_count(const task *t);

/* Returns the arguments of the scan: counts, offsets, rows and the initial value. The caller sets the arrays. */
clscan_args task_args(const task *t);

/* Returns the arguments for clscan_plan_execute: the result of task_args, with the task's arrays. The caller sets the
 * arrays that are written. */
clscan_args task_host_args(const task *t);

/* ------------------------------------------------------------------------------------------ in plain C */

/* Returns the task in the form that the oracle takes, without output arrays. */
oracle_described task_described(const task *t);

/* Computes the results of the scan in plain C. `out` is a whole array, in which the results begin at the offset. If
 * `total` is not NULL, it receives the total. */
void task_scan(const task *t, void *out, void *total);

/* Returns how many lines there are. Lines are what the elements are divided into: the segments, or without segments the
 * rows, or else one line of all elements. A reduction has one result for each line. */
size_t task_lines(const task *t);

/* Computes the key of each segment in plain C: of its first element in the order of the scan. */
void task_segment_keys(const task *t, void *keys);

/* Computes the results of a reduction in plain C: t->out_count results in `out`, and the total if `total` is not NULL.
 * By segments, it computes no total. Complains if that is not possible. */
bool task_reduce(const task *t, void *out, void *total);

#endif
