/* Every strategy in the shape that the library chooses: to be run where each step of a kernel is watched. */
#include "support/trial.h"

static void run_plan(const dut *d, const oracle_problem *problem, const clscan_desc *desc, const size_t *counts,
                     size_t n) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    for (size_t i = 0; i < n; i++) {
        trial t = { .problem = *problem, .desc = *desc, .count = counts[i] };
        trial_draw(&t, oracle_draw(counts[i], i));
        trial_run(d, plan, &t);
    }
    clscan_plan_destroy(plan);
}

static void test_library_shape(void **state) {
    static const size_t counts[] = { 0, 1, 100, 1500 };
    const oracle_problem problem = { CLSCAN_SHORT, CLSCAN_ADD, NULL };
    clscan_desc desc = oracle_problem_desc(&problem, CLSCAN_INCLUSIVE);
    for (desc.strategy = 0; clscan_strategy_name(desc.strategy); desc.strategy++)
        if (dut_runs(*state, desc.strategy))
            run_plan(*state, &problem, &desc, counts, COUNT(counts));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_library_shape) };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
