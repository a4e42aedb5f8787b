/* A scan and its arrays on the host: all that the library is told, and what it takes to tell whether it was right. */
#ifndef CLSCAN_TOOL_TASK_H
#define CLSCAN_TOOL_TASK_H

#include "formats/array.h"
#include "state.h"

typedef struct task {
    clscan_desc desc;
    unsigned components;    /* of a vector; 0: scalars */
    oracle_problem problem; /* type and operator, as the oracle has them; of no use for other people's operators */
    size_t size;            /* of what is scanned, like problem.type */
    array in;
    array segments; /* flags, words of bits, keys, or offsets; NULL: none */
    array second;   /* of an operator that reads another array, its places like those of `in`; NULL: none */
    oracle_type second_out_type;
    size_t second_out_count; /* of one that writes another: places, or 1 number for all; 0: none */
    oracle_type out_type;
    size_t out_count;             /* as many as there are elements, unless a store transform writes fewer */
    size_t length, columns;       /* as in clscan_args */
    size_t stride, pitch, offset; /* likewise, the same in both arrays; in.data begins before the offset */
    size_t most;                  /* not 0: as many there may be; a buffer says that there are in.count */
    const void *init;             /* as in clscan_args */
    bool total;                   /* is wanted */
} task;

/* The scan of `in` as `desc` says, whose user type has elements of in.size bytes; results are of the type scanned. */
task task_of(const clscan_desc *desc, const oracle_problem *problem, array in);

/* Others are `in`'s and the results' types than the one scanned: the description says so. */
void task_set_types(task *t, oracle_type in, oracle_type out);

/* Nothing but the elements of one array to those of another. */
bool task_is_plain(const task *t);

size_t task_out_size(const task *t); /* of an element */

/* Places of the arrays, those before the first element too. */
size_t task_places(const task *t);

/* Elements from the first to the last that there may be, what is between them too. */
size_t task_span(const task *t);

/* Returns the bytes that the scan reads and writes, including the head bits that are made of offsets. */
size_t task_moved(const task *t);

/* Returns the most elements that there may be, and at least 1: a desc.max_count. */
size_t task_max_count(const task *t);

/* Returns the arguments of the scan: counts, offsets, rows and the initial value. The caller sets the arrays. */
clscan_args task_args(const task *t);

/* ------------------------------------------------------------------------------------------ in plain C */

/* The task as the oracle has it, without results. */
oracle_described task_described(const task *t);

/* What the scan gives, from the offset on; `total`, where not NULL, is what is behind the last. */
void task_scan(const task *t, void *out, void *total);

#endif
