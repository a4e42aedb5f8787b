/* clscan verify: every problem of the oracle, with every kind, strategy and group algorithm, in many sizes. */
#include "job.h"
#include "json.h"
#include "laws.h"
#include "message.h"
#include "option_values.h"
#include "oracle.h"
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
    if ((o->strategy >= 0 && o->strategy != (int)c->strategy) || (o->group >= 0 && o->group != (int)c->group))
        return false;
    if (!o->quick)
        return true;
    if (p->user)
        return (index / 2 + problem) % 2 == index % 2;
    while (combination_at(count, &ignored))
        count++;
    return o->strategy >= 0 || o->group >= 0 || problem * 7 % count == index;
}

/* ---------------------------------------------------------------------------------------- one combination */

typedef struct outcome {
    const verify_case *failed_case; /* NULL: all right */
    size_t index;
    char expected[64], actual[64];
} outcome;

/* False when the library fails; a wrong result is an outcome. */
static bool run_cases(const verify_data *data, clscan_plan *plan, clscan_kind kind, outcome *found) {
    const size_t size = oracle_problem_size(&data->problem);
    found->failed_case = NULL;
    for (size_t i = 0; i < data->case_count; i++) {
        const verify_case *c = &data->cases[i];
        memset(data->result, 0xA5, c->count * size);
        if (clscan_host_plan(plan, c->in, data->result, c->count) != CLSCAN_OK)
            return complain_of_library("can't scan");
        found->index = oracle_problem_compare(&data->problem, c->expected[kind], data->result, c->count);
        if (found->index == c->count)
            continue;
        const size_t offset = found->index * size;
        found->failed_case = c;
        oracle_problem_print(&data->problem, (char *)c->expected[kind] + offset, found->expected,
                             sizeof found->expected);
        oracle_problem_print(&data->problem, (char *)data->result + offset, found->actual, sizeof found->actual);
        return true;
    }
    return true;
}

static void json_combination(const run *r, const verify_data *data, const combination *c, const char *result,
                             const outcome *found) {
    char name[64];
    json object = json_begin();
    oracle_problem_name(&data->problem, name, sizeof name);
    json_text(&object, "problem", name);
    json_text(&object, "kind", name_of_kind(c->kind));
    json_text(&object, "strategy", clscan_strategy_name(c->strategy));
    json_text(&object, "group", clscan_group_name(c->group));
    json_integer(&object, "wg_size", r->o->wg_size);
    json_integer(&object, "sizes", data->case_count);
    json_text(&object, "result", result);
    if (found && found->failed_case) {
        json_integer(&object, "count", found->failed_case->count);
        json_integer(&object, "index", found->index);
        json_text(&object, "expected", found->expected);
        json_text(&object, "actual", found->actual);
    }
    json_end(&object);
}

static void report(run *r, const verify_data *data, const combination *c, const outcome *found) {
    char name[64], wg_size[16] = "auto";
    if (r->o->json)
        json_combination(r, data, c, found->failed_case ? "mismatch" : "ok", found);
    if (!found->failed_case) {
        r->tally.passed++;
        return;
    }
    r->tally.failed++;
    if (r->o->wg_size)
        snprintf(wg_size, sizeof wg_size, "%u", r->o->wg_size);
    oracle_problem_name(&data->problem, name, sizeof name);
    say("%smismatch%s: %s, %s, %s, %s, wg_size %s: element %zu of %zu: expected %s, got %s", colour_bad(), colour_off(),
        name, name_of_kind(c->kind), clscan_strategy_name(c->strategy), clscan_group_name(c->group), wg_size,
        found->index, found->failed_case->count, found->expected, found->actual);
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
    clscan_desc desc = oracle_problem_desc(&data->problem, c->kind);
    clscan_plan *plan;
    outcome found;
    desc.strategy = c->strategy;
    desc.group = c->group;
    options_shape(r->o, &desc);
    const clscan_status status = clscan_plan_create(r->device, &desc, &plan);
    if (status != CLSCAN_OK)
        plan_failed(r, data, c, status);
    else if (run_cases(data, plan, c->kind, &found))
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

static void skip_problem(run *r, const oracle_problem *p, size_t problem, const char *name) {
    const size_t count = count_combinations(r->o, p, problem);
    r->tally.skipped += count;
    r->tally.done += count;
    say("skipped: %s: the device has no %s", name, clscan_type_name(p->type));
}

static void verify_problem(run *r, const oracle_problem *p, size_t problem) {
    char name[64];
    combination c;
    verify_data data;
    oracle_problem_name(p, name, sizeof name);
    if (!oracle_problem_supported(p, clscan_device_id(r->device))) {
        skip_problem(r, p, problem, name);
        return;
    }
    if (!verify_data_make(p, r->seed, r->o->quick, &data)) {
        r->tally.broken = true;
        return;
    }
    for (size_t i = 0; combination_at(i, &c) && !r->tally.broken; i++)
        if (wanted_combination(r->o, p, problem, i, &c)) {
            progress(r->tally.done++, r->tally.total, name);
            verify_combination(r, &data, &c);
        }
    verify_data_free(&data);
}

static size_t count_all(const options *o) {
    oracle_problem p;
    size_t total = 0;
    for (size_t i = 0; oracle_problem_at(i, &p); i++)
        if (wanted_problem(o, &p))
            total += count_combinations(o, &p, i);
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
    for (size_t i = 0; oracle_problem_at(i, &p) && !r->tally.broken; i++)
        if (wanted_problem(r->o, &p)) {
            tell_type(r, p.type, &told);
            r->device = job_device(r->o);
            if (r->device)
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
