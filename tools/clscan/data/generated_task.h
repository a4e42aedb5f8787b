/* The tasks other than scans, of generated data: what they read besides the elements, and their results in plain C. */
#ifndef CLSCAN_TOOL_GENERATED_TASK_H
#define CLSCAN_TOOL_GENERATED_TASK_H

#include "data/generated_data.h"
#include "options/view.h"

/* Sets what the view's task needs in the description and in the arrays of `t`. Nothing changes for a scan. Before the
 * segments are generated, numbers of results that depend on them are estimates; a second call sets the numbers. */
void generated_task_describe(const view_options *v, task *t);

/* Makes the runs of tasks that look for runs, in the elements, and the flags of selections. Complains on failure. */
bool generated_task_inputs(const view_options *v, uint64_t seed, task *t);

/* Computes the results of a task other than a scan, whose inputs are made: sets m->task.out_count and m->results.
 * Complains on failure. */
bool generated_task_results(generated *m);

#endif
