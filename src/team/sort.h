/* Sorts of arrays in host memory. The pieces of the array are sorted first, and come back to host memory as sorted
 * runs. Then all runs are cut at the same places of the whole order. The elements between two cuts are a range of the
 * result, and one device sorts them. */
#ifndef CS_SORT_RUNS_H
#define CS_SORT_RUNS_H

#include "team/execution.h"

/* How the runs are cut: at samples. Every `step`-th element of a run, from its first one on, is a sample. */
typedef struct cs_sort_cuts {
    size_t piece, num_runs; /* the elements of a run (the last run may have fewer); the number of runs */
    size_t step;
    size_t per_run, num_samples; /* the samples of a run (the last run may have fewer), and of all runs */
    size_t each, num_ranges;     /* how many samples a range has, and the number of ranges */
    /* num_ranges + 1 rows of num_runs numbers: a range begins in each run at the element of its row, and ends before
     * that of the next row. */
    size_t *at;
} cs_sort_cuts;

/* Elements of an array in host memory, from `begin` up to `end`. */
typedef struct cs_span {
    size_t begin, end;
} cs_span;

typedef struct cs_sorting {
    const cs_execution *e;
    size_t count;
    char *runs[CLSCAN_MAX_ARRAYS]; /* each output, with the sorted runs one after the other */
    cs_sort_cuts cuts;
    cs_span *spans; /* one for each run */
} cs_sorting;

/* The sort of elements of host memory by one device. Without elements there is nothing to do. */
typedef struct cs_sort_job {
    size_t device, slot;
    clscan_plan *plan;
    const char *in[CLSCAN_MAX_ARRAYS]; /* the arrays that the inputs of the plan come from */
    const cs_span *spans;              /* the elements of these arrays, which follow each other on the device */
    size_t num_spans;
    cl_ulong first_index;
    cl_mem out[CLSCAN_MAX_ARRAYS]; /* the outputs of the plan on the device */
    char *to[CLSCAN_MAX_ARRAYS];   /* where the first `results` results of each output go, or NULL */
    size_t results;
} cs_sort_job;

/* Enqueues the uploads and the sort of a job, after the job that was in its slot has left it. */
clscan_status cs_sort_start(const cs_sorting *sort, const cs_sort_job *job);

/* Enqueues the downloads of a job that has been started. */
clscan_status cs_sort_fetch(const cs_sorting *sort, const cs_sort_job *job);

/* Chooses the samples and the ranges for runs of `piece` elements, or of more: two runs and more need pieces that have
 * twice as many samples as there are runs. */
cs_sort_cuts cs_sort_divide(size_t count, size_t piece);

/* Returns how many elements the device sorts at most to find a cut. */
size_t cs_sort_most_ranked(const cs_sort_cuts *cuts);

/* Returns the elements of a run. */
cs_span cs_sort_run(const cs_sorting *sort, size_t run);

/* Finds where the ranges begin and end in the runs, which are in host memory. A range has at most `piece` elements,
 * also if desc.user.less contradicts itself. */
clscan_status cs_sort_cut(cs_sorting *sort);

/* Sorts the arrays of the caller, in pieces of up to `piece` elements. If `piece` is 0, the function chooses a number
 * that suits the devices. */
clscan_status cs_team_sort(cs_execution *e, size_t piece);

#endif
