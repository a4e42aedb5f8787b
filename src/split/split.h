/* Splits: a plan for an array that is split into parts, each on a device or in a process of its own. */
#ifndef CS_SPLIT_H
#define CS_SPLIT_H

#include "plan/plan.h"
#include "split/summary.h"

struct clscan_split {
    pthread_mutex_t mutex; /* protects `last`, and `kernels` */
    clscan_plan *plan;
    clscan_plan *sums;  /* computes the sum of a part; may be `plan` */
    clscan_plan *adder; /* of a histogram: adds the counts of parts; else NULL */
    cs_variant kernels; /* of cl/grid/split.cl or split_runs.cl */
    cs_summary_layout layout;
    cl_ulong number; /* identifies the description; every summary begins with it */

    /* Cells that the calls share, which therefore run one after the other: `last` completes with the latest call. */
    cl_mem sum, summary, start;
    cl_mem all; /* the summaries of all parts, if they were lasting; NULL: there was no such call */
    size_t all_bytes;
    cl_mem joined; /* the combination of all parts of the latest call, unless that call had a cell of its own */
    /* The outputs of `sums`, with one result each. Only the kernel that makes the summary of a run-length encoding
     * reads them. */
    cl_mem results[CLSCAN_MAX_ARRAYS];
    cl_event last;

    cl_command_queue counting; /* for cs_split_info; NULL if there are no runs */
};

/* With `pieces`, the split may also be one whose plan sorts, and which only serves a team that cuts arrays in host
 * memory into pieces. */
clscan_status cs_split_create(clscan_device *device, const clscan_desc *desc, bool pieces, clscan_split **split);
void cs_split_destroy(clscan_split *split); /* may be NULL */

/* Enqueues the summary of a part. `lasting` says that the memory of `summary` stays until the queue is finished, also
 * if the call fails. Otherwise a call that fails waits until no command writes to it. */
clscan_status cs_split_summarize(clscan_split *split, cl_command_queue queue, const cs_call *call, void *summary,
                                 bool lasting, cl_uint num_wait, const cl_event *wait, cl_event *event);

/* A part, and its position among the others as far as the host knows it when the part is enqueued. */
typedef struct cs_part {
    size_t number, num_parts;
    cl_ulong elements_before; /* the elements of all parts before this one in memory; 0 if the plan has no use for it */
    bool has_elements_before; /* a part before this one in the order of the scan may have elements */
    bool has_elements;        /* any part may have elements */
    cl_ulong all_elements;    /* the elements of all parts, as far as the host knows */
    bool counts_late;         /* the counts are known only when the summaries have been written */
    const char *summaries;    /* the summaries of all parts, one after the other, with any alignment */
    bool lasting;             /* the summaries stay until the part is computed, and not during the call only */
    cl_mem start;             /* the start cell of a selection of runs (summary.h); NULL: that of the split */
    cs_run_results *run_results; /* receives the numbers of results of runs, before the part is complete; may be NULL */
    cl_event ready;              /* completes when lasting summaries have been written; NULL: they have been */

    /* If an array is computed in rounds of parts, this is a cell of cs_split_joined_bytes. It receives the combination
     * of all parts up to this round. NULL: there is one round. */
    cl_mem joined;
    bool follows_round; /* the cell has the combination of the parts of earlier rounds, with the initial value */
} cs_part;

/* Fills in the members of a part that follow from the summaries, which have been checked. part->number is set. Sets the
 * count of the call to the count in the summary of the part. Fails if the call gives another count. */
clscan_status cs_split_take_part(const clscan_split *split, const cs_summaries *summaries, cs_part *part,
                                 cs_call *call);

/* Stores the numbers of a part in *info, from the summaries. If runs may cross parts, a device counts results, and the
 * call waits for it. */
clscan_status cs_split_info(clscan_split *split, const cs_summaries *summaries, size_t part, clscan_part_info *info);

/* Returns the bytes of a cell that joins rounds. */
size_t cs_split_joined_bytes(const clscan_split *split);

/* Checks everything about the computation of a part that can be checked before its summaries are there. */
clscan_status cs_split_check(clscan_split *split, cl_command_queue queue, const cs_call *call, const cs_part *part);

/* Enqueues the computation of a part. If the call fails, no command writes to part->run_results any more. */
clscan_status cs_split_enqueue(clscan_split *split, cl_command_queue queue, const cs_call *call, const cs_part *part,
                               cl_uint num_wait, const cl_event *wait, cl_event *event);

/* Combines the summaries of a round of parts in part->joined, and computes no results. */
clscan_status cs_split_join(clscan_split *split, cl_command_queue queue, const cs_call *call, const cs_part *part);

#endif
