/* The automatic strategy is right on both sides of the count at which it chooses another strategy, for the problems of
 * trial_meets. */
#include "support/trial.h"

#include <stdint.h>

static clscan_strategy strategy_for(const clscan_plan *plan, size_t count) {
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    assert_ok(clscan_plan_call_info(plan, &(clscan_args) { .count = count }, &info));
    return info.tuning.strategy;
}

/* Returns the greatest count for which the plan uses the strategy for few elements. */
static size_t crossover(const clscan_plan *plan) {
    const clscan_strategy few = strategy_for(plan, 1);
    size_t below = 1, above = 2;
    while (strategy_for(plan, above) == few) {
        assert_true(above <= SIZE_MAX / 2);
        below = above;
        above *= 2;
    }
    while (above - below > 1) {
        const size_t middle = below + (above - below) / 2;
        *(strategy_for(plan, middle) == few ? &below : &above) = middle;
    }
    return below;
}

static void run_around(const test_device *d, const oracle_problem *problem, clscan_kind kind) {
    clscan_plan *plan = NULL;
    trial t = { .problem = *problem, .desc = oracle_problem_desc(problem, kind) };
    assert_ok(clscan_plan_create(d->device, &t.desc, &plan));
    const size_t limit = crossover(plan);
    const size_t counts[] = { 1, 2, 1000, limit - 1, limit, limit + 1, limit + 2, 3 * limit + 7 };
    for (size_t i = 0; i < COUNT(counts); i++) {
        trial_draw(&t, i);
        t.count = counts[i];
        trial_run(d, plan, &t);
    }
    clscan_plan_destroy(plan);
}

static void test_problems(void **state) {
    const test_device *d = *state;
    oracle_problem problem;
    for (size_t i = 0; oracle_problem_at(i, &problem); i++)
        if (trial_meets(&problem) && oracle_problem_supported(&problem, d->id))
            run_around(d, &problem, i % 2 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE);
}

static clscan_strategy strategy_of_call(const clscan_plan *plan, size_t count) {
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    args.count = count;
    assert_ok(clscan_plan_call_info(plan, &args, &info));
    return info.tuning.strategy;
}

/* Calls take the strategies that clscan_plan_call_info stores, on both sides of the count at which they change. */
static void test_it_changes_its_mind(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const size_t limit = crossover(plan);
    assert_int_equal(strategy_of_call(plan, limit), strategy_for(plan, 1));
    assert_int_equal(strategy_of_call(plan, limit + 1), strategy_for(plan, limit + 1));
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_problems),
        cmocka_unit_test(test_it_changes_its_mind),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
