/* clscan verify: tries every problem of the oracle, with every kind, strategy and group algorithm, in many sizes. This
 * file chooses the combinations and reports the results. A child process runs the scans (verify_trial.c). */
#include "common/activity.h"
#include "common/child.h"
#include "common/json.h"
#include "common/message.h"
#include "options/device_plan.h"
#include "options/option_values.h"
#include "verify/laws.h"
#include "verify/verify_trial.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct tally {
    size_t done, total; /* combinations */
    size_t passed, failed, skipped;
    bool broken; /* an error that is not a mismatch */
} tally;

typedef struct run {
    const options *o;
    child child;
    uint64_t seed;
    tally tally;
} run;

/* A problem in a view, with their indices for requests to the child. */
typedef struct subject {
    size_t problem, view;
    oracle_problem p;
    struct view v;
} subject;

/* --------------------------------------------------------------------------------------- what is asked for */

/* Returns true if --op and --type ask for the problem. */
static bool is_named(const options *o, const oracle_problem *p) {
    const bool type = o->type < 0 || o->type == (int)p->type;
    const bool op = o->op < 0 || (!p->user && o->op == (int)p->op);
    return type && op;
}

static bool wanted_problem(const options *o, const oracle_problem *p) {
    return is_named(o, p) && view_has_problem(&o->view, p);
}

static size_t count_names(names_fn name) {
    size_t count = 0;
    while (name((int)count))
        count++;
    return count;
}

/* Sets *c to the `index`th combination: first automatic, then every strategy with automatic and every other group
 * algorithm, each of these inclusive and exclusive. Returns false past the last one. */
static bool combination_at(size_t index, combination *c) {
    const size_t strategies = count_names(names_of_strategies) - 1, groups = count_names(names_of_groups);
    *c = (combination) { .kind = index % 2 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE };
    index /= 2;
    if (index == 0)
        return true;
    c->strategy = (clscan_strategy)(1 + (index - 1) / groups);
    c->group = (clscan_group)((index - 1) % groups);
    return index <= strategies * groups;
}

/* Returns true if the options ask for a combination. With --quick, user operators are tried with every strategy and
 * group, alternating between the kinds, and each other operator is tried with one combination. */
static bool wanted_combination(const options *o, const oracle_problem *p, size_t problem, size_t index,
                               const combination *c) {
    combination ignored;
    size_t count = 0;
    const bool one_kind = o->view.exclusive;
    if (!view_has_strategy(&o->view, c->strategy) || (o->view.task && c->kind != CLSCAN_KIND_INCLUSIVE))
        return false;
    if ((o->strategy >= 0 && o->strategy != (int)c->strategy) || (o->group >= 0 && o->group != (int)c->group) ||
        (one_kind && c->kind != CLSCAN_KIND_EXCLUSIVE))
        return false;
    if (!o->quick)
        return true;
    if (p->user)
        return one_kind || (index / 2 + problem) % 2 == index % 2;
    while (combination_at(count, &ignored))
        count++;
    return o->strategy >= 0 || o->group >= 0 || (problem * 7 % count | one_kind) == index;
}

/* ---------------------------------------------------------------------------------------- one combination */

/* Writes the problem in words: "int add, reverse". */
enum { NAME = 80 + VIEW_WORDS };
static void name_of(const subject *s, char text[static NAME]) {
    char words[VIEW_WORDS];
    view_problem_name(&s->v.options, &s->p, text);
    view_words(&s->v.options, words);
    strcat(text, words);
    strcat(text, s->v.options.in_place ? ", in place" : "");
}

/* Writes the combination in words: "int add, reverse, inclusive, lookback, auto, wg_size auto". */
enum { WORDS = NAME + 160 };
static void words_of(const run *r, const subject *s, const combination *c, char text[static WORDS]) {
    char name[NAME], wg_size[16] = "auto";
    if (r->o->wg_size)
        snprintf(wg_size, sizeof wg_size, "%u", r->o->wg_size);
    name_of(s, name);
    snprintf(text, WORDS, "%s, %s, %s, %s, wg_size %s", name, clscan_kind_name(c->kind),
             clscan_strategy_name(c->strategy), clscan_group_name(c->group), wg_size);
}

static void json_combination(const run *r, const subject *s, const combination *c, const char *result,
                             const verify_reply *found) {
    char name[NAME];
    json object = json_begin();
    name_of(s, name);
    json_text(&object, "problem", name);
    json_text(&object, "kind", clscan_kind_name(c->kind));
    json_text(&object, "strategy", clscan_strategy_name(c->strategy));
    json_text(&object, "group", clscan_group_name(c->group));
    json_integer(&object, "wg_size", r->o->wg_size);
    if (found)
        json_integer(&object, "sizes", found->sizes);
    json_text(&object, "result", result);
    if (!found)
        json_text(&object, "how", r->child.how);
    if (found && found->result == VERIFY_MISMATCH) {
        json_integer(&object, "count", found->count);
        json_integer(&object, "index", found->index);
        json_text(&object, "expected", found->words.expected);
        json_text(&object, "actual", found->words.actual);
    }
    json_end(&object);
}

static void say_mismatch(const char *what, const verify_reply *found) {
    say("%smismatch%s: %s: %s, %zu element%s: expected %s, got %s", colour_bad(), colour_off(), what,
        found->words.where, found->count, plural(found->count), found->words.expected, found->words.actual);
}

/* Counts and reports the result of a combination that has ended. */
static void report(run *r, const subject *s, const combination *c, const char *what, const verify_reply *found) {
    static const char *const results[] = {
        [VERIFY_PASSED] = "ok", [VERIFY_MISMATCH] = "mismatch", [VERIFY_SKIPPED] = "skipped"
    };
    r->tally.passed += found->result == VERIFY_PASSED;
    r->tally.failed += found->result == VERIFY_MISMATCH;
    r->tally.skipped += found->result == VERIFY_SKIPPED;
    if (found->result == VERIFY_MISMATCH)
        say_mismatch(what, found);
    if (r->o->json)
        json_combination(r, s, c, results[found->result], found);
}

/* Counts and reports a combination in which the driver crashed or hung. */
static verify_result report_lost(run *r, const subject *s, const combination *c) {
    r->tally.failed++;
    if (r->o->json)
        json_combination(r, s, c, r->child.result, NULL);
    return VERIFY_MISMATCH;
}

static verify_result verify_combination(run *r, const subject *s, const combination *c) {
    const verify_request request = { .seed = r->seed, .problem = s->problem, .view = s->view, .c = *c };
    verify_reply found;
    char what[WORDS];
    words_of(r, s, c, what);
    switch (child_ask(&r->child, &request, sizeof request, &found, sizeof found, what)) {
    case CHILD_FAILED:
        return VERIFY_BROKEN;
    case CHILD_LOST:
        return report_lost(r, s, c);
    case CHILD_REPLIED:
        break;
    }
    if (found.result != VERIFY_BROKEN && found.result != VERIFY_VIEW_SKIPPED)
        report(r, s, c, what, &found);
    return found.result;
}

/* ---------------------------------------------------------------------------------------------- all of them */

static size_t count_combinations(const options *o, const oracle_problem *p, size_t problem) {
    combination c;
    size_t count = 0;
    for (size_t i = 0; combination_at(i, &c); i++)
        count += wanted_combination(o, p, problem, i, &c);
    return count;
}

/* If a problem is not possible with a view, all combinations of the two are skipped. */
static void verify_view(run *r, const subject *s) {
    char name[NAME];
    combination c;
    verify_result result = VERIFY_PASSED;
    size_t left = count_combinations(r->o, &s->p, s->problem);
    name_of(s, name);
    for (size_t i = 0; combination_at(i, &c) && result != VERIFY_BROKEN && result != VERIFY_VIEW_SKIPPED; i++)
        if (wanted_combination(r->o, &s->p, s->problem, i, &c)) {
            progress(r->tally.done++, r->tally.total, name);
            result = verify_combination(r, s, &c);
            left--;
        }
    r->tally.broken = result == VERIFY_BROKEN;
    if (result == VERIFY_VIEW_SKIPPED) {
        r->tally.skipped += left + 1;
        r->tally.done += left;
    }
}

static size_t count_all(const options *o) {
    oracle_problem p;
    view ignored;
    size_t total = 0, views = 0;
    while (view_at(o, views, &ignored))
        views++;
    for (size_t i = 0; generated_problem_at(i, &p); i++)
        if (wanted_problem(o, &p))
            total += views * count_combinations(o, &p, i);
    return total;
}

/* Complains that the options leave no combination. Each operator and each type is in some problem. */
static bool complain_of_options(const options *o) {
    oracle_problem p;
    for (size_t i = 0; generated_problem_at(i, &p); i++)
        if (is_named(o, &p))
            return complain("--task %s is not possible with this --op, --type, --strategy or --group",
                            clscan_task_name((clscan_task)o->view.task));
    return complain("%s is not defined on %s", clscan_op_name((clscan_op)o->op),
                    oracle_type_name((oracle_type)o->type));
}

/* Prints a line for each type if no progress bar is shown. */
static void tell_type(const run *r, oracle_type type, int *told) {
    if (!progress_is_shown() && *told != (int)type)
        say("%s: %zu of %zu combinations done", oracle_type_name(type), r->tally.done, r->tally.total);
    *told = (int)type;
}

static void verify_all(run *r) {
    subject s = { .problem = 0 };
    int told = -1;
    for (; generated_problem_at(s.problem, &s.p) && !r->tally.broken; s.problem++)
        if (wanted_problem(r->o, &s.p)) {
            tell_type(r, s.p.type, &told);
            for (s.view = 0; view_at(r->o, s.view, &s.v) && !r->tally.broken; s.view++)
                verify_view(r, &s);
        }
}

/* A run that skipped everything has verified nothing, and counts as an error. */
typedef struct verdict {
    const char *words, *json;
    int status;
} verdict;

static verdict judge(const tally *t) {
    if (t->broken)
        return (verdict) { "NOT OK", "error", EXIT_ERROR };
    if (t->failed > 0)
        return (verdict) { "NOT OK", "mismatch", EXIT_MISMATCH };
    if (t->passed == 0)
        return (verdict) { "NOTHING VERIFIED", "skipped", EXIT_ERROR };
    return (verdict) { "ok", "ok", EXIT_OK };
}

static void json_summary(const run *r, const char *result) {
    json object = json_begin();
    json_text(&object, "result", result);
    json_integer(&object, "seed", r->seed);
    json_integer(&object, "passed", r->tally.passed);
    json_integer(&object, "failed", r->tally.failed);
    json_integer(&object, "skipped", r->tally.skipped);
    json_end(&object);
}

static int summarize(const run *r) {
    const tally *t = &r->tally;
    const verdict v = judge(t);
    say("%s%s%s: %zu combination%s passed, %zu failed, %zu skipped (seed %" PRIu64 ")",
        v.status == EXIT_OK ? colour_good() : colour_bad(), v.words, colour_off(), t->passed, plural(t->passed),
        t->failed, t->skipped, r->seed);
    if (r->o->json)
        json_summary(r, v.json);
    return v.status;
}

static bool have_device(run *r) {
    const verify_request request = { .open_only = true };
    verify_reply reply;
    static const char opening[] = "opening the device";
    activity_begin(opening, "");
    const child_answer answer = child_ask(&r->child, &request, sizeof request, &reply, sizeof reply, opening);
    activity_end();
    return answer == CHILD_REPLIED && reply.result == VERIFY_PASSED;
}

int command_verify(const options *o) {
    run r = { .o = o, .seed = o->seed_given ? o->seed : (uint64_t)time(NULL), .tally.total = count_all(o) };
    r.child.limit = o->timeout > 0 ? o->timeout : CHILD_SECONDS;
    if (o->laws || has_user_operator(o))
        return laws_verify(o, r.seed, &r.child);
    if (r.tally.total == 0)
        return complain_of_options(o), EXIT_ERROR;
    if (!have_device(&r))
        return child_end(&r.child), EXIT_ERROR;
    say("seed %" PRIu64, r.seed);
    verify_all(&r);
    r.tally.broken = !child_end(&r.child) || r.tally.broken;
    return summarize(&r);
}
