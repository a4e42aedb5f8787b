/* Sends the requests of the search to the child process. A row that crashes the driver is treated as a row that the
 * device can't run. */
#include "common/activity.h"
#include "common/message.h"
#include "data/runner.h"
#include "options/option_values.h"
#include "options/view.h"
#include "tune/tune.h"
#include <stdio.h>
#include <string.h>

bool tune_find_problem(const options *o, oracle_problem *p) {
    const oracle_type type = o->type < 0 ? ORACLE_INT : (oracle_type)o->type;
    const clscan_op op = o->op < 0 ? CLSCAN_OP_ADD : (clscan_op)o->op;
    for (size_t i = 0; oracle_problem_at(i, p); i++)
        if (!p->user && p->type == type && p->op == op)
            return view_has_problem(&o->view, p) ||
                   complain("--task %s is not possible with --op %s", clscan_task_name((clscan_task)o->view.task),
                            clscan_op_name(op));
    return complain("%s is not defined on %s", clscan_op_name(op), oracle_type_name(type));
}

bool tune_is_late(const tuner *t, double part) {
    return t->failed || seconds_now() - t->begin > part * t->budget;
}

bool tune_was_lost(const tuner *t, const tune_row *row) {
    for (size_t i = 0; i < t->num_lost; i++)
        if (tune_row_same(&t->lost[i], row))
            return true;
    return false;
}

static void lose(tuner *t, const tune_row *row) {
    if (t->num_lost < TUNE_MOST_LOST)
        t->lost[t->num_lost++] = *row;
}

/* Sends a request. If the driver crashes in a trial, the row is noted as lost. A crash in a race could be due to either
 * row, and both have run before, so that no row is noted. */
static bool ask(tuner *t, const tune_request *request, const char *what, tune_reply *reply) {
    if (t->failed)
        return false;
    const child_answer answer = child_ask(&t->child, request, sizeof *request, reply, sizeof *reply, what);
    if (answer == CHILD_LOST && request->what == TUNE_TRY)
        lose(t, &request->second);
    if (answer != CHILD_REPLIED)
        return t->failed = answer == CHILD_FAILED, false;
    t->mismatch = reply->outcome == TUNE_MISMATCH;
    t->failed = t->mismatch || reply->outcome == TUNE_FAILED;
    return reply->outcome == TUNE_OK;
}

/* Writes a row in words: "lookback, auto, wg_size 256, items 4, rows 7 and 0, groups 0, 1000 elements". */
enum { WORDS = 200 };
static void words_of(const tune_row *row, size_t count, char words[static WORDS]) {
    if (row->strategy == CLSCAN_STRATEGY_AUTO)
        snprintf(words, WORDS, "the library's own row, %zu elements", count);
    else
        snprintf(words, WORDS, "%s, %s, wg_size %u, items %u, rows %u and %u, groups %u, %zu elements",
                 names_of_strategies((int)row->strategy), names_of_groups((int)row->group), row->wg_size, row->items,
                 row->private_rows, row->local_rows, row->groups, count);
}

bool tune_open(tuner *t) {
    const tune_request request = { .what = TUNE_OPEN };
    tune_reply reply;
    static const char opening[] = "opening the device";
    activity_begin(opening, "");
    const bool ok = ask(t, &request, opening, &reply);
    activity_end();
    if (ok)
        t->conditions = reply.conditions;
    return ok;
}

bool tune_own_row(tuner *t, clscan_strategy strategy, size_t count, tune_row *row) {
    const tune_request request = { .what = TUNE_OWN_ROW, .second = { .strategy = strategy }, .count = count };
    char words[WORDS];
    tune_reply reply;
    snprintf(words, sizeof words, "planning %s, %zu elements", clscan_strategy_name(strategy), count);
    const bool ok = ask(t, &request, words, &reply);
    if (ok)
        *row = reply.row;
    return ok;
}

bool tune_try(tuner *t, const tune_row *keep, const tune_row *row, size_t count) {
    tune_request request = { .what = TUNE_TRY, .has_first = keep != NULL, .second = *row, .count = count };
    char words[WORDS];
    tune_reply reply;
    if (keep)
        request.first = *keep;
    words_of(row, count, words);
    t->shapes++;
    return ask(t, &request, words, &reply);
}

bool tune_race(tuner *t, const tune_row *first, const tune_row *second, size_t count, double seconds,
               tune_times *times) {
    const tune_request request = {
        .what = TUNE_RACE, .has_first = true, .first = *first, .second = *second, .count = count, .seconds = seconds
    };
    char one[WORDS], other[WORDS], words[2 * WORDS + 32];
    tune_reply reply;
    words_of(first, count, one);
    words_of(second, count, other);
    snprintf(words, sizeof words, "%s, in turns with %s", other, one);
    const bool ok = ask(t, &request, words, &reply);
    if (ok)
        *times = reply.times;
    return ok;
}

bool tune_accepts(tuner *t, const char *path, char why[static TUNE_WORDS]) {
    tune_request request = { .what = TUNE_ACCEPT };
    tune_reply reply = { .words = "the driver did not open the device" };
    snprintf(request.path, sizeof request.path, "%s", path);
    const bool ok = ask(t, &request, "opening the device with the tuning file", &reply);
    snprintf(why, TUNE_WORDS, "%s", reply.words);
    return ok;
}
