/* Epochs and tickets that wrap around. The tests set the numbers of a workspace as if it had seen many launches. */
#include "plan/plan.h"
#include "support/trial.h"

#include <stdlib.h>

/* Creates a plan with small tiles. With affine maps, a record of an earlier scan would change the result. */
static clscan_plan *new_plan(const test_device *d, clscan_strategy strategy, trial *t) {
    clscan_plan *plan = NULL;
    *t = (trial) { .problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) } };
    t->desc = oracle_problem_desc(&t->problem, CLSCAN_KIND_INCLUSIVE);
    t->desc.tuning.strategy = strategy;
    t->desc.tuning.wg_size = 4;
    t->desc.tuning.items = 4;
    assert_ok(clscan_plan_create(d->device, &t->desc, &plan));
    return plan;
}

static void scan(const test_device *d, clscan_plan *plan, trial *t, size_t count) {
    t->count = count;
    t->seed++;
    trial_run(d, plan, t);
}

/* The first epoch is used again. Its records would still count if the workspace were not zeroed, because the scans in
 * between are too small to overwrite all of them. */
static void let_epochs_wrap(const test_device *d, clscan_strategy strategy) {
    trial t;
    clscan_plan *plan = new_plan(d, strategy, &t);
    scan(d, plan, &t, 5000);
    assert_int_equal(plan->pools.workspaces->epochs.epoch, 1);
    plan->pools.workspaces->epochs.epoch = CS_LAST_EPOCH - 2;
    scan(d, plan, &t, 100);
    scan(d, plan, &t, 100);
    assert_int_equal(plan->pools.workspaces->epochs.epoch, CS_LAST_EPOCH);
    for (int i = 0; i < 3; i++)
        scan(d, plan, &t, 5000);
    assert_int_equal(plan->pools.workspaces->epochs.epoch, 3);
    clscan_plan_destroy(plan);
}

static void let_tickets_wrap(const test_device *d, clscan_strategy strategy) {
    const cl_uint taken = 0xFFFFFFF0;
    trial t;
    clscan_plan *plan = new_plan(d, strategy, &t);
    scan(d, plan, &t, 5000);
    plan->pools.workspaces->epochs.tickets = taken;
    assert_cl(clEnqueueWriteBuffer(d->in_order, plan->pools.workspaces->mem, CL_TRUE, 0, sizeof taken, &taken, 0, NULL,
                                   NULL));
    for (int i = 0; i < 3; i++)
        scan(d, plan, &t, 5000);
    assert_true(plan->pools.workspaces->epochs.tickets < taken);
    clscan_plan_destroy(plan);
}

static void test_epochs(void **state) {
    for (clscan_strategy strategy = CLSCAN_STRATEGY_LOOKBACK; clscan_strategy_name(strategy); strategy++)
        let_epochs_wrap(*state, strategy);
}

static void test_tickets(void **state) {
    for (clscan_strategy strategy = CLSCAN_STRATEGY_LOOKBACK; clscan_strategy_name(strategy); strategy++)
        let_tickets_wrap(*state, strategy);
}

static int open_or_skip(void **state) {
    test_device_open(state);
    if (!test_device_runs(*state, CLSCAN_STRATEGY_LOOKBACK))
        exit(77);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_epochs), cmocka_unit_test(test_tickets) };
    return cmocka_run_group_tests(tests, open_or_skip, test_device_close);
}
