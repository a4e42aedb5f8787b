/* A trial: one scan, or another task, of generated data. Each kind of tasks has functions for its trials. */
#ifndef CS_TRIAL_H
#define CS_TRIAL_H

#include "plan/plan.h"
#include "self_test/test_data.h"

#include <stdint.h>

struct cs_test_scan;

/* The functions for trials of a kind of tasks: plans without a self-test, the inputs, and the expected results. */
typedef struct cs_task_test {
    /* Returns why a description of this kind has no self-test, for a person to read, or NULL if there is a self-test.
     */
    const char *(*why_none)(const clscan_desc *desc, const cs_problem *problem);

    /* Writes the elements of the i-th input to `to`. NULL: the inputs are generated as for a scan. */
    void (*fill)(const struct cs_test_scan *scan, unsigned i, void *to);

    /* Computes the expected outputs in plain C, and writes them to scan->expected, which has the outputs' earlier
     * bytes. If elements are moved, sets scan->source and scan->num_moved. NULL: the reference kernel computes the
     * expected outputs, and vs_reference.c judges the reference kernel. */
    clscan_status (*expect)(struct cs_test_scan *scan);
} cs_task_test;

enum { CS_MAX_OUTPUTS = CLSCAN_MAX_ARRAYS + 1 /* the total */, CS_MAX_BUFFERS = 2 * CLSCAN_MAX_ARRAYS + 3 };

/* An array that variants write. */
typedef struct cs_test_scan_output {
    cl_mem mem;
    cs_test_data sample;
    size_t count; /* elements */
    size_t at;    /* byte at which the results begin in `expected` and `actual` */
    bool *skip;   /* skip[k]: byte k of an element is padding, which may have any value */
} cs_test_scan_output;

#define CS_UNMOVED SIZE_MAX /* in cs_test_scan.source: no element moves to this place */

typedef struct cs_test_scan {
    const clscan_plan *plan; /* the caller sets these four fields */
    const clscan_desc *desc;
    const cs_problem *problem;
    const cs_task_test *task;
    cl_command_queue queue;
    cs_call call;
    cl_mem buffers[CS_MAX_BUFFERS]; /* all buffers of the scan, to be released */
    size_t num_buffers, num_outputs;
    cs_test_scan_output outputs[CS_MAX_OUTPUTS];
    unsigned char *expected, *actual; /* the bytes of all outputs, one after another */
    unsigned char *few;               /* see user_operator.c */
    /* If plain C computes the expected outputs (task->expect): the elements of the inputs; how many places of the
     * outputs may receive an element; and for each of these the index that the element has in the inputs, or
     * CS_UNMOVED. */
    unsigned char *in[CLSCAN_MAX_ARRAYS];
    size_t num_moved, *source;
    cs_series series; /* the series of the first array; CS_ANY_SERIES: results may be rounded otherwise */
    size_t bytes;
    bool judged; /* plain C has judged the expected outputs; see vs_reference.h */
} cs_test_scan;

/* The layout of a scan in rows. */
typedef enum cs_lines { CS_LONG_ROWS, CS_SHORT_ROWS, CS_COLUMNS } cs_lines;

#endif
