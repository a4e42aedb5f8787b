#include "split/split.h"

#include "base/try.h"
#include "problem/desc.h"
#include "self_test/adder.h"
#include "self_test/self_test.h"
#include "split/refuse.h"

#include <stdlib.h>
#include <string.h>

static const cs_strategy split_kernels = { .file = "split",
                                           .kernels = { "clscan_summarize", "clscan_combine_summaries" } },
                         run_kernels = { .file = "split_runs",
                                         .kernels = { "clscan_summarize_runs", "clscan_combine_runs" } },
                         run_length_kernels = { .file = "split_runs",
                                                .kernels = { "clscan_summarize_runs", "clscan_combine_runs",
                                                             "clscan_lengthen_run" } };

/* ---------------------------------------------------------------------------------------------------- the sums */

/* Returns true if elements may continue a segment of another part. In a selection, keys belong to runs, and not to
 * segments. */
static bool has_segments(const clscan_desc *desc) {
    return desc->task == CLSCAN_TASK_SCAN && desc->segments;
}

static bool has_runs(const clscan_desc *desc) {
    return cs_task_at(desc->task)->run_rule != CS_RUN_RULE_NONE;
}

/* Drops the arrays and the source that only a store function uses. */
static void drop_store(clscan_desc *desc) {
    const clscan_user *user = &desc->user;
    if (!user->store)
        return;
    desc->user.store = NULL;
    memset(desc->out, 0, sizeof desc->out);
    if (!user->load)
        memset(desc->in + 1, 0, sizeof desc->in - sizeof *desc->in);
    if (!user->combine && !user->load && !user->map && !user->key && !user->same_key)
        desc->user.source = NULL;
}

/* Returns true if the sum of a part takes a plan of its own. In tasks other than scans, the plan that computes the
 * results of a part also computes its sum. A run-length encoding in reverse is an exception, because its first result
 * would be the result of the last run. */
static bool has_plan_of_sums(const clscan_desc *desc) {
    return desc->task == CLSCAN_TASK_SCAN || (cs_task_at(desc->task)->lengths && desc->reverse);
}

/* Returns the description of the sum of a part. With segments, it is a scan, which cs_summary_sum turns into a
 * reduction. For a run-length encoding, it is a run-length encoding that is not in reverse, so that its first result
 * belongs to the first run. */
static clscan_desc desc_of_sum(const clscan_desc *desc) {
    clscan_desc sum = *desc;
    if (has_runs(desc)) {
        sum.reverse = 0;
        return sum;
    }
    sum.task = has_segments(desc) ? CLSCAN_TASK_SCAN : CLSCAN_TASK_REDUCE;
    sum.kind = CLSCAN_KIND_INCLUSIVE;
    sum.tuning =
        (clscan_tuning) { .strategy = has_segments(desc) ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_AUTO };
    drop_store(&sum);
    return sum;
}

static clscan_status create_plans(clscan_device *device, const clscan_desc *desc, clscan_split *s) {
    clscan_status status = CLSCAN_OK;
    const clscan_desc sum = desc_of_sum(desc);
    TRY(has_segments(desc) ? cs_plan_create_changed(device, desc, cs_summary_continue, &s->plan)
                           : cs_self_test_changed(device, desc, has_runs(desc) ? cs_summary_continue : NULL, &s->plan));
    if (s->plan->traits.histogram.bins)
        TRY(cs_adder_create(device, desc->value.name, &s->adder));
    if (!has_plan_of_sums(desc)) {
        cs_plan_retain(s->plan);
        s->sums = s->plan;
        goto done;
    }
    TRY(has_segments(desc) ? cs_plan_create_changed(device, &sum, cs_summary_sum, &s->sums)
                           : cs_self_test_plan(device, &sum, &s->sums));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------ the own kernels */

static const cs_strategy *kernels_of(const clscan_desc *desc) {
    return cs_task_at(desc->task)->lengths ? &run_length_kernels : has_runs(desc) ? &run_kernels : &split_kernels;
}

/* Compiles the kernels of cl/grid/split.cl or split_runs.cl for the plan's problem. The kernels of runs read the
 * caller's own initial value, so their problem is not one of parts. The pieces of a sort have no summaries. */
static clscan_status create_kernels(clscan_device *device, const clscan_desc *desc, clscan_split *s) {
    clscan_status status = CLSCAN_OK;
    cs_problem problem = cs_desc_problem(desc);
    if (has_segments(desc))
        cs_summary_continue(&problem);
    s->layout = cs_summary_layout_of(&problem.traits);
    s->number = cs_summary_number(&problem);
    if (problem.traits.kind == CS_SORT)
        goto done;
    TRY(cs_variant_create_single(device, &problem, "split", kernels_of(desc), &s->kernels));
    cs_variant_store(device, &s->kernels);
done:
    return status;
}

static clscan_status create_cell(const clscan_split *s, size_t bytes, cl_mem *cell) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    *cell = clCreateBuffer(s->plan->device->context, CL_MEM_READ_WRITE, bytes, NULL, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
done:
    return status;
}

/* Creates the queue of cs_split_info. */
static clscan_status create_counting_queue(clscan_split *s) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    if (!s->plan->traits.selection.run_rule)
        goto done;
    s->counting = clCreateCommandQueue(s->plan->device->context, s->plan->device->id, 0, &error);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
done:
    return status;
}

static clscan_status create_cells(clscan_split *s) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *sums = &s->sums->traits;
    TRY(create_cell(s, cs_summary_sum_bytes(&s->plan->traits), &s->sum));
    TRY(create_cell(s, s->layout.bytes, &s->summary));
    TRY(create_cell(s, cs_summary_start_bytes(&s->plan->traits), &s->start));
    TRY(create_cell(s, s->layout.bytes, &s->joined));
    for (unsigned i = 0; i < sums->num_out && (sums->reduces || sums->lengths.output); i++)
        TRY(create_cell(s, sums->out[i].size, &s->results[i]));
done:
    return status;
}

/* --------------------------------------------------------------------------------------------------- the split */

clscan_status cs_split_create(clscan_device *device, const clscan_desc *desc, bool pieces, clscan_split **split) {
    clscan_status status = CLSCAN_OK;
    clscan_split *s = NULL;
    TRY(cs_desc_check(desc));
    TRY(cs_split_refuse(desc, pieces));
    s = calloc(1, sizeof *s);
    TRY_ALLOC(s);
    pthread_mutex_init(&s->mutex, NULL);
    TRY(create_plans(device, desc, s));
    TRY(create_kernels(device, desc, s));
    TRY(create_cells(s));
    TRY(create_counting_queue(s));
    *split = s;
    s = NULL;
done:
    cs_split_destroy(s);
    return status;
}

static void release_cell(cl_mem cell) {
    if (cell)
        clReleaseMemObject(cell);
}

void cs_split_destroy(clscan_split *s) {
    if (!s)
        return;
    if (s->last)
        clReleaseEvent(s->last);
    release_cell(s->sum);
    release_cell(s->summary);
    release_cell(s->start);
    release_cell(s->joined);
    release_cell(s->all);
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        release_cell(s->results[i]);
    if (s->counting)
        clReleaseCommandQueue(s->counting);
    if (s->plan)
        cs_variant_destroy(s->plan->device, &s->kernels);
    cs_plan_release(s->adder);
    cs_plan_release(s->sums);
    cs_plan_release(s->plan);
    pthread_mutex_destroy(&s->mutex);
    free(s);
}
