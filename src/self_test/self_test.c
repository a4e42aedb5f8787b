#include "self_test/self_test.h"

#include "base/try.h"
#include "enqueue/plan_store.h"
#include "plan/plan_choice.h"
#include "plan/safer_variant.h"
#include "problem/desc.h"
#include "program/verdict.h"
#include "self_test/task_test.h"
#include "self_test/test_scan.h"
#include "self_test/user_operator.h"
#include "self_test/vs_reference.h"

#include <string.h>

typedef struct self_test {
    clscan_plan *plan;
    const clscan_desc *desc; /* the caller's, but with CLSCAN_STRATEGY_AUTO: the reference kernel suits every plan */
    cs_problem problem;
    const cs_task_test *task;
    cs_variant reference; /* the reference kernel; has no strategy until the first trial creates it */
} self_test;

/* --------------------------------------------------------------------------------------------------- the verdict */

/* The result of a trial. After the first three, the trial says nothing about the kernels. */
typedef enum trial_result { ALIKE, WRONG_IDENTITY, UNREADABLE, RIGHT, REFUSED, WRONG } trial_result;

static trial_result user_result(const cs_test_scan *t) {
    bool alike = true;
    return !cs_user_operator_identity_holds(t, &alike) ? WRONG_IDENTITY : alike ? ALIKE : RIGHT;
}

/* The bytes of outputs before two runs. Bytes that neither run writes are padding. */
enum { ONCE = 0xA5, AGAIN = 0x5A, BEFORE = ONCE };

/* Computes the expected results by the reference kernel, once whole and once in halves. If the two
 * results of a user operator differ, the operator is to blame, and the trial shows nothing. */
static clscan_status expect(cs_test_scan *t, const cs_variant *reference, trial_result *found) {
    clscan_status status = CLSCAN_OK;
    size_t wrong = 0;
    TRY(cs_test_scan_run(t, reference, CS_WHOLE, ONCE, t->expected));
    TRY(cs_test_scan_run(t, reference, CS_HALVES, AGAIN, t->actual));
    const bool writes = cs_test_scan_find_padding(t, ONCE, AGAIN);
    const bool user = t->desc->user.combine != NULL, agrees = writes && cs_test_scan_agrees(t, &wrong);
    FAIL_IF(!agrees && !user, CLSCAN_ERROR_WRONG_RESULTS,
            "%s, driver %s: the reference kernel scans the same %zu elements to two different results, from element "
            "%zu on",
            t->plan->device->caps.name, t->plan->device->caps.driver, t->call.count, wrong);
    *found = !agrees ? WRONG_IDENTITY : !user ? RIGHT : user_result(t);
    TRY(cs_vs_reference_check(t));
done:
    return status;
}

/* Logs that the driver refused to run a kernel. The kernel is replaced like a wrong one, but no verdict is stored,
 * because the driver may run the kernel another day. */
static clscan_status refused(const self_test *test, const char *name, clscan_status why) {
    cs_log_line(&test->plan->device->log, "self-test: no %s: %s", name, cs_message());
    return why == CLSCAN_ERROR_OUT_OF_MEMORY ? why : CLSCAN_OK;
}

static void log_wrong(const cs_test_scan *t, const cs_variant *v, size_t wrong, const char *when) {
    cs_log_line(&t->plan->device->log, "self-test: %s is wrong from element %zu of %zu on%s", v->name, wrong,
                t->call.count, when);
}

static clscan_status compare(const cs_test_scan *t, const cs_variant *v, trial_result *found) {
    clscan_status status = CLSCAN_OK;
    size_t wrong = 0;
    TRY(cs_test_scan_run(t, v, CS_WHOLE, BEFORE, t->actual));
    *found = cs_test_scan_agrees(t, &wrong) ? RIGHT : WRONG;
    if (*found == WRONG)
        log_wrong(t, v, wrong, "");
done:
    return status;
}

/* Runs the variant twice, the second time with a tile that no work-group takes. The fallback of another work-group has
 * to compute the same bits, also for numbers that round. */
static clscan_status compare_withheld(cs_test_scan *t, const cs_variant *v, trial_result *found) {
    clscan_status status = CLSCAN_OK;
    size_t wrong = 0;
    if (*found != RIGHT || !cs_test_scan_can_withhold(t, v))
        goto done;
    TRY(cs_test_scan_make_rounding(t));
    TRY(cs_test_scan_run(t, v, CS_WHOLE, BEFORE, t->expected));
    TRY(cs_test_scan_run(t, v, CS_WITHHELD, BEFORE, t->actual));
    *found = cs_test_scan_agrees_withheld(t, v, BEFORE, &wrong) ? RIGHT : WRONG;
    if (*found == WRONG)
        log_wrong(t, v, wrong, " if no work-group takes the first tile");
done:
    return status;
}

/* Returns the variant with so few work-groups that each of them has several tiles of the trial. With the plan's number
 * of work-groups, each would often have one tile, and none would continue from an earlier tile of its own. */
static cs_variant on_few_groups(const cs_variant *v, size_t count) {
    enum { TILES_EACH = 3, LEAST = 2 };
    cs_variant few = *v;
    const size_t groups = cs_shape_tiles(&v->shape, count) / TILES_EACH, most = groups > LEAST ? groups : LEAST;
    if (v->strategy->visits_many_tiles && most < v->shape.groups)
        few.shape.groups = most;
    return few;
}

/* Returns true if elements of an output have a type of the user's, which may contain padding. */
static bool may_have_padding(const cs_test_scan *t) {
    bool users = false;
    for (size_t i = 0; i < t->num_outputs; i++)
        users = users || !t->outputs[i].sample.row;
    return users;
}

/* If padding could explain every byte of an output, the output was never written: a fault. */
static void find_padding_by(cs_test_scan *t) {
    cs_test_scan_find_padding(t, ONCE, AGAIN);
    for (size_t i = 0; i < t->num_outputs; i++) {
        const cs_test_scan_output *out = &t->outputs[i];
        if (!memchr(out->skip, false, out->sample.size))
            memset(out->skip, false, out->sample.size);
    }
}

/* Computes the expected results in plain C. The variant itself shows which bytes are padding. */
static clscan_status expect_of_plain_c(cs_test_scan *t, const cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    if (may_have_padding(t)) {
        TRY(cs_test_scan_run(t, v, CS_WHOLE, ONCE, t->expected));
        TRY(cs_test_scan_run(t, v, CS_WHOLE, AGAIN, t->actual));
        find_padding_by(t);
    }
    memset(t->expected, BEFORE, t->bytes);
    TRY(t->task->expect(t));
    t->judged = true;
done:
    return status;
}

static clscan_status compare_all(const self_test *test, cs_test_scan *t, const cs_variant *v, trial_result *found) {
    clscan_status status = CLSCAN_OK;
    const cs_variant few = on_few_groups(v, t->call.count);
    if (t->task->expect)
        TRY(expect_of_plain_c(t, &few));
    TRY(compare(t, &few, found));
    TRY(compare_withheld(t, &few, found));
done:
    if (status == CLSCAN_OK || v->is_reference)
        return status;
    *found = REFUSED;
    return refused(test, v->name, status);
}

static clscan_status try_once(self_test *test, cs_test_scan *t, const cs_variant *v, unsigned n, trial_result *found) {
    clscan_status status = CLSCAN_OK;
    if (t->desc->user.combine)
        TRY(cs_user_operator_place(t, n));
    if (!t->task->expect)
        TRY(expect(t, &test->reference, found));
    if (*found == RIGHT || t->task->expect)
        TRY(compare_all(test, t, v, found));
done:
    return status;
}

/* Makes one trial, or CS_USER_SCANS trials of a user operator, each with two elements of the sample. */
static clscan_status try_variant(self_test *test, cs_test_scan *t, const cs_variant *v, trial_result *found) {
    clscan_status status = CLSCAN_OK;
    const bool user = t->desc->user.combine != NULL;
    bool readable = true;
    trial_result once = ALIKE;
    if (user)
        TRY(cs_user_operator_begin(t, &test->reference, &readable));
    *found = readable ? ALIKE : UNREADABLE;
    for (unsigned n = 0; n < (user ? CS_USER_SCANS : 1) && (*found == ALIKE || *found == RIGHT); n++) {
        TRY(try_once(test, t, v, n, &once));
        *found = once == ALIKE ? *found : once;
    }
done:
    return status;
}

static void log_result(const cs_test_scan *t, const cs_variant *v, trial_result found) {
    static const char *const none[] = { [ALIKE] = "no element of desc.sample.elements differs from the identity",
                                        [WRONG_IDENTITY] =
                                            "the operator changes elements that are combined with its identity",
                                        [UNREADABLE] = "the converted input cannot hold the identity" };
    if (found < RIGHT)
        cs_log_line(&t->plan->device->log, "self-test: none, %s", none[found]);
    if (found == RIGHT)
        cs_log_line(&t->plan->device->log, "self-test: %s is right for %zu elements%s", v->name, t->call.count,
                    t->judged ? "" : ", compared with the reference kernel only, as plain C does not judge this scan");
}

/* Tries the variant on about `count` elements. */
static clscan_status try_count(self_test *test, const cs_variant *v, size_t count, cs_lines lines,
                               trial_result *found) {
    clscan_status status = CLSCAN_OK;
    cs_test_scan t = { .plan = test->plan, .desc = test->desc, .problem = &test->problem, .task = test->task };
    TRY(cs_test_scan_open(&t, count, lines));
    TRY(try_variant(test, &t, v, found));
    log_result(&t, v, *found);
done:
    cs_test_scan_close(&t);
    return status;
}

/* Tries both ways in which a sort by rows can be launched: many short rows that work-groups sort alone, and rows whose
 * elements all work-groups sort together. */
static clscan_status try_rows_of_sort(self_test *test, const cs_variant *v, trial_result *found) {
    clscan_status status = CLSCAN_OK;
    cs_variant together = *v;
    together.shape.undivided = together.shape.sort.alone = 0;
    if (!test->problem.traits.has_rows || !v->shape.sort.alone || v->enumerator == CLSCAN_STRATEGY_SINGLE_GROUP)
        goto done;
    TRY(try_count(test, v, cs_variant_trial_count(v), CS_SHORT_ROWS, found));
    if (*found == RIGHT)
        TRY(try_count(test, &together, cs_variant_trial_count(v), CS_LONG_ROWS, found));
done:
    return status;
}

/* Tasks whose results plain C computes are also tried on few elements, which some of their kernels handle by one
 * work-group alone. Only RIGHT and WRONG are stored as verdicts. */
static clscan_status judge(self_test *test, const cs_variant *v, cs_lines lines, bool *right) {
    enum { FEW = 300 };
    clscan_status status = CLSCAN_OK;
    trial_result found = ALIKE;
    cs_program_cache *programs = &test->plan->device->programs;
    const cs_verdict known = cs_verdict_recall(programs, v->program);
    const bool in_plain_c = test->task->expect != NULL; /* if not, `expect` has tried the reference kernel */
    *right = known == CS_RIGHT || (v->is_reference && !in_plain_c);
    if (known != CS_UNKNOWN || *right)
        goto done;
    if (!test->reference.strategy && !in_plain_c)
        TRY(cs_variant_create_reference(test->plan->device, &test->problem, &test->reference));
    TRY(try_count(test, v, cs_variant_trial_count(v), lines, &found));
    if (found == RIGHT && in_plain_c)
        TRY(try_count(test, v, v->max_count < FEW ? v->max_count : FEW, lines, &found));
    if (found == RIGHT && cs_traits_takes_columns(&test->problem.traits))
        TRY(try_count(test, v, cs_variant_trial_count(v), CS_COLUMNS, &found));
    if (found == RIGHT)
        TRY(try_rows_of_sort(test, v, &found));
    if (found == RIGHT || found == WRONG)
        cs_verdict_remember(programs, v->program, found == RIGHT ? CS_RIGHT : CS_WRONG);
    *right = found <= RIGHT;
done:
    return status;
}

/* ------------------------------------------------------------------------------------------------- another variant */

static clscan_status test_variant(self_test *test, cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    bool right = false;
    TRY(judge(test, v, v->enumerator == CLSCAN_STRATEGY_COLUMNS ? CS_COLUMNS : CS_LONG_ROWS, &right));
    while (!right) {
        FAIL_IF(v->is_reference, CLSCAN_ERROR_WRONG_RESULTS,
                "%s, driver %s: even the reference kernel, of a single work-item, computes a %s wrongly",
                test->plan->device->caps.name, test->plan->device->caps.driver, cs_task_at(test->desc->task)->name);
        FAIL_IF(test->plan->change, CLSCAN_ERROR_WRONG_RESULTS,
                "%s, driver %s: %s computes a %s wrongly, and no other kernel takes its place in a part of an array",
                test->plan->device->caps.name, test->plan->device->caps.driver, v->name,
                cs_task_at(test->desc->task)->name);
        TRY(cs_safer_variant_replace(test->plan->device, test->desc, cs_computes_wrongly, v));
        TRY(judge(test, v, CS_LONG_ROWS, &right));
    }
done:
    return status;
}

/* Without these variants, columns and contiguous rows are scanned as other rows are. */
static clscan_status test_optional(self_test *test, cs_variant *v, cs_lines lines) {
    clscan_status status = CLSCAN_OK;
    bool right = v->strategy == NULL;
    if (!right)
        TRY(judge(test, v, lines, &right));
    if (!right)
        cs_plan_drop(test->plan, v, cs_computes_wrongly);
done:
    return status;
}

static clscan_status test_any(self_test *test, cs_variant *v) {
    switch (v->use) {
    case CS_ADJACENT_COLUMNS:
        return test_optional(test, v, CS_COLUMNS);
    case CS_CONTIGUOUS_ROWS:
        return test_optional(test, v, CS_SHORT_ROWS);
    default:
        return test_variant(test, v);
    }
}

static clscan_status test_plan(clscan_plan *plan, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    clscan_desc open = *desc;
    open.tuning.strategy = CLSCAN_STRATEGY_AUTO;
    self_test test = { .plan = plan, .desc = &open, .problem = cs_desc_problem(&open) };
    test.task = cs_task_test_of(test.problem.traits.kind);
    const char *none = test.task->why_none(desc, &test.problem);
    if (!plan->device->self_test)
        goto done;
    if (none) {
        cs_log_line(&plan->device->log, "self-test: none, %s", none);
        goto done;
    }
    for (size_t i = 0; i < plan->num_variants; i++)
        TRY(test_any(&test, &plan->variants[i]));
done:
    cs_variant_store(plan->device, &test.reference);
    cs_variant_destroy(plan->device, &test.reference);
    return status;
}

clscan_status cs_self_test_plan(clscan_device *device, const clscan_desc *desc, clscan_plan **plan) {
    return cs_self_test_changed(device, desc, NULL, plan);
}

clscan_status cs_self_test_changed(clscan_device *device, const clscan_desc *desc, cs_change_problem change,
                                   clscan_plan **plan) {
    clscan_status status = CLSCAN_OK;
    clscan_plan *made = NULL;
    TRY(cs_plan_create_changed(device, desc, change, &made));
    TRY(test_plan(made, desc));
    cs_plan_store(made);
    *plan = made;
    made = NULL;
done:
    cs_plan_release(made);
    return status;
}
