/* clscan tune: searches shapes for few, for many and for very many elements, and the counts from which each is the
 * fastest. */
#include "tune/tune.h"
#include "common/message.h"
#include "data/runner.h"
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Shapes are searched for three counts. The last one is larger than the caches of a device. */
enum { FEW, MANY, MOST, STAGES };
static const size_t least_count = 1 << 8, few_count = 1 << 12, many_count = TUNE_LEAST_COUNT / 2;
enum { DEFAULT_BUDGET = 60, LEAST_TIMEOUT = 120 };

/* The part of the budget that is used up when a stage ends. The largest count comes first, the crossovers last. */
static const double part_by[STAGES] = { [MOST] = 0.45, [FEW] = 0.6, [MANY] = 0.85 };

/* ---------------------------------------------------------------------------------------------------- search */

static void tell_race(size_t count, const tune_times *times, bool stays) {
    say("%zu elements: %.3g ms, by the library's own row %.3g ms%s, a copy %.3g ms", count, 1e3 * times->second,
        1e3 * times->first, stays ? ", which stays" : "", 1e3 * times->copy);
}

/* Races the row that was found against the library's own row for this count. The library's own row replaces the found
 * one unless the latter is faster again: a search takes the best of many samples, and some samples are lucky. If the
 * library's own row crashes the driver, the found row stays. */
static bool confirm(tuner *t, size_t count, tune_row *row) {
    static const tune_row library = { .strategy = CLSCAN_STRATEGY_AUTO };
    tune_row own;
    tune_times times;
    if (!tune_own_row(t, CLSCAN_STRATEGY_AUTO, count, &own) || tune_was_lost(t, &own) ||
        !tune_try(t, NULL, &library, count)) {
        say("%zu elements: the library's own row does not run", count);
        return !t->failed;
    }
    const bool raced = tune_race(t, &library, row, count, t->budget / 50, &times);
    const bool stays = !raced || tune_row_same(row, &own) || !tune_is_faster(times.second, times.first);
    if (raced)
        tell_race(count, &times, stays);
    if (stays)
        *row = own;
    row->own = stays;
    return !t->failed;
}

static bool search_stage(tuner *t, size_t count, int stage, tune_row *row) {
    return tune_search(t, count, stage != FEW, part_by[stage], row) && confirm(t, count, row);
}

static bool search_shapes(tuner *t, tune_row rows[STAGES]) {
    if (!search_stage(t, t->conditions.count, MOST, &rows[MOST]) || !search_stage(t, few_count, FEW, &rows[FEW]))
        return false;
    rows[MANY] = rows[MOST];
    return search_stage(t, many_count, MANY, &rows[MANY]);
}

static void search_limits(tuner *t, tune_row rows[STAGES]) {
    rows[FEW].limit = tune_crossover(t, &rows[FEW], &rows[MANY], least_count, many_count);
    rows[MANY].limit = tune_row_same(&rows[MANY], &rows[MOST])
                           ? 0
                           : tune_crossover(t, &rows[MANY], &rows[MOST], many_count, t->conditions.count);
    rows[MOST].limit = SIZE_MAX;
}

static bool print_rows(const tuner *t, const tune_row *rows, size_t count) {
    const clscan_task what = t->conditions.task;
    printf("# %s of %s: %zu shapes tried in %.0f s%s\n", what ? clscan_task_name(what) : clscan_op_name(t->problem.op),
           oracle_type_name(t->problem.type), t->shapes, seconds_now() - t->begin,
           count ? "" : ", the library's own are as fast");
    for (size_t i = 0; i < count; i++) {
        char *line = tune_row_line(&t->conditions, &rows[i]);
        if (!line)
            return complain("out of memory");
        fputs(line, stdout);
        free(line);
    }
    return true;
}

static bool tune(tuner *t) {
    tune_row rows[STAGES] = { 0 }, kept[STAGES];
    if (!search_shapes(t, rows))
        return false;
    search_limits(t, rows);
    const size_t count = tune_keep(rows, STAGES, kept);
    return !t->failed && print_rows(t, kept, count) && (!t->o->store || tune_store(t, kept, count));
}

int command_tune(const options *o) {
    tuner *t = calloc(1, sizeof *t);
    if (!t)
        return complain("out of memory"), EXIT_ERROR;
    t->o = o;
    t->begin = seconds_now();
    t->budget = o->budget > 0 ? o->budget : DEFAULT_BUDGET;
    t->child.limit = o->timeout > 0 ? o->timeout : t->budget > LEAST_TIMEOUT ? t->budget : LEAST_TIMEOUT;
    const bool ok = tune_find_problem(o, &t->problem) && tune_open(t) && (!o->store || tune_can_store(t)) && tune(t);
    const int status = ok ? EXIT_OK : t->mismatch ? EXIT_MISMATCH : EXIT_ERROR;
    progress_clear();
    const bool ended = child_end(&t->child);
    free(t);
    return ended ? status : EXIT_ERROR;
}
