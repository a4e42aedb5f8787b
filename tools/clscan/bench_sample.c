/* One measurement: calls back to back, then every sample of the scan beside one of each yardstick; what the last of
 * either has written is compared. */
#include "bench.h"
#include "message.h"
#include "plain_loop.h"
#include <stdio.h>
#include <stdlib.h>

enum { WARM_UP = 2, FEWEST = 7, MOST = 101 };
static const double enough_seconds = 0.5;

/* What takes turns; the scan comes last, so that `out` ends up scanned. */
enum { COPY, HOST_COPY, EMPTY, PLAIN_LOOP, SCAN, WORKS };

typedef struct series {
    const bench_device *d;
    const bench_data *data;
    rig rig;
    size_t count, bytes;
    rig_clock clock;
    plain_loop_fn loop; /* NULL: not taken */
    double *seconds[WORKS];
} series;

/* ------------------------------------------------------------------------------------------ a round */

static bool time_host_copy(series *s, double *seconds) {
    const double start = seconds_now();
    host_copy_run(s->d->copier, s->data->scratch, s->data->task.in.data, s->bytes);
    *seconds = seconds_now() - start;
    return true;
}

static bool time_loop(series *s, double *seconds) {
    const double start = seconds_now();
    s->loop(s->data->task.in.data, s->data->scratch, s->count);
    *seconds = seconds_now() - start;
    return true;
}

static bool take_sample(series *s, unsigned index) {
    return rig_copy(&s->rig, s->clock, &s->seconds[COPY][index]) &&
           (!s->d->copier || time_host_copy(s, &s->seconds[HOST_COPY][index])) &&
           (!s->rig.empty || rig_empty(&s->rig, s->clock, &s->seconds[EMPTY][index])) &&
           (!s->loop || time_loop(s, &s->seconds[PLAIN_LOOP][index])) &&
           rig_scan(&s->rig, s->clock, &s->seconds[SCAN][index]);
}

/* Returns how many, 0 on failure. */
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

static bool time_calls(series *s, double *call) {
    double once, many[REPEATS];
    *call = 0;
    if (s->count > SMALL)
        return true;
    if (!rig_scan(&s->rig, RIG_WALL, &once) || !rig_scan(&s->rig, RIG_WALL, &once))
        return false;
    const double wanted = burst_seconds / once;
    const unsigned calls = wanted < FEWEST_CALLS ? FEWEST_CALLS : wanted > MOST_CALLS ? MOST_CALLS : (unsigned)wanted;
    for (int i = 0; i < REPEATS; i++)
        if (!rig_scan_many(&s->rig, calls, &many[i]))
            return false;
    *call = timing_of(many, REPEATS).median;
    return true;
}

/* --------------------------------------------------------------------------------------------- compare */

static void print(const task *t, clscan_type type, const char *element, char text[static 64]) {
    if (t->problem.user)
        oracle_problem_print(&t->problem, element, text, 64);
    else
        oracle_print(type, element, text, 64);
}

static int differs(const task *t, clscan_type type, const char *what, const char *expected, const char *actual) {
    char want[64], got[64];
    print(t, type, expected, want);
    print(t, type, actual, got);
    complain("mismatch: the %s: expected %s, got %s", what, want, got);
    return EXIT_MISMATCH;
}

static size_t first_difference(const task *t, clscan_type type, const char *expected, const char *actual,
                               size_t count) {
    return t->problem.user ? oracle_problem_compare(&t->problem, expected, actual, count)
                           : oracle_compare(type, expected, actual, count);
}

static int compare(const bench_data *data, const char *what, size_t first, const char *actual, size_t count) {
    const task *t = &data->task;
    const size_t size = task_out_size(t);
    const char *expected = (const char *)data->expected + first * size;
    char where[128], name[64];
    const size_t i = first_difference(t, t->out_type, expected, actual, count);
    oracle_problem_name(&t->problem, name, sizeof name);
    snprintf(where, sizeof where, "%s, %s: element %zu", what, name, first + i);
    return i == count ? EXIT_OK : differs(t, t->out_type, where, expected + i * size, actual + i * size);
}

static int compare_total(series *s) {
    const task *t = &s->data->task;
    char total[64];
    if (!t->total)
        return EXIT_OK;
    if (!rig_read_total(&s->rig, total, t->size))
        return EXIT_ERROR;
    const bool same = first_difference(t, t->problem.type, s->data->expected_total, total, 1) == 1;
    return same ? EXIT_OK : differs(t, t->problem.type, "total", s->data->expected_total, total);
}

/* All elements, in parts that fit into the memory beside them. */
static int compare_scan(series *s) {
    enum { PART = 1 << 22 };
    const size_t size = task_out_size(&s->data->task), all = s->data->task.out_count;
    char *part = malloc((all < PART ? all : PART) * size + 1);
    int status = part ? EXIT_OK : (complain("out of memory"), EXIT_ERROR);
    for (size_t i = 0; status == EXIT_OK && i < all; i += PART) {
        const size_t count = all - i < PART ? all - i : PART;
        status =
            rig_read(&s->rig, i * size, part, count * size) ? compare(s->data, "scan", i, part, count) : EXIT_ERROR;
    }
    free(part);
    return status == EXIT_OK ? compare_total(s) : status;
}

static int compare_loop(const series *s) {
    return s->loop ? compare(s->data, "plain loop", 0, s->data->scratch, s->count) : EXIT_OK;
}

/* ------------------------------------------------------------------------------------------------- all */

static timing summary(const series *s, int work, bool taken, unsigned samples) {
    return taken ? timing_of(s->seconds[work], samples) : (timing) { .median = 0 };
}

/* In place, each call scans what the one before has left: nothing to compare with. */
static int run_calls(series *s, bench_point *p) {
    if (!time_calls(s, &p->call))
        return EXIT_ERROR;
    return p->call > 0 && !p->in_place ? compare_scan(s) : EXIT_OK;
}

static int run_series(series *s, unsigned wanted, bench_point *p) {
    const int calls = run_calls(s, p);
    if (calls != EXIT_OK)
        return calls;
    if ((p->samples = take_samples(s, wanted)) == 0)
        return EXIT_ERROR;
    p->scan = summary(s, SCAN, true, p->samples);
    p->copy = summary(s, COPY, true, p->samples);
    p->empty = summary(s, EMPTY, s->rig.empty != NULL, p->samples);
    p->host_copy = summary(s, HOST_COPY, s->d->copier != NULL, p->samples);
    p->plain_loop = summary(s, PLAIN_LOOP, s->loop != NULL, p->samples);
    const int status = compare_scan(s);
    return status == EXIT_OK ? compare_loop(s) : status;
}

static series prepare(const bench_device *d, const bench_data *data, clscan_plan *plan, const bench_point *p) {
    series s = { .d = d, .data = data, .rig = data->rig, .count = p->how.count, .bytes = p->bytes, .clock = p->clock };
    s.rig.plan = plan;
    s.rig.args.in = p->in_place ? s.rig.out : s.rig.in;
    s.rig.copied_bytes = p->bytes;
    if (d->copier && !p->problem.user && task_is_plain(&data->task) && !data->task.desc.reverse)
        s.loop = plain_loop(p->problem.type, p->problem.op, p->kind);
    return s;
}

int bench_measure(const bench_device *d, const bench_data *data, clscan_plan *plan, unsigned samples, bench_point *p) {
    const size_t room = samples > MOST ? samples : MOST;
    double *seconds = malloc(WORKS * room * sizeof *seconds);
    if (!seconds)
        return complain("out of memory"), EXIT_ERROR;
    series s = prepare(d, data, plan, p);
    for (unsigned i = 0; i < WORKS; i++)
        s.seconds[i] = seconds + i * room;
    const int status = run_series(&s, samples, p);
    free(seconds);
    return status;
}
