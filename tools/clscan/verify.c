/* clscan verify: every problem of the oracle, with every kind, strategy and group algorithm, in many sizes. */
#include "job.h"
#include "json.h"
#include "laws.h"
#include "message.h"
#include "option_values.h"
#include "verify_data.h"
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

typedef struct combination {
    clscan_kind kind;
    clscan_strategy strategy;
    clscan_group group;
} combination;

typedef struct tally {
    size_t done, total; /* combinations */
    size_t passed, failed, skipped;
    bool broken; /* an error that is no mismatch */
} tally;

typedef struct run {
    const options *o;
    clscan_device *device;
    room_limits memory;
    uint64_t seed;
    tally tally;
} run;

/* --------------------------------------------------------------------------------------- what is asked for */

static bool wanted_problem(const options *o, const oracle_problem *p) {
    const bool type = o->type < 0 || o->type == (int)p->type;
    const bool op = o->op < 0 || (!p->user && o->op == (int)p->op);
    return type && op;
}

static size_t count_names(names_fn name) {
    size_t count = 0;
    while (name((int)count))
        count++;
    return count;
}

/* Automatic; then every strategy by itself and with every group algorithm; each inclusive and exclusive. False past
 * the last. */
static bool combination_at(size_t index, combination *c) {
    const size_t strategies = count_names(names_of_strategies) - 1, groups = count_names(names_of_groups);
    *c = (combination) { .kind = index % 2 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE };
    index /= 2;
    if (index == 0)
        return true;
    c->strategy = (clscan_strategy)(1 + (index - 1) / groups);
    c->group = (clscan_group)((index - 1) % groups);
    return index <= strategies * groups;
}

/* Quick: user operators meet every strategy with every group, the kinds taking turns; the others meet one each. */
static bool wanted_combination(const options *o, const oracle_problem *p, size_t problem, size_t index,
                               const combination *c) {
    combination ignored;
    size_t count = 0;
    const bool one_kind = o->view.exclusive;
    if ((o->strategy >= 0 && o->strategy != (int)c->strategy) || (o->group >= 0 && o->group != (int)c->group) ||
        (one_kind && c->kind != CLSCAN_EXCLUSIVE))
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

typedef struct outcome {
    const made *failed_case; /* NULL: all right */
    rig_array array;
    size_t index;
    made_difference words;
} outcome;

/* All of the output is compared: what is between and around the results is to stay as it was. */
static bool judge_case(const made *m, rig *r, char *result, outcome *found) {
    for (const made_result *e = m->results; e < m->results + m->result_count && !found->failed_case; e++) {
        if (!rig_read(r, e->array, 0, result, e->count * e->size))
            return false;
        const size_t i = made_compare(m, e, 0, result, e->count);
        if (i == e->count)
            continue;
        *found = (outcome) { .failed_case = m, .array = e->array, .index = i };
        made_differs(m, e, i, result + i * e->size, &found->words);
    }
    return true;
}

static bool run_case(const run *r, const verify_data *data, const made *m, clscan_plan *plan, outcome *found) {
    double ignored;
    rig at;
    if (!made_rig(m, r->device, false, &at))
        return false;
    at.plan = plan;
    at.args.in = data->view.options.in_place ? at.args.out : at.args.in;
    const bool ok = rig_scan(&at, RIG_WALL, &ignored) && judge_case(m, &at, data->result, found);
    rig_close(&at);
    return ok;
}

/* False when the library fails; a wrong result is an outcome. */
static bool run_cases(const run *r, const verify_data *data, clscan_plan *plan, clscan_kind kind, outcome *found) {
    found->failed_case = NULL;
    for (size_t i = 0; i < data->case_count && !found->failed_case; i++)
        if (!run_case(r, data, &data->cases[kind][i], plan, found))
            return false;
    return true;
}

/* "int add, reverse" */
enum { NAME = 80 + VIEW_WORDS };
static void name_of(const verify_data *data, char text[static NAME]) {
    char words[VIEW_WORDS];
    oracle_problem_name(&data->problem, text, 64);
    view_words(&data->view.options, words);
    strcat(text, words);
    strcat(text, data->view.options.in_place ? ", in place" : "");
}

static void json_combination(const run *r, const verify_data *data, const combination *c, const char *result,
                             const outcome *found) {
    char name[NAME];
    json object = json_begin();
    name_of(data, name);
    json_text(&object, "problem", name);
    json_text(&object, "kind", name_of_kind(c->kind));
    json_text(&object, "strategy", clscan_strategy_name(c->strategy));
    json_text(&object, "group", clscan_group_name(c->group));
    json_integer(&object, "wg_size", r->o->wg_size);
    json_integer(&object, "sizes", data->case_count);
    json_text(&object, "result", result);
    if (found && found->failed_case) {
        json_integer(&object, "count", found->failed_case->task.in.count);
        if (found->array != RIG_TOTAL)
            json_integer(&object, "index", found->index);
        json_text(&object, "expected", found->words.expected);
        json_text(&object, "actual", found->words.actual);
    }
    json_end(&object);
}

static void report(run *r, const verify_data *data, const combination *c, const outcome *found) {
    char name[NAME], wg_size[16] = "auto";
    if (r->o->json)
        json_combination(r, data, c, found->failed_case ? "mismatch" : "ok", found);
    if (!found->failed_case) {
        r->tally.passed++;
        return;
    }
    r->tally.failed++;
    if (r->o->wg_size)
        snprintf(wg_size, sizeof wg_size, "%u", r->o->wg_size);
    name_of(data, name);
    say("%smismatch%s: %s, %s, %s, %s, wg_size %s: %s, %zu element%s: expected %s, got %s", colour_bad(), colour_off(),
        name, name_of_kind(c->kind), clscan_strategy_name(c->strategy), clscan_group_name(c->group), wg_size,
        found->words.where, found->failed_case->task.in.count, plural(found->failed_case->task.in.count),
        found->words.expected, found->words.actual);
}

/* A shape that the device can't run is skipped, any other failure to plan is an error. */
static void plan_failed(run *r, const verify_data *data, const combination *c, clscan_status status) {
    if (status != CLSCAN_UNSUPPORTED_SHAPE) {
        r->tally.broken = true;
        complain_of_library("can't plan the scan");
        return;
    }
    r->tally.skipped++;
    say("skipped: %s", clscan_last_message());
    if (r->o->json)
        json_combination(r, data, c, "skipped", NULL);
}

static void verify_combination(run *r, const verify_data *data, const combination *c) {
    clscan_desc desc = data->cases[c->kind][0].task.desc;
    clscan_plan *plan;
    outcome found;
    desc.strategy = c->strategy;
    desc.group = c->group;
    options_shape(r->o, &desc);
    const clscan_status status = clscan_plan_create(r->device, &desc, &plan);
    if (status != CLSCAN_OK)
        plan_failed(r, data, c, status);
    else if (run_cases(r, data, plan, c->kind, &found))
        report(r, data, c, &found);
    else
        r->tally.broken = true;
    clscan_plan_destroy(plan);
}

/* ---------------------------------------------------------------------------------------------- all of them */

static size_t count_combinations(const options *o, const oracle_problem *p, size_t problem) {
    combination c;
    size_t count = 0;
    for (size_t i = 0; combination_at(i, &c); i++)
        count += wanted_combination(o, p, problem, i, &c);
    return count;
}

static void skip(run *r, const oracle_problem *p, size_t problem, const char *why) {
    const size_t count = count_combinations(r->o, p, problem);
    char name[64];
    oracle_problem_name(p, name, sizeof name);
    r->tally.skipped += count;
    r->tally.done += count;
    say("skipped: %s: %s", name, why);
}

static void verify_view(run *r, const view *v, const oracle_problem *p, size_t problem) {
    char misfit[VIEW_WHY], why[MADE_WHY], name[NAME];
    combination c;
    size_list counts;
    verify_data data;
    if (view_misfits(v, p, r->device, misfit)) {
        skip(r, p, problem, misfit);
        return;
    }
    if (!verify_data_choose(r->o, v, p, &r->memory, &counts, why)) {
        skip(r, p, problem, why);
        return;
    }
    if (!verify_data_make(v, p, &counts, r->seed, &data)) {
        r->tally.broken = true;
        return;
    }
    name_of(&data, name);
    for (size_t i = 0; combination_at(i, &c) && !r->tally.broken; i++)
        if (wanted_combination(r->o, p, problem, i, &c)) {
            progress(r->tally.done++, r->tally.total, name);
            verify_combination(r, &data, &c);
        }
    verify_data_free(&data);
}

static void verify_problem(run *r, const oracle_problem *p, size_t problem) {
    view v;
    char why[VIEW_WHY];
    const bool supported = oracle_problem_supported(p, clscan_device_id(r->device));
    snprintf(why, sizeof why, "the device has no %s", clscan_type_name(p->type));
    for (size_t k = 0; view_at(r->o, k, &v) && !r->tally.broken; k++)
        if (supported)
            verify_view(r, &v, p, problem);
        else
            skip(r, p, problem, why);
}

static size_t count_all(const options *o) {
    oracle_problem p;
    view ignored;
    size_t total = 0, views = 0;
    while (view_at(o, views, &ignored))
        views++;
    for (size_t i = 0; made_problem_at(i, &p); i++)
        if (wanted_problem(o, &p))
            total += views * count_combinations(o, &p, i);
    return total;
}

/* Where no bar is drawn: a line for each type. */
static void tell_type(const run *r, clscan_type type, int *told) {
    if (!progress_is_shown() && *told != (int)type)
        say("%s: %zu of %zu combinations done", clscan_type_name(type), r->tally.done, r->tally.total);
    *told = (int)type;
}

/* A device of its own for each problem: its programs would pile up, thousands in the end. */
static void verify_all(run *r) {
    oracle_problem p;
    int told = -1;
    for (size_t i = 0; made_problem_at(i, &p) && !r->tally.broken; i++)
        if (wanted_problem(r->o, &p)) {
            tell_type(r, p.type, &told);
            r->device = job_device(r->o);
            if (r->device && room_limits_of(r->device, &r->memory))
                verify_problem(r, &p, i);
            else
                r->tally.broken = true;
            clscan_device_destroy(r->device);
        }
}

/* To have skipped everything proves nothing: that is not all right. */
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

static bool have_device(const options *o) {
    clscan_device *device = job_device(o);
    clscan_device_destroy(device);
    return device != NULL;
}

int command_verify(const options *o) {
    run r = { .o = o, .seed = o->seed_given ? o->seed : (uint64_t)time(NULL), .tally.total = count_all(o) };
    if (o->laws || job_is_user(o))
        return laws_verify(o, r.seed);
    if (r.tally.total == 0)
        return complain("no such combination: is the operator defined on the type?"), EXIT_ERROR;
    if (!have_device(o))
        return EXIT_ERROR;
    say("seed %" PRIu64, r.seed);
    verify_all(&r);
    return summarize(&r);
}
