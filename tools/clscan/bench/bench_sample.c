/* One measurement: calls back to back, then samples. A sample times each yardstick and then the scan. The results of
 * the last call and of the last sample are compared with the expected ones. */
#include "bench/bench.h"
#include "bench/plain_loop.h"
#include "common/message.h"
#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 2, FEWEST = 7, MOST = 101 };
static const double enough_seconds = 0.5;

/* The works that a sample times in turn. The scan is the last one, so that `out` holds its results. */
enum { COPY, HOST_COPY, EMPTY, PLAIN_LOOP, SCAN, WORKS };

typedef struct series {
    const bench_target *target;
    const bench_data *data;
    const view_options *view;
    runner runner;
    size_t count, bytes;
    runner_clock clock;
    plain_loop_fn loop; /* NULL: the loop is not timed */
    double *seconds[WORKS];
} series;

/* ------------------------------------------------------------------------------------------ a round */

static bool time_host_copy(series *s, double *seconds) {
    const double start = seconds_now();
    host_copy_run(s->target->copier, s->data->scratch, s->data->generated.task.in.data, s->bytes);
    *seconds = seconds_now() - start;
    return true;
}

static bool time_loop(series *s, double *seconds) {
    const double start = seconds_now();
    s->loop(s->data->generated.task.in.data, s->data->scratch, s->count);
    *seconds = seconds_now() - start;
    return true;
}

static bool is_same(const clscan_ref *a, const clscan_ref *b) {
    return a->buffer == b->buffer && a->svm == b->svm && a->usm == b->usm;
}

/* Before a scan in place, copies the input again to the places that the timed copy does not write. */
static bool restore(series *s) {
    runner r = s->runner;
    double ignored;
    r.copied_bytes = s->data->generated.room;
    return !is_same(&r.args.in[0], &r.args.out[0]) ||
           (runner_clear_second_out(&r) && (r.copied_bytes == s->bytes || runner_copy(&r, RUNNER_WALL, &ignored)));
}

static bool take_sample(series *s, unsigned index) {
    return restore(s) && runner_copy(&s->runner, s->clock, &s->seconds[COPY][index]) &&
           (!s->target->copier || time_host_copy(s, &s->seconds[HOST_COPY][index])) &&
           (!s->runner.empty || runner_empty(&s->runner, s->clock, &s->seconds[EMPTY][index])) &&
           (!s->loop || time_loop(s, &s->seconds[PLAIN_LOOP][index])) &&
           runner_scan(&s->runner, s->clock, &s->seconds[SCAN][index]);
}

/* Returns the number of samples, or 0 on failure. */
static unsigned take_samples(series *s, unsigned wanted) {
    const double start = seconds_now();
    unsigned taken = 0;
    for (int i = 0; i < WARM_UP; i++)
        if (!take_sample(s, 0))
            return 0;
    while (wanted ? taken < wanted : taken < FEWEST || (taken < MOST && seconds_now() - start < enough_seconds)) {
        if (!take_sample(s, taken))
            return 0;
        taken++;
    }
    return taken;
}

/* ---------------------------------------------------------------------------------- calls back to back */

enum { SMALL = 1 << 20, REPEATS = 5, FEWEST_CALLS = 10, MOST_CALLS = 1000 };
static const double burst_seconds = 0.02;

/* A caller who asked for few samples gets as few repetitions. */
static bool time_calls(series *s, unsigned samples, double *call) {
    const unsigned repeats = samples && samples < REPEATS ? samples : REPEATS;
    double once, many[REPEATS];
    *call = 0;
    if (s->count > SMALL)
        return true;
    if (!runner_scan(&s->runner, RUNNER_WALL, &once) || !runner_scan(&s->runner, RUNNER_WALL, &once))
        return false;
    const double wanted = burst_seconds / once;
    const unsigned calls = wanted < FEWEST_CALLS ? FEWEST_CALLS : wanted > MOST_CALLS ? MOST_CALLS : (unsigned)wanted;
    for (unsigned i = 0; i < repeats; i++)
        if (!runner_scan_many(&s->runner, calls, &many[i]))
            return false;
    *call = timing_of(many, repeats).median;
    return true;
}

/* --------------------------------------------------------------------------------------------- compare */

static int compare(const series *s, const generated_result *r, const char *what, size_t first, const char *actual,
                   size_t count) {
    const generated *m = &s->data->generated;
    const size_t i = generated_compare(m, r, first, actual, count);
    generated_difference d;
    char name[VIEW_PROBLEM];
    if (i == first + count)
        return EXIT_OK;
    generated_differs(m, r, i, actual + (i - first) * r->size, &d);
    view_problem_name(s->view, &m->task.problem, name);
    complain("mismatch: the %s, %s: %s: expected %s, got %s", what, name, d.where, d.expected, d.actual);
    return EXIT_MISMATCH;
}

/* Compares all elements, in parts that need little memory. */
static int compare_result(series *s, const generated_result *r) {
    enum { PART = 1 << 22 };
    char *part = malloc((r->count < PART ? r->count : PART) * r->size + 1);
    int status = part ? EXIT_OK : (complain("out of memory"), EXIT_ERROR);
    for (size_t i = 0; status == EXIT_OK && i < r->count; i += PART) {
        const size_t count = r->count - i < PART ? r->count - i : PART;
        status = runner_read(&s->runner, r->array, i * r->size, part, count * r->size)
                     ? compare(s, r, clscan_task_name(s->data->generated.task.desc.task), i, part, count)
                     : EXIT_ERROR;
    }
    free(part);
    return status;
}

static int compare_scan(series *s) {
    const generated *m = &s->data->generated;
    int status = EXIT_OK;
    for (unsigned i = 0; status == EXIT_OK && i < m->result_count; i++)
        status = compare_result(s, &m->results[i]);
    return status;
}

static int compare_loop(const series *s) {
    const generated *m = &s->data->generated;
    return s->loop ? compare(s, m->results, "plain loop", 0, s->data->scratch, s->count) : EXIT_OK;
}

/* ------------------------------------------------------------------------------------------------- all */

static timing summary(const series *s, int work, bool taken, unsigned samples) {
    return taken ? timing_of(s->seconds[work], samples) : (timing) { .median = 0 };
}

/* Times many calls, and compares the results of the last one. In place, each call scans the results of the one before,
 * so that there are no expected results. */
static int run_calls(series *s, unsigned samples, bench_point *p) {
    if (!time_calls(s, samples, &p->call))
        return EXIT_ERROR;
    return p->call > 0 && !p->view.options.in_place ? compare_scan(s) : EXIT_OK;
}

static int run_series(series *s, unsigned wanted, bench_point *p) {
    const int calls = run_calls(s, wanted, p);
    if (calls != EXIT_OK)
        return calls;
    if ((p->samples = take_samples(s, wanted)) == 0)
        return EXIT_ERROR;
    p->scan = summary(s, SCAN, true, p->samples);
    p->copy = summary(s, COPY, true, p->samples);
    p->empty = summary(s, EMPTY, s->runner.empty != NULL, p->samples);
    p->host_copy = summary(s, HOST_COPY, s->target->copier != NULL, p->samples);
    p->plain_loop = summary(s, PLAIN_LOOP, s->loop != NULL, p->samples);
    const int status = compare_scan(s);
    return status == EXIT_OK ? compare_loop(s) : status;
}

static series prepare(const bench_target *target, const bench_data *data, clscan_plan *plan, const bench_point *p) {
    series s = { .target = target,
                 .data = data,
                 .view = &p->view.options,
                 .runner = data->runner,
                 .count = p->how.count,
                 .bytes = p->bytes,
                 .clock = p->clock };
    s.runner.plan = plan;
    s.runner.args.in[0] = p->view.options.in_place ? s.runner.args.out[0] : s.runner.args.in[0];
    s.runner.copied_bytes = p->bytes;
    if (target->copier && !p->problem.user && task_is_plain(&data->generated.task) &&
        !data->generated.task.desc.reverse)
        s.loop = plain_loop(p->problem.type, p->problem.op, p->kind);
    return s;
}

int bench_measure(const bench_target *target, const bench_data *data, clscan_plan *plan, unsigned samples,
                  bench_point *p) {
    const size_t room = samples > MOST ? samples : MOST;
    double *seconds = malloc(WORKS * room * sizeof *seconds);
    if (!seconds)
        return complain("out of memory"), EXIT_ERROR;
    series s = prepare(target, data, plan, p);
    for (unsigned i = 0; i < WORKS; i++)
        s.seconds[i] = seconds + i * room;
    const int status = run_series(&s, samples, p);
    free(seconds);
    return status;
}
