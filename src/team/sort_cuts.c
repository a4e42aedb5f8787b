/* Where sorted runs are cut, without a comparison by the host: the devices order samples of all runs, and every so many
 * samples a range begins (Shi and Schaeffer, "Parallel sorting by regular sampling", Journal of Parallel and
 * Distributed Computing 14, 1992). A sample cuts its own run. In another run, the last sample before it and the next
 * one say which `step` elements the cut is among. A device sorts these elements of all runs together with the sample.
 * The sort is stable, and runs are in the order of the array, so that the order of all elements is a total one. */
#include "team/sort.h"

#include "base/min_max.h"
#include "base/try.h"

#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------- samples and ranges */

static size_t quotient_up(size_t n, size_t by) {
    return n / by + (n % by > 0);
}

/* A range has up to `step` elements more in each run than its samples stand for. With 8 samples in a piece for each
 * run, these are an eighth of a piece. There are no more samples than elements of a piece. */
static cs_sort_cuts divide_runs(size_t count, size_t piece) {
    cs_sort_cuts c = { .piece = piece, .num_runs = quotient_up(count, piece) };
    const size_t most = cs_max(1, piece / c.num_runs);
    c.step = cs_max(quotient_up(piece, most), piece / (8 * c.num_runs));
    c.per_run = quotient_up(piece, c.step);
    c.num_samples = (c.num_runs - 1) * c.per_run + quotient_up(count - (c.num_runs - 1) * piece, c.step);
    c.each = piece / c.step > c.num_runs ? piece / c.step - c.num_runs : 0;
    c.num_ranges = c.each ? quotient_up(c.num_samples, c.each) : 0;
    return c;
}

cs_sort_cuts cs_sort_divide(size_t count, size_t piece) {
    cs_sort_cuts cuts = divide_runs(count, piece);
    while (cuts.num_runs > 1 && cuts.each < cuts.num_runs) {
        piece = cs_min(2 * piece, count);
        cuts = divide_runs(count, piece);
    }
    return cuts;
}

size_t cs_sort_most_ranked(const cs_sort_cuts *cuts) {
    return cs_max(cuts->num_samples, cuts->num_runs * cuts->step);
}

cs_span cs_sort_run(const cs_sorting *s, size_t run) {
    const size_t begin = run * s->cuts.piece;
    return (cs_span) { begin, cs_min(begin + s->cuts.piece, s->count) };
}

/* ----------------------------------------------------------------------------------------------- ranks on a device */

/* Returns a job that sorts elements of the array `from`. order[i] receives which of them comes in place i. */
static cs_sort_job ranking_job(const cs_sorting *s, size_t device, const char *from, const cs_span *spans,
                               size_t num_spans, cl_uint *order) {
    const cs_sorter *sorter = &s->e->team->sorters[device];
    cs_sort_job job = { .device = device, .plan = sorter->ranks, .in = { from }, .spans = spans };
    job.num_spans = num_spans;
    job.out[1] = sorter->order;
    job.to[1] = (char *)order;
    for (size_t i = 0; i < num_spans; i++)
        job.results += spans[i].end - spans[i].begin;
    return job;
}

static clscan_status wait_for_job(const cs_sorting *s, size_t device) {
    return cs_pipeline_slot_free(&s->e->team->pipelines[device].slots[0]);
}

/* A desc.user.less that contradicts itself may let elements occur several times and others not at all. Here each one
 * has to occur once, so that no range is too long. */
static void make_permutation(cl_uint *order, unsigned char *seen, size_t n) {
    size_t kept = 0;
    for (size_t i = 0; i < n; i++)
        if (order[i] < n && !seen[order[i]]) {
            seen[order[i]] = 1;
            order[kept++] = order[i];
        }
    for (size_t i = 0; i < n; i++)
        if (!seen[i])
            order[kept++] = (cl_uint)i;
}

/* Returns a copy of the samples of all runs. */
static char *copy_samples(const cs_sorting *s) {
    const cs_sort_cuts *c = &s->cuts;
    const size_t size = s->e->traits->out[0].size;
    char *const samples = malloc(c->num_samples * size);
    for (size_t i = 0; i < c->num_samples && samples; i++)
        memcpy(samples + i * size, s->runs[0] + (i / c->per_run * c->piece + i % c->per_run * c->step) * size, size);
    return samples;
}

/* Stores in order[i] which sample comes in place i. Waits. */
static clscan_status order_samples(const cs_sorting *s, cl_uint *order) {
    clscan_status status = CLSCAN_OK;
    const cs_span all = { 0, s->cuts.num_samples };
    unsigned char *const seen = calloc(s->cuts.num_samples, 1);
    char *const samples = copy_samples(s);
    const cs_sort_job job = ranking_job(s, 0, samples, &all, 1, order);
    TRY_ALLOC(seen && samples);
    TRY(cs_sort_start(s, &job));
    TRY(cs_sort_fetch(s, &job));
done:
    status = cs_execution_finish(s->e, status);
    if (status == CLSCAN_OK)
        make_permutation(order, seen, s->cuts.num_samples);
    free(samples);
    free(seen);
    return status;
}

/* -------------------------------------------------------------------------------------------------------- the cuts */

static size_t *row_of(const cs_sorting *s, size_t range) {
    return s->cuts.at + range * s->cuts.num_runs;
}

/* Stores in the row of each range how many samples of each run come before its first one, and in pivots[range] the run
 * of that sample. */
static void count_samples(const cs_sorting *s, const cl_uint *order, size_t *pivots) {
    const cs_sort_cuts *c = &s->cuts;
    size_t *const last = row_of(s, c->num_ranges); /* counts, until it gets its own numbers */
    for (size_t i = 0; i < c->num_samples; i++) {
        const size_t run = order[i] / c->per_run;
        if (i % c->each == 0) {
            memcpy(row_of(s, i / c->each), last, c->num_runs * sizeof *last);
            pivots[i / c->each] = run;
        }
        last[run]++;
    }
}

/* Returns the elements of a run of which some may come before a sample of run `pivot`, or that sample. The run has
 * `before` samples before it. */
static cs_span candidates(const cs_sorting *s, size_t run, size_t before, bool pivot) {
    const cs_span all = cs_sort_run(s, run);
    const size_t next = all.begin + before * s->cuts.step;
    if (pivot)
        return (cs_span) { next, next + 1 };
    return (cs_span) { before > 0 ? next - s->cuts.step : next, cs_min(next, all.end) };
}

static cs_sort_job rank_candidates(const cs_sorting *s, size_t range, size_t device, size_t pivot, cl_uint *order) {
    for (size_t run = 0; run < s->cuts.num_runs; run++)
        s->spans[run] = candidates(s, run, row_of(s, range)[run], run == pivot);
    return ranking_job(s, device, s->runs[0], s->spans, s->cuts.num_runs, order);
}

/* Replaces the counts of samples in the row of a range by the elements where it begins. */
static void store_cuts(const cs_sorting *s, size_t range, size_t pivot, const cl_uint *order,
                       unsigned char *comes_before) {
    const size_t num_runs = s->cuts.num_runs;
    size_t *const row = row_of(s, range), n = 0, at = 0, at_pivot = 0;
    for (size_t run = 0; run < num_runs; run++) {
        const cs_span span = candidates(s, run, row[run], run == pivot);
        at_pivot = run == pivot ? n : at_pivot;
        n += span.end - span.begin;
    }
    memset(comes_before, 0, n);
    for (size_t i = 0; i < n && order[i] != at_pivot; i++)
        if (order[i] < n)
            comes_before[order[i]] = 1;
    for (size_t run = 0; run < num_runs; run++) {
        const cs_span span = candidates(s, run, row[run], run == pivot);
        row[run] = span.begin;
        for (size_t i = span.begin; i < span.end; i++)
            row[run] += comes_before[at++];
    }
}

/* Finds the cuts where ranges begin, except the first one: for a range on each device at a time. */
static clscan_status find_cuts(const cs_sorting *s, const size_t *pivots, cl_uint *orders,
                               unsigned char *comes_before) {
    clscan_status status = CLSCAN_OK;
    const size_t num = s->e->team->num, most = cs_sort_most_ranked(&s->cuts);
    for (size_t first = 1; first < s->cuts.num_ranges; first += num) {
        const size_t n = cs_min(num, s->cuts.num_ranges - first);
        for (size_t i = 0; i < n; i++) {
            const cs_sort_job job = rank_candidates(s, first + i, i, pivots[first + i], orders + i * most);
            TRY(cs_sort_start(s, &job));
        }
        for (size_t i = 0; i < n; i++) {
            const cs_sort_job job = rank_candidates(s, first + i, i, pivots[first + i], orders + i * most);
            TRY(cs_sort_fetch(s, &job));
        }
        for (size_t i = 0; i < n; i++) {
            TRY(wait_for_job(s, i));
            store_cuts(s, first + i, pivots[first + i], orders + i * most, comes_before);
        }
    }
done:
    return cs_execution_finish(s->e, status);
}

/* The first range begins where the runs do, and the last one ends with them. No range ends before it begins, whatever
 * desc.user.less returns. */
static void complete_cuts(const cs_sorting *s) {
    for (size_t run = 0; run < s->cuts.num_runs; run++) {
        const cs_span all = cs_sort_run(s, run);
        row_of(s, 0)[run] = all.begin;
        row_of(s, s->cuts.num_ranges)[run] = all.end;
        for (size_t range = 1; range < s->cuts.num_ranges; range++)
            row_of(s, range)[run] = cs_max(row_of(s, range)[run], row_of(s, range - 1)[run]);
    }
}

clscan_status cs_sort_cut(cs_sorting *s) {
    clscan_status status = CLSCAN_OK;
    const size_t most = cs_sort_most_ranked(&s->cuts);
    cl_uint *const orders = calloc(s->e->team->num * most, sizeof *orders);
    size_t *const pivots = calloc(s->cuts.num_ranges, sizeof *pivots);
    unsigned char *const comes_before = malloc(most);
    TRY_ALLOC(orders && pivots && comes_before);
    TRY(order_samples(s, orders));
    count_samples(s, orders, pivots);
    TRY(find_cuts(s, pivots, orders, comes_before));
    complete_cuts(s);
done:
    free(orders);
    free(pivots);
    free(comes_before);
    return status;
}
