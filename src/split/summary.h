/* Summaries of parts in host memory: the bytes that cl/grid/split.cl stores and reads. */
#ifndef CS_SPLIT_SUMMARY_H
#define CS_SPLIT_SUMMARY_H

#include "problem/problem.h"

/* The host's copy of clscan_summary_layout in cl/grid/summary.h: the bytes of a summary, and where its members begin.
 */
typedef struct cs_summary_layout {
    cl_ulong bytes, sum, first, last, run;
} cs_summary_layout;

/* Numbers of results of a selection of runs, which cl/grid/split_runs.cl stores for a part: the results of this part,
 * of the parts before this part in the order of results, and of all parts. clscan_part_info has the same numbers from
 * its member `kept` on.
 */
typedef struct cs_run_results {
    cl_ulong kept, kept_before, kept_total;
} cs_run_results;

/* The byte of the start cell at which these numbers are. */
enum { CS_RUN_RESULTS_AT = CS_RUNS_AT + 3 * sizeof(cl_ulong) };

/* The summaries of all parts, one after the other, as the caller has them. */
typedef struct cs_summaries {
    const cs_summary_layout *layout;
    size_t num;
    const char *at; /* with any alignment */
} cs_summaries;

/* Lets the first element of a problem with segments continue a segment of another part, or lets runs cross parts. */
void cs_summary_continue(cs_problem *problem);

/* Makes the problem of a segmented scan the one of the sum of a part, which keeps its flags. */
void cs_summary_sum(cs_problem *problem);

/* Returns the bytes of the start cell of a part, with whose contents the kernels of the part begin: a carry-in, with
 * segments the initial value, a carry-in and a flag, and in a selection of runs the initial value and the runs that
 * cross parts. */
size_t cs_summary_start_bytes(const cs_traits *traits);

/* Returns the bytes of the sum in a summary: a value, with its flags if there are segments, or the counts of a
 * histogram.
 */
size_t cs_summary_sum_bytes(const cs_traits *traits);

cs_summary_layout cs_summary_layout_of(const cs_traits *traits);

/* Returns a number that two problems share only if their summaries can be combined. */
cl_ulong cs_summary_number(const cs_problem *problem);

/* Fails unless all summaries have this number. */
clscan_status cs_summaries_check(const cs_summaries *summaries, cl_ulong number);

/* Returns the elements of a part. */
cl_ulong cs_summary_count(const cs_summaries *summaries, size_t part);

/* Returns the numbers of a part, from the summaries. Only a device knows how many results of runs there are: see
 * cs_split_info. */
clscan_part_info cs_summaries_info(const cs_summaries *summaries, const cs_traits *traits, size_t part);

/* Returns the elements of all parts before this one in memory. */
cl_ulong cs_summaries_before(const cs_summaries *summaries, size_t part);

#endif
