/* On data where the association makes no difference, every strategy and group algorithm gives the same bits. By
 * default each algorithm is combined with each strategy that uses it, for one of the problems, and each other strategy
 * scans each problem once. With CLSCAN_TEST_WHOLE=1 all combinations run. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdlib.h>

enum { N = 20011, PROBLEMS = 3 };

static char *scan(const test_device *d, const oracle_problem *problem, const clscan_desc *desc, const char *x) {
    char *result = malloc(N * oracle_problem_size(problem));
    clscan_plan *plan = NULL;
    assert_non_null(result);
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    assert_ok(execute_host(plan, x, result, N));
    clscan_plan_destroy(plan);
    return result;
}

static void compare(const oracle_problem *problem, const clscan_desc *desc, const char *reference, char *result) {
    const size_t i = oracle_problem_compare(problem, reference, result, N);
    if (i < N)
        fail_msg("%s and %s, wg_size %u, items %u, disagree with the automatic choice at %zu",
                 clscan_strategy_name(desc->tuning.strategy), clscan_group_name(desc->tuning.group),
                 desc->tuning.wg_size, desc->tuning.items, i);
    free(result);
}

/* Returns true if the problem with the number `turn` is scanned by this strategy and algorithm. */
static bool meets(unsigned turn, const clscan_desc *desc) {
    const bool has_group = shape_has_group(desc->tuning.strategy) || (unsigned)desc->tuning.group <= PROBLEMS;
    return is_whole_run() ||
           (has_group && ((unsigned)desc->tuning.strategy + (unsigned)desc->tuning.group) % PROBLEMS == turn);
}

static void agree(const test_device *d, const oracle_problem *problem, unsigned turn) {
    char *x = malloc(N * oracle_problem_size(problem));
    clscan_desc desc = oracle_problem_desc(problem, CLSCAN_KIND_EXCLUSIVE);
    assert_non_null(x);
    oracle_problem_fill(problem, 11, x, N);
    char *reference = scan(d, problem, &desc, x);
    for (desc.tuning.strategy = 1; clscan_strategy_name(desc.tuning.strategy); desc.tuning.strategy++)
        for (desc.tuning.group = 1; clscan_group_name(desc.tuning.group) && test_device_runs(d, desc.tuning.strategy);
             desc.tuning.group++)
            if (meets(turn, &desc)) {
                shape_draw(d, oracle_draw(desc.tuning.strategy, desc.tuning.group), &desc);
                UNLESS_REFUSED(compare(problem, &desc, reference, scan(d, problem, &desc, x)));
            }
    skip_if_all_refused();
    free(reference);
    free(x);
}

static void test_floating_sums(void **state) {
    const oracle_problem problem = { ORACLE_FLOAT, CLSCAN_OP_ADD, NULL };
    agree(*state, &problem, 0);
}

static void test_integer_products(void **state) {
    const oracle_problem problem = { ORACLE_LONG, CLSCAN_OP_MUL, NULL };
    agree(*state, &problem, 1);
}

static void test_affine_maps(void **state) {
    const oracle_problem problem = { ORACLE_USER, CLSCAN_OP_ADD, oracle_user_at(0) };
    agree(*state, &problem, 2);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_floating_sums),
        cmocka_unit_test(test_integer_products),
        cmocka_unit_test(test_affine_maps),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
