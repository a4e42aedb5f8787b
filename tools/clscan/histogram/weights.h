/* The weights of --weights: whole numbers that a histogram adds in place of 1. The library weighs an element by a
 * function of it. So each element becomes a struct with its weight, and functions in OpenCL C find the bin and the
 * weight of a struct. */
#ifndef CLSCAN_TOOL_WEIGHTS_H
#define CLSCAN_TOOL_WEIGHTS_H

#include "data/task.h"
#include "files/source.h"

typedef struct weights {
    input file;    /* the file from which `as_read` may be borrowed */
    array as_read; /* one weight for each element. Without data: there are none */
    array values;  /* the same as long or ulong */
    array pairs;   /* the elements with their weights */
    char *source;  /* the functions */
} weights;

/* Reads the weights into *w, which is zero before. Does nothing without the option. Complains on failure. The caller
 * closes *w in any case. */
bool weights_read(const options *o, const source *elements, weights *w);
void weights_close(weights *w);

/* Replaces the elements, the bins and the counts of a task by pairs, functions and sums. The bins of the task have
 * edges, which its type of elements is compared with exactly. Complains on failure. */
bool weights_apply(weights *w, task *t);

#endif
