/* Runs every strategy and group algorithm on small scans, for slow devices such as Oclgrind's. The device may have
 * work-groups of only one work-item and 1 KiB of local memory. With CLSCAN_TEST_NO_ATOMICS=1 one-pass strategies are
 * left out, and each pair of a strategy and a group is combined with one of the two problems, unless CLSCAN_TEST_WHOLE
 * is set. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdlib.h>

enum { MAX_COUNT = 120 };

static void run_shape(const test_device *d, const oracle_problem *problem, clscan_desc *desc) {
    size_t counts[SHAPE_MAX_COUNTS];
    desc->tuning.wg_size = d->max_wg_size < 8 ? (unsigned)d->max_wg_size : 8;
    desc->tuning.items = 2;
    desc->tuning.num_groups = 3;
    shape_fit(d, oracle_problem_size(problem), desc);
    trial_run_counts(d, problem, desc, counts, shape_counts(desc, MAX_COUNT, desc->tuning.group, counts));
}

static void run_strategies(const test_device *d, size_t user, clscan_kind kind) {
    const oracle_problem problem = { oracle_user_at(user)->type, CLSCAN_OP_ADD, oracle_user_at(user) };
    clscan_desc desc = oracle_problem_desc(&problem, kind);
    const bool no_atomics = getenv("CLSCAN_TEST_NO_ATOMICS") != NULL;
    for (desc.tuning.strategy = 1; clscan_strategy_name(desc.tuning.strategy); desc.tuning.strategy++) {
        if (no_atomics && !needs_no_atomics(desc.tuning.strategy))
            continue;
        for (desc.tuning.group = 1; clscan_group_name(desc.tuning.group) && test_device_runs(d, desc.tuning.strategy);
             desc.tuning.group++)
            if ((desc.tuning.group == CLSCAN_GROUP_SEQUENTIAL || shape_has_group(desc.tuning.strategy)) &&
                (!no_atomics || is_whole_run() || (desc.tuning.strategy + desc.tuning.group + kind) % 2))
                run_shape(d, &problem, &desc);
    }
}

static void test_affine(void **state) {
    run_strategies(*state, 0, CLSCAN_KIND_EXCLUSIVE);
}

static void test_interval(void **state) {
    run_strategies(*state, 1, CLSCAN_KIND_INCLUSIVE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_affine),
        cmocka_unit_test(test_interval),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
