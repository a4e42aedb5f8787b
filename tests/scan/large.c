/* Counts of a million and more in the shape that the library chooses itself, and by every other strategy in the largest
 * one that the device runs; CLSCAN_TEST_WHOLE=1: two more of them, and by every strategy. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdlib.h>

static void run_counts(const dut *d, const oracle_problem *problem, const clscan_desc *desc) {
    static const size_t counts[] = { 179581, 1000003, (1 << 20) + 123, 2163747, 888235, (1 << 20) - 1 };
    const size_t num_counts = dut_whole() ? COUNT(counts) : 4;
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    for (size_t i = 0; i < num_counts; i++) {
        trial t = { .problem = *problem, .desc = *desc, .count = counts[i] };
        trial_draw(&t, oracle_draw(trial_seed(), i));
        trial_run(d, plan, &t);
    }
    clscan_plan_destroy(plan);
}

/* Problems of every element size, among them one that does not commute; each with another kind. */
static void run_problems(const dut *d, bool (*shape)(const dut *d, size_t i, size_t size, clscan_desc *desc)) {
    static const oracle_problem builtin[] = { { CLSCAN_INT, CLSCAN_ADD, NULL },
                                              { CLSCAN_ULONG, CLSCAN_MUL, NULL },
                                              { CLSCAN_UCHAR, CLSCAN_XOR, NULL },
                                              { CLSCAN_SHORT, CLSCAN_MAX, NULL },
                                              { CLSCAN_FLOAT, CLSCAN_ADD, NULL } };
    for (size_t i = 0; i < COUNT(builtin) + 2; i++) {
        const oracle_user *user = i < COUNT(builtin) ? NULL : oracle_user_at(i - COUNT(builtin));
        const oracle_problem problem = user ? (oracle_problem) { user->type, CLSCAN_ADD, user } : builtin[i];
        clscan_desc desc = oracle_problem_desc(&problem, i % 2 ? CLSCAN_EXCLUSIVE : CLSCAN_INCLUSIVE);
        for (desc.strategy = 0; clscan_strategy_name(desc.strategy); desc.strategy++) {
            if (shape(d, i, oracle_problem_size(&problem), &desc) && dut_runs(d, desc.strategy))
                run_counts(d, &problem, &desc);
        }
    }
}

/* Shapes: whether the i-th problem, of elements of that size, meets the strategy in it. */
static bool leave_open(const dut *d, size_t i, size_t size, clscan_desc *desc) {
    (void)d, (void)i, (void)size, (void)desc;
    return true;
}

static bool take_all(const dut *d, size_t i, size_t size, clscan_desc *desc) {
    desc->group = CLSCAN_BRENT_KUNG;
    desc->items = 7;
    desc->groups = 13;
    for (desc->wg_size = 1; 2 * desc->wg_size <= d->max_wg_size;)
        desc->wg_size *= 2;
    shape_fit(d, size, desc);
    return dut_whole() || (i + desc->strategy) % 2 == 0;
}

static void test_library_shape(void **state) {
    run_problems(*state, leave_open);
}

static void test_largest_shape(void **state) {
    run_problems(*state, take_all);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_library_shape),
        cmocka_unit_test(test_largest_shape),
    };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
