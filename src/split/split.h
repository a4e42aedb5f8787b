/* Splits: a plan for an array that is split into parts, each on a device or in a process of its own. */
#ifndef CS_SPLIT_H
#define CS_SPLIT_H

#include "plan/plan.h"
#include "split/summary.h"

struct clscan_split {
    pthread_mutex_t mutex; /* protects `last`, and the kernels of cl/grid/split.cl */
    clscan_plan *plan;
    clscan_plan *sums;  /* computes the sum of a part; may be `plan` */
    cs_variant kernels; /* of cl/grid/split.cl */
    cs_summary_layout layout;
    cl_ulong number; /* all summaries for the description have it */

    /* Cells that the calls share, which therefore run one after the other: `last` completes with the latest call. */
    cl_mem sum, summary, start;
    cl_mem results[CLSCAN_MAX_ARRAYS]; /* the outputs of `sums`, which nobody reads */
    cl_event last;
};

clscan_status cs_split_create(clscan_device *device, const clscan_desc *desc, clscan_split **split);
void cs_split_destroy(clscan_split *split); /* may be NULL */

clscan_status cs_split_summarize(clscan_split *split, cl_command_queue queue, const cs_call *call, void *summary,
                                 cl_uint num_wait, const cl_event *wait, cl_event *event);

/* The summaries have been checked. */
clscan_status cs_split_enqueue(clscan_split *split, cl_command_queue queue, const cs_call *call,
                               const cs_summaries *summaries, size_t part, cl_uint num_wait, const cl_event *wait,
                               cl_event *event);

#endif
