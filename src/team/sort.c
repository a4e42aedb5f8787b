#include "team/sort.h"

#include "base/assert.h"
#include "base/min_max.h"
#include "base/try.h"
#include "plan/plan_choice.h"

#include <stdlib.h>
#include <string.h>

enum { MOST_PIECE_BYTES = 128 << 20 }; /* of all arrays: few pieces have few spans for each range, which are copies */

/* Returns job `i` of the jobs. Job i is for device i modulo the number of devices, which uses one slot after the
 * other. */
static cs_sort_job job_at(const cs_sorting *s, size_t i) {
    const clscan_team *team = s->e->team;
    cs_sort_job job = { .device = i % team->num, .slot = i / team->num % CS_PIPELINE_SLOTS };
    const cs_pipeline_slot *slot = &team->pipelines[job.device].slots[job.slot];
    for (unsigned k = 0; k < s->e->traits->num_out; k++)
        job.out[k] = slot->out[k];
    return job;
}

/* ------------------------------------------------------------------------------------------------- runs and ranges */

static size_t size_of(const cs_sorting *s, unsigned array) {
    return s->e->traits->out[array].size;
}

/* Makes the job that sorts a piece into a run. */
static void make_run(const cs_sorting *s, size_t run, cs_sort_job *job) {
    const cs_execution *e = s->e;
    const cs_span span = cs_sort_run(s, run);
    *job = job_at(s, run);
    s->spans[0] = span;
    job->plan = e->team->sorters[job->device].pieces;
    job->spans = s->spans;
    job->num_spans = 1;
    job->first_index = e->call->first_index + (e->traits->indices.output ? span.begin : 0);
    job->results = span.end - span.begin;
    for (unsigned i = 0; i < e->traits->num_in; i++)
        job->in[i] = cs_arrays_element(&e->call->in[i], 0, e->traits->in[i].size);
    for (unsigned i = 0; i < e->traits->num_out; i++)
        job->to[i] = s->runs[i] + span.begin * size_of(s, i);
}

/* Makes the job that sorts the elements of a range into the outputs. */
static void make_range(const cs_sorting *s, size_t range, cs_sort_job *job) {
    const cs_execution *e = s->e;
    const size_t num_runs = s->cuts.num_runs, *row = s->cuts.at + range * num_runs, room = (size_t)e->room;
    size_t begin = 0, n = 0;
    *job = job_at(s, range);
    for (size_t run = 0; run < num_runs; run++) {
        s->spans[run] = (cs_span) { row[run], row[num_runs + run] };
        begin += row[run] - cs_sort_run(s, run).begin;
        n += row[num_runs + run] - row[run];
    }
    job->plan = e->team->sorters[job->device].merges;
    job->spans = s->spans;
    job->num_spans = begin < room ? num_runs : 0;
    job->results = begin < room ? cs_min(n, room - begin) : 0;
    for (unsigned i = 0; i < e->traits->num_out; i++) {
        job->in[i] = s->runs[i];
        if (e->call->out[i].handle)
            job->to[i] = cs_arrays_element(&e->call->out[i], begin, size_of(s, i));
    }
}

/* When a device gets its next job, the slot of the job before has results that are not being fetched yet. */
CS_ASSERT(CS_PIPELINE_SLOTS >= 2, a_job_is_started_before_the_one_before_it_is_fetched);

/* The devices take `n` jobs in turn. Some drivers copy results in the calling thread when a download is enqueued, so
 * each device gets its next job before the results of the one before it are fetched. Waits for all jobs. */
static clscan_status run_jobs(const cs_sorting *s, size_t n,
                              void (*make)(const cs_sorting *sorting, size_t i, cs_sort_job *job)) {
    clscan_status status = CLSCAN_OK;
    const size_t num = s->e->team->num;
    cs_sort_job job;
    for (size_t i = 0; i < n + num; i++) {
        if (i < n) {
            make(s, i, &job);
            TRY(cs_sort_start(s, &job));
        }
        if (i >= num && i - num < n) {
            make(s, i - num, &job);
            TRY(cs_sort_fetch(s, &job));
        }
    }
done:
    return cs_execution_finish(s->e, status);
}

/* Copies the runs to the outputs of the caller. No command uses them. */
static void copy_runs(const cs_sorting *s) {
    for (unsigned i = 0; i < s->e->traits->num_out; i++)
        if (s->e->call->out[i].handle)
            memcpy(cs_arrays_element(&s->e->call->out[i], 0, size_of(s, i)), s->runs[i],
                   cs_min(s->count, (size_t)s->e->room) * size_of(s, i));
}

/* -------------------------------------------------------------------------------------------------------- one call */

/* Returns the bytes that an element has in all arrays. */
static size_t bytes_of_element(const cs_traits *traits) {
    size_t bytes = 0;
    for (unsigned i = 0; i < traits->num_out; i++)
        bytes += traits->out[i].size;
    return bytes;
}

static bool has_room(const cs_execution *e, size_t device, size_t piece) {
    return cs_plan_has_room(e->team->splits[device]->plan, piece) &&
           cs_plan_has_room(e->team->sorters[device].merges, piece);
}

/* An index of cs_sorter.order is of the type uint. */
static size_t choose_piece(const cs_execution *e, size_t given) {
    size_t piece = cs_min(cs_execution_piece(e, given, bytes_of_element(e->traits), MOST_PIECE_BYTES), CL_INT_MAX);
    for (size_t i = 0; i < e->team->num && !given; i++)
        while (piece > 1 && !has_room(e, i, piece))
            piece /= 2;
    return piece;
}

/* Allocates the buffers of device `i`. */
static clscan_status allocate_device_buffers(const cs_sorting *s, size_t given, size_t i) {
    clscan_status status = CLSCAN_OK;
    const cs_execution *e = s->e;
    const clscan_plan *merges = e->team->sorters[i].merges;
    FAIL_IF(
        !has_room(e, i, s->cuts.piece), CLSCAN_ERROR_INVALID_VALUE,
        "args.count is %zu, and piece_elements %zu: the workspace of a piece of %zu elements is larger than a buffer "
        "of the device can be: %llu bytes at most",
        s->count, given, s->cuts.piece, (unsigned long long)merges->device->caps.max_alloc);
    TRY(cs_pipeline_grow(&merges->traits, &e->team->pipelines[i], s->cuts.piece));
    TRY(cs_sorter_grow(&e->team->sorters[i], cs_sort_most_ranked(&s->cuts)));
done:
    return status;
}

static clscan_status allocate_buffers(cs_sorting *s, size_t given) {
    clscan_status status = CLSCAN_OK;
    const cs_execution *e = s->e;
    TRY(cs_execution_check_piece(e, given));
    s->cuts = cs_sort_divide(s->count, choose_piece(e, given));
    for (size_t i = 0; i < e->team->num; i++)
        TRY(cs_team_named(e->team, i, allocate_device_buffers(s, given, i)));
    for (unsigned i = 0; i < e->traits->num_out; i++)
        TRY_ALLOC(s->runs[i] = calloc(s->count, size_of(s, i)));
    TRY_ALLOC(s->cuts.at = calloc((s->cuts.num_ranges + 1) * s->cuts.num_runs, sizeof *s->cuts.at));
    TRY_ALLOC(s->spans = calloc(s->cuts.num_runs, sizeof *s->spans));
done:
    return status;
}

/* Nothing writes to the outputs before all runs are there, so that an output may be its input. If a device fails after
 * that, the outputs get the runs, which have all elements. */
clscan_status cs_team_sort(cs_execution *e, size_t piece) {
    clscan_status status = CLSCAN_OK;
    cs_sorting s = { .e = e, .count = e->call->count };
    TRY(allocate_buffers(&s, piece));
    TRY(run_jobs(&s, s.cuts.num_runs, make_run));
    if (s.cuts.num_runs > 1) {
        TRY(cs_sort_cut(&s));
        status = run_jobs(&s, s.cuts.num_ranges, make_range);
    }
    if (s.cuts.num_runs == 1 || status != CLSCAN_OK)
        copy_runs(&s);
done:
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++)
        free(s.runs[i]);
    free(s.cuts.at);
    free(s.spans);
    return status;
}
