/* Runs every strategy and group algorithm on small scans, for slow devices such as Oclgrind's. The device may have
 * work-groups of only one work-item and 1 KiB of local memory. With CLSCAN_TEST_NO_ATOMICS=1 one-pass strategies are
 * left out. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdlib.h>

enum { MAX_COUNT = 120 };

static void run_shape(const dut *d, const oracle_problem *problem, clscan_desc *desc) {
    size_t counts[SHAPE_MAX_COUNTS];
    desc->wg_size = d->max_wg_size < 8 ? (unsigned)d->max_wg_size : 8;
    desc->items = 2;
    desc->groups = 3;
    shape_fit(d, oracle_problem_size(problem), desc);
    trial_run_counts(d, problem, desc, counts, shape_counts(desc, MAX_COUNT, desc->group, counts));
}

static void run_strategies(const dut *d, size_t user, clscan_kind kind) {
    const oracle_problem problem = { oracle_user_at(user)->type, CLSCAN_ADD, oracle_user_at(user) };
    clscan_desc desc = oracle_problem_desc(&problem, kind);
    const bool no_atomics = getenv("CLSCAN_TEST_NO_ATOMICS") != NULL;
    for (desc.strategy = 1; clscan_strategy_name(desc.strategy) && !(no_atomics && desc.strategy >= CLSCAN_LOOKBACK);
         desc.strategy++)
        for (desc.group = 1; clscan_group_name(desc.group) && dut_runs(d, desc.strategy); desc.group++)
            run_shape(d, &problem, &desc);
}

static void test_affine(void **state) {
    run_strategies(*state, 0, CLSCAN_EXCLUSIVE);
}

static void test_interval(void **state) {
    run_strategies(*state, 1, CLSCAN_INCLUSIVE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_affine),
        cmocka_unit_test(test_interval),
    };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
