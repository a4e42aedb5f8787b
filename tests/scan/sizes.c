/* Scans every count from 0 to 300, and larger counts, many of them near powers of two, by every strategy and each group
 * algorithm that the strategy uses. One operator does not commute. Another one shows any value that is lost, repeated,
 * swapped or uninitialized. By default, each group algorithm is combined with a strategy for one of the two operators,
 * and with CLSCAN_TEST_WHOLE=1 for both. */
#include "support/shape.h"
#include "support/trial.h"

#include <string.h>

static const size_t counts[] = { 298,  511,  512,  513,   1023,  1024,  1025,  1337,  2047,  2049,  2345,  3000,  4095,
                                 4097, 7919, 8191, 10000, 12345, 16383, 16385, 34567, 65535, 65537, 67543, 100003 };

/* A description whose tiles hold 24 elements, or 48, in work-groups of 8: some of the counts are whole tiles, some are
 * not. */
static clscan_desc shaped(const oracle_problem *problem, clscan_kind kind) {
    clscan_desc desc = oracle_problem_desc(problem, kind);
    desc.tuning.items = 3;
    desc.tuning.num_groups = 5;
    return desc;
}

static void run_count(const test_device *d, clscan_plan *plan, const oracle_problem *problem, const clscan_desc *desc,
                      size_t count) {
    trial t = { .problem = *problem, .desc = *desc, .count = count };
    trial_draw(&t, oracle_draw(trial_seed(), count));
    trial_run(d, plan, &t);
}

static void run_plan(const test_device *d, const oracle_problem *problem, const clscan_desc *desc) {
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    for (size_t count = 0; count <= 300; count++)
        run_count(d, plan, problem, desc, count);
    for (size_t i = 0; i < COUNT(counts); i++)
        run_count(d, plan, problem, desc, counts[i]);
    clscan_plan_destroy(plan);
}

static bool meets(const clscan_desc *desc) {
    if (!shape_has_group(desc->tuning.strategy))
        return desc->tuning.group == CLSCAN_GROUP_SEQUENTIAL;
    return is_whole_run() || (desc->tuning.strategy + desc->tuning.group + desc->kind) % 2 == 0;
}

static void run_strategies(const test_device *d, const oracle_problem *problem, clscan_kind kind) {
    clscan_desc desc = shaped(problem, kind);
    for (desc.tuning.strategy = 1; clscan_strategy_name(desc.tuning.strategy); desc.tuning.strategy++) {
        desc.tuning.wg_size = test_device_wg_size(d, desc.tuning.strategy, 8);
        for (desc.tuning.group = 1; clscan_group_name(desc.tuning.group) && test_device_runs(d, desc.tuning.strategy);
             desc.tuning.group++)
            if (meets(&desc))
                run_plan(d, problem, &desc);
    }
}

static oracle_problem user_problem(size_t index) {
    const oracle_user *user = oracle_user_at(index);
    return (oracle_problem) { user->type, CLSCAN_OP_ADD, user };
}

static void test_affine_exclusive(void **state) {
    const oracle_problem problem = user_problem(0);
    run_strategies(*state, &problem, CLSCAN_KIND_EXCLUSIVE);
}

static void test_interval_inclusive(void **state) {
    const oracle_problem problem = user_problem(1);
    run_strategies(*state, &problem, CLSCAN_KIND_INCLUSIVE);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_affine_exclusive),
        cmocka_unit_test(test_interval_inclusive),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
