/* The weights of --weights: numbers that a histogram adds in place of 1. The library weighs an element by a function of
 * it. So each element becomes a struct with its weight, a pair, and functions in OpenCL C find the bin and the weight
 * of a pair. */
#ifndef CLSCAN_TOOL_WEIGHTS_H
#define CLSCAN_TOOL_WEIGHTS_H

#include "data/task.h"
#include "files/source.h"

enum { WEIGHTS_PAIR = 16 }; /* bytes */

typedef struct weights {
    input file;    /* the file from which `as_read` may be borrowed */
    array as_read; /* one weight for each element, or of a stream none of them. Size 0: there are none */
    array pairs;   /* the elements with their weights */
    oracle_type x; /* what a pair has of the element: the element, or as a uint the number of its bin */
    oracle_type sum;
    bool has_bins; /* pairs have the numbers of bins */
    char *source;  /* the functions */
} weights;

/* Reads the weights into *w, which is zero before. Does nothing without the option. Complains on failure. The caller
 * closes *w in any case. */
bool weights_read(const options *o, const source *elements, weights *w);
void weights_close(weights *w);

/* Returns false, after complaining, if weights like `like` of the file `name` are no numbers. */
bool weights_are_numbers(const char *name, const array *like);

/* Replaces the elements, the bins and the counts in the description of a task by pairs, functions and sums. The bins of
 * the task have edges, with which its type of elements is compared exactly. Complains on failure. */
bool weights_describe(weights *w, task *t);

/* Converts weight i to the type of the sums. */
void weights_get(const weights *w, const array *values, size_t i, void *to);

/* Makes `n` pairs of elements and weights. `plain` is the task before weights_describe, and has the elements. */
void weights_pair(const weights *w, const task *plain, const array *values, size_t n, void *pairs);

/* Makes pairs of all elements of `plain`, which become the elements of `t`. Complains on failure. */
bool weights_apply(weights *w, const task *plain, task *t);

#endif
