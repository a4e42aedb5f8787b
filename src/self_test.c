#include "self_test.h"

#include "check.h"
#include "desc.h"
#include "known_trial.h"
#include "trial.h"
#include "user_trial.h"
#include "verdict.h"

#include <stdlib.h>

typedef struct self_test {
    clscan_plan *plan;
    const clscan_desc *desc; /* with no strategy of the caller's: the plainest variant can do all */
    cs_problem problem;
    cs_variant plain; /* without a strategy until it is needed */
} self_test;

/* --------------------------------------------------------------------------------------------------- the verdict */

/* Two whole tiles and a part of one, where that is no more than some hundred thousand elements or the variant's. */
static size_t count_for(const cs_variant *v, const cs_form *form) {
    enum { LEAST = 1000, MOST_BYTES = 1 << 20 };
    const size_t tiles = 2 * v->shape.tile + v->shape.tile / 3 + 5, most = MOST_BYTES / (form->held + 1) + 2;
    const size_t count = tiles < LEAST ? LEAST : tiles;
    return count < most && count < v->limit ? count : most < v->limit ? most : v->limit;
}

/* What the plainest one comes to, and that it is the same in two halves. What it writes on neither way is padding.
 * Where an operator of the user's is to blame, nothing is known. */
static clscan_status expect(cs_trial *t, const cs_variant *plain, bool *tells) {
    enum { ONCE = 0xA5, AGAIN = 0x5A };
    clscan_status status = CLSCAN_OK;
    bool writes = false;
    size_t wrong = 0;
    TRY(cs_trial_run(t, plain, false, ONCE, t->expected));
    TRY(cs_trial_run(t, plain, true, AGAIN, t->actual));
    for (size_t i = 0; i < t->num_outputs; i++) {
        const cs_trial_output *out = &t->outputs[i];
        cs_sample_find_padding(&out->sample, t->expected + out->at, ONCE, t->actual + out->at, AGAIN, out->count,
                               out->skip);
        for (size_t k = 0; k < out->sample.size; k++)
            writes = writes || !out->skip[k];
    }
    const bool user = t->desc->user.combine != NULL, agrees = writes && cs_trial_agrees(t, &wrong);
    FAIL_IF(!agrees && !user, CLSCAN_WRONG_RESULTS,
            "%s scans %zu elements one by one, by driver %s, once to this and once to that, from element %zu on",
            t->plan->device->caps.name, t->args.count, t->plan->device->caps.driver, wrong);
    *tells = agrees && (!user || cs_user_trial_tells(t));
    if (!*tells)
        cs_log_line(&t->plan->device->log, "self-test: none, beside its identity %s leaves no element as it is",
                    t->desc->user.combine);
    TRY(cs_known_trial_check(t));
done:
    return status;
}

/* A variant that can't be run is no better than one that is wrong; but it may be another day. */
static cs_verdict find_verdict(const cs_trial *t, const cs_variant *v) {
    const cs_log *log = &t->plan->device->log;
    size_t wrong = 0;
    if (cs_trial_run(t, v, false, 0xA5, t->actual) != CLSCAN_OK) {
        cs_log_line(log, "self-test: %s: %s", v->name, cs_message());
        return CS_UNKNOWN;
    }
    if (cs_trial_agrees(t, &wrong))
        return CS_RIGHT;
    cs_log_line(log, "self-test: %s is wrong from element %zu of %zu on", v->name, wrong, t->args.count);
    return CS_WRONG;
}

/* One scan, or of an operator of the user's some, each of a few elements. */
static clscan_status try_variant(self_test *test, cs_trial *t, const cs_variant *v, bool *right) {
    clscan_status status = CLSCAN_OK;
    const unsigned trials = t->desc->user.combine ? CS_USER_TRIALS : 1;
    bool tells = true;
    cs_verdict found = CS_RIGHT;
    for (unsigned n = 0; n < trials && tells && found == CS_RIGHT; n++) {
        if (t->desc->user.combine)
            TRY(cs_user_trial_place(t, &test->plain, n));
        TRY(expect(t, &test->plain, &tells));
        found = tells ? find_verdict(t, v) : CS_UNKNOWN;
    }
    *right = found == CS_RIGHT || !tells;
    if (found == CS_RIGHT)
        cs_log_line(&t->plan->device->log, "self-test: %s is right for %zu elements", v->name, t->args.count);
    if (found != CS_UNKNOWN)
        cs_verdict_remember(&t->plan->device->programs, v->program, found);
done:
    return status;
}

static clscan_status judge(self_test *test, const cs_variant *v, bool columns, bool *right) {
    clscan_status status = CLSCAN_OK;
    cs_trial t = { .plan = test->plan, .desc = test->desc, .problem = &test->problem };
    const cs_verdict known = cs_verdict_recall(&test->plan->device->programs, v->program);
    *right = known == CS_RIGHT || v->strategy == &cs_plain;
    if (known != CS_UNKNOWN || *right)
        goto done;
    if (!test->plain.strategy)
        TRY(cs_variant_create_plain(test->plan->device, &test->problem, &test->plain));
    TRY(cs_trial_open(&t, count_for(v, &test->problem.form), columns));
    TRY(try_variant(test, &t, v, right));
done:
    cs_trial_close(&t);
    return status;
}

/* ------------------------------------------------------------------------------------------------- another variant */

/* In the shape that the table has for the strategy. */
static clscan_status create(self_test *test, clscan_strategy strategy, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    clscan_desc desc = *test->desc;
    desc.strategy = strategy;
    desc.group = CLSCAN_GROUP_AUTO;
    desc.wg_size = desc.items = desc.groups = 0;
    const cs_problem problem = cs_desc_problem(&desc);
    TRY(cs_tune(&test->plan->device->tuning, &problem, &desc, choices, &n));
    TRY(cs_variant_create(test->plan->device, &problem, &choices[0], v));
done:
    return status;
}

/* Fewer work-groups that have to agree: two launches, then one work-group, then one work-item. */
static clscan_status replace(self_test *test, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    cs_variant safer = { 0 };
    if (v->strategy != &cs_single_group)
        status = create(test, v->strategy == &cs_reduce_scan ? CLSCAN_SINGLE_GROUP : CLSCAN_REDUCE_SCAN, &safer);
    if (v->strategy == &cs_single_group || status != CLSCAN_OK)
        TRY(cs_variant_create_plain(test->plan->device, &test->problem, &safer));
    cs_log_line(&test->plan->device->log, "self-test: %s takes the place of %s", safer.name, v->name);
    safer.replaced = v->replaced ? v->replaced : v->name;
    safer.limit = v->limit;
    safer.row = v->row;
    cs_variant_destroy(v);
    *v = safer;
done:
    return status;
}

static clscan_status test_variant(self_test *test, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    bool right = false;
    TRY(judge(test, v, v->strategy == &cs_columns, &right));
    while (!right) {
        TRY(replace(test, v));
        TRY(judge(test, v, false, &right));
    }
done:
    return status;
}

/* Without them, columns are rows like others. */
static clscan_status test_columns(self_test *test, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    bool right = false;
    TRY(judge(test, v, true, &right));
    if (!right) {
        cs_log_line(&test->plan->device->log, "self-test: a scan of rows takes the place of columns");
        cs_variant_destroy(v);
        *v = (cs_variant) { .name = "rows", .replaced = "columns" };
    }
done:
    return status;
}

clscan_status cs_self_test(clscan_plan *plan, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    clscan_desc open = *desc;
    open.strategy = CLSCAN_STRATEGY_AUTO;
    self_test test = { .plan = plan, .desc = &open, .problem = cs_desc_problem(&open) };
    const char *none = cs_user_trial_why_none(desc, &test.problem);
    if (!plan->device->self_test)
        goto done;
    if (none) {
        cs_log_line(&plan->device->log, "self-test: none, %s", none);
        goto done;
    }
    for (size_t i = 0; i < plan->num_variants; i++)
        TRY(test_variant(&test, &plan->variants[i]));
    if (plan->columns.strategy)
        TRY(test_columns(&test, &plan->columns));
done:
    cs_variant_destroy(&test.plain);
    return status;
}
