/* A trial: a row becomes a plan, its result is compared with plain C, and it races another one and a copy. */
#include "message.h"
#include "statistics.h"
#include "tune.h"
#include <stdlib.h>

bool tune_is_late(const tuner *t, double part) {
    return t->failed || seconds_now() - t->begin > part * t->budget;
}

static bool fail(tuner *t) {
    t->failed = true;
    return false;
}

/* The scan of a rig with this plan. */
static rig *prepare(tuner *t, clscan_plan *plan, size_t count) {
    t->rig.plan = plan;
    t->rig.args.count = count;
    t->rig.copied_bytes = count * t->size;
    return &t->rig;
}

static bool is_right(tuner *t, clscan_plan *plan, const tune_row *row, size_t count) {
    rig *r = prepare(t, plan, count);
    double ignored;
    if (!rig_copy(r, RIG_WALL, &ignored) || !rig_scan(r, RIG_WALL, &ignored) ||
        !rig_read(r, RIG_OUT, 0, t->actual, count * t->size))
        return fail(t);
    const size_t i = oracle_problem_compare(&t->problem, t->expected, t->actual, count);
    if (i == count)
        return true;
    char *line = tune_row_line(t, row);
    complain("mismatch: element %zu of %zu is wrong with the row %s", i, count, line ? line : "");
    free(line);
    t->mismatch = true;
    return fail(t);
}

clscan_plan *tune_plan(tuner *t, const tune_row *row, size_t count) {
    char *line = tune_row_line(t, row);
    const clscan_device_options with_row = { .cl_dir = t->o->cl_dir,
                                             .tuning = line,
                                             .self_test = CLSCAN_SELF_TEST_OFF };
    const clscan_desc desc = oracle_problem_desc(&t->problem, CLSCAN_INCLUSIVE);
    clscan_device *device = NULL;
    t->shapes++;
    clscan_plan *plan = NULL;
    if (!line || clscan_device_create(clscan_device_context(t->device), clscan_device_id(t->device), &with_row,
                                      &device) != CLSCAN_OK) {
        complain_of_library("can't try a row");
        fail(t);
    } else if (clscan_plan_create(device, &desc, &plan) == CLSCAN_OK && !is_right(t, plan, row, count)) {
        clscan_plan_destroy(plan);
        plan = NULL;
    }
    clscan_device_destroy(device);
    free(line);
    return plan;
}

/* ------------------------------------------------------------------------------------------------------ race */

enum { FEWEST = 3, MOST = 25, MOST_CALLS = 100 };
static const double sample_seconds = 2e-3; /* calls that take less are timed several at once */

static bool time_scans(tuner *t, clscan_plan *plan, size_t count, unsigned calls, double *seconds) {
    return rig_scan_many(prepare(t, plan, count), calls, seconds) || fail(t);
}

static unsigned calls_for(double once) {
    const double calls = sample_seconds / once;
    return calls < 1 ? 1 : calls > MOST_CALLS ? MOST_CALLS : (unsigned)calls;
}

enum { FIRST, SECOND, COPY, WORKS };

/* A copy and both scans, of which each comes first in every other round. */
static bool time_round(tuner *t, clscan_plan *const plans[2], size_t count, unsigned calls, unsigned n,
                       double seconds[WORKS][MOST]) {
    const int one = n % 2 ? SECOND : FIRST, other = FIRST + SECOND - one;
    return (rig_copy(&t->rig, RIG_WALL, &seconds[COPY][n]) || fail(t)) &&
           time_scans(t, plans[one], count, calls, &seconds[one][n]) &&
           time_scans(t, plans[other], count, calls, &seconds[other][n]);
}

bool tune_race(tuner *t, clscan_plan *first, clscan_plan *second, size_t count, double seconds, tune_times *times) {
    clscan_plan *const plans[] = { first, second };
    double samples[WORKS][MOST], once;
    const double start = seconds_now();
    unsigned n = 0;
    if (!time_scans(t, first, count, 1, &once) || !time_scans(t, second, count, 1, &once) ||
        !time_scans(t, first, count, 1, &once))
        return false;
    const unsigned calls = calls_for(once);
    for (; n < FEWEST || (n < MOST && seconds_now() - start < seconds); n++)
        if (!time_round(t, plans, count, calls, n, samples))
            return false;
    *times = (tune_times) { timing_of(samples[FIRST], n).median, timing_of(samples[SECOND], n).median,
                            timing_of(samples[COPY], n).median };
    return true;
}
