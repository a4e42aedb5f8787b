/* The search for rows: coordinate descent from the best strategy's row. Also searches the crossover of two rows. */
#include "common/message.h"
#include "data/runner.h"
#include "options/option_values.h"
#include "options/view.h"
#include "tune/tune.h"
#include <stdio.h>

/* The fastest row so far, if there is one. */
typedef struct champion {
    tune_row row;
    bool exists;
} champion;

static bool was_tried(tuner *t, const tune_row *row) {
    for (size_t i = 0; i < t->num_tried; i++)
        if (tune_row_same(&t->tried[i], row))
            return true;
    if (t->num_tried < TUNE_MOST_TRIED)
        t->tried[t->num_tried++] = *row;
    return tune_was_lost(t, row);
}

static void show(const tuner *t, const tune_row *row) {
    char words[64];
    const double spent = seconds_now() - t->begin;
    snprintf(words, sizeof words, "s: %s, %u", names_of_strategies((int)row->strategy), row->wg_size);
    progress((size_t)(spent < t->budget ? spent : t->budget), (size_t)t->budget, words);
}

/* Returns true if the challenger is faster: first in a short race, then in a longer one. */
static bool beats(tuner *t, const tune_row *challenger, const tune_row *row, size_t count) {
    const double care = t->budget / 100;
    tune_times times;
    return tune_race(t, row, challenger, count, 0, &times) && times.second < times.first &&
           tune_race(t, row, challenger, count, care, &times) && tune_is_faster(times.second, times.first);
}

/* Tries the row, which becomes the champion if it is faster. */
static bool challenge(tuner *t, const tune_row *row, size_t count, champion *best) {
    show(t, row);
    const bool wins = tune_try(t, best->exists ? &best->row : NULL, row, count) &&
                      (!best->exists || beats(t, row, &best->row, count));
    if (wins)
        *best = (champion) { *row, true };
    return wins;
}

/* --------------------------------------------------------------------------------------------- strategies */

/* Sets *row to the library's row for a strategy. */
static bool row_for(tuner *t, clscan_strategy strategy, size_t count, tune_row *row) {
    const bool ok = tune_own_row(t, strategy, count, row);
    if (ok && strategy != CLSCAN_STRATEGY_AUTO)
        row->strategy = strategy;
    return ok;
}

/* Returns true if a strategy can be the fastest. Few elements are for one work-group, if the task is computed in the
 * shapes of scans. global_steps reads all elements so often that no shape helps, and the measured data have no columns.
 */
static bool is_for(const tuner *t, clscan_strategy strategy, bool many) {
    const bool single = strategy == CLSCAN_STRATEGY_SINGLE_GROUP;
    if (strategy == CLSCAN_STRATEGY_GLOBAL_STEPS || strategy == CLSCAN_STRATEGY_COLUMNS)
        return false;
    return many ? !single : single || tune_has_own_shapes(t->conditions.task);
}

/* Tries the library's row of each strategy. Even if the time is over, the search goes on until one row runs. */
static void try_strategies(tuner *t, size_t count, bool many, double part, champion *best) {
    for (int s = 0; names_of_strategies(s) && !t->failed && !(best->exists && tune_is_late(t, part)); s++) {
        tune_row row;
        if (view_has_strategy(&t->o->view, (clscan_strategy)s) && row_for(t, (clscan_strategy)s, count, &row) &&
            is_for(t, row.strategy, many) && !was_tried(t, &row))
            challenge(t, &row, count, best);
    }
}

/* ------------------------------------------------------------------------------------------------- descent */

static bool step(tuner *t, size_t count, int coordinate, int direction, champion *best) {
    tune_row row = best->row;
    while (tune_row_step(t->conditions.task, &row, coordinate, direction, &row))
        if (!was_tried(t, &row))
            return challenge(t, &row, count, best);
    return false;
}

static void descend(tuner *t, size_t count, double part, champion *best) {
    for (bool better = true; better;) {
        better = false;
        for (int c = 0; c < TUNE_COORDINATES; c++)
            for (int direction = -1; direction <= 1; direction += 2)
                while (!tune_is_late(t, part) && step(t, count, c, direction, best))
                    better = true;
    }
}

bool tune_search(tuner *t, size_t count, bool many, double part, tune_row *row) {
    champion best = { .exists = false };
    t->num_tried = 0;
    if (row->strategy != CLSCAN_STRATEGY_AUTO && !was_tried(t, row))
        challenge(t, row, count, &best);
    try_strategies(t, count, many, part, &best);
    if (best.exists)
        descend(t, count, part, &best);
    *row = best.row;
    return !t->failed && (best.exists || complain("no strategy runs on %s", t->conditions.name));
}

/* --------------------------------------------------------------------------------------------- crossovers */

static int power_of(size_t n) {
    int power = 0;
    while (n >> power > 1)
        power++;
    return power;
}

size_t tune_crossover(tuner *t, const tune_row *few, const tune_row *many, size_t from, size_t to) {
    const int least = power_of(from);
    int low = least - 1, high = power_of(to); /* `few` is the faster row at 2^low, and `many` at 2^high */
    const bool ok = tune_try(t, NULL, few, to) && tune_try(t, few, many, to);
    tune_times times;
    show(t, few);
    while (ok && high - low > 1) {
        const int middle = (low + high) / 2;
        if (!tune_race(t, few, many, (size_t)1 << middle, t->budget / 100, &times))
            break;
        if (times.first <= times.second)
            low = middle;
        else
            high = middle;
    }
    return low < least ? 0 : (size_t)1 << low;
}
