/* Counts of a million and more, in the shape that the library chooses and in the largest one that the device runs. By
 * default, each strategy scans both problems of user types, which see most errors, and one of the built-in ones, in one
 * of the two shapes each; the automatic strategy scans all problems in the library's shape. Strategy columns scans
 * the smaller count only. With CLSCAN_TEST_WHOLE=1 each strategy scans each problem in both shapes, at more counts. */
#include "support/shape.h"
#include "support/trial.h"

#include <stdlib.h>

/* Two million elements in a single column took 10 of 58 CPU seconds of this program: each row is a step of its own.
 * The smaller count already has many blocks. */
static size_t default_counts(const clscan_desc *desc) {
    return desc->tuning.strategy == CLSCAN_STRATEGY_COLUMNS ? 1 : 2;
}

static void run_counts(const test_device *d, const oracle_problem *problem, const clscan_desc *desc) {
    static const size_t counts[] = { 179581, 2163747, 1000003, (1 << 20) + 123, 888235, (1 << 20) - 1 };
    const size_t num_counts = is_whole_run() ? COUNT(counts) : default_counts(desc);
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    for (size_t i = 0; i < num_counts; i++) {
        trial t = { .problem = *problem, .desc = *desc, .count = counts[i] };
        trial_draw(&t, oracle_draw(trial_seed(), i));
        trial_run(d, plan, &t);
    }
    clscan_plan_destroy(plan);
}

/* Problems 0 to BUILTIN - 1 are of built-in types. */
enum { BUILTIN = 5 };

/* Problems of every element size, among them one that does not commute; each with another kind. */
static void run_problems(const test_device *d,
                         bool (*shape)(const test_device *d, size_t i, size_t size, clscan_desc *desc)) {
    static const oracle_problem builtin[BUILTIN] = { { ORACLE_INT, CLSCAN_OP_ADD, NULL },
                                                     { ORACLE_ULONG, CLSCAN_OP_MUL, NULL },
                                                     { ORACLE_UCHAR, CLSCAN_OP_XOR, NULL },
                                                     { ORACLE_SHORT, CLSCAN_OP_MAX, NULL },
                                                     { ORACLE_FLOAT, CLSCAN_OP_ADD, NULL } };
    for (size_t i = 0; i < BUILTIN + 2; i++) {
        const oracle_user *user = i < BUILTIN ? NULL : oracle_user_at(i - BUILTIN);
        const oracle_problem problem = user ? (oracle_problem) { user->type, CLSCAN_OP_ADD, user } : builtin[i];
        clscan_desc desc = oracle_problem_desc(&problem, i % 2 ? CLSCAN_KIND_EXCLUSIVE : CLSCAN_KIND_INCLUSIVE);
        for (desc.tuning.strategy = 0; clscan_strategy_name(desc.tuning.strategy); desc.tuning.strategy++) {
            if (shape(d, i, oracle_problem_size(&problem), &desc) && test_device_runs(d, desc.tuning.strategy))
                run_counts(d, &problem, &desc);
        }
    }
}

/* A strategy scans one problem of a built-in type, and in each shape one of the two user types. */
static bool takes_turn(size_t i, clscan_strategy strategy, unsigned turn) {
    const bool meets_builtin = (i + strategy) % BUILTIN == 0 && strategy % 2 == turn;
    return is_whole_run() || (i < BUILTIN ? meets_builtin : (i + strategy) % 2 == turn);
}

/* The functions of shapes return true if the i-th problem, with elements of `size` bytes, is scanned in the shape by
 * desc's strategy. */
static bool leave_open(const test_device *d, size_t i, size_t size, clscan_desc *desc) {
    (void)d, (void)size;
    return desc->tuning.strategy == CLSCAN_STRATEGY_AUTO || takes_turn(i, desc->tuning.strategy, 1);
}

static bool take_all(const test_device *d, size_t i, size_t size, clscan_desc *desc) {
    desc->tuning.group = CLSCAN_GROUP_BRENT_KUNG;
    desc->tuning.items = 7;
    desc->tuning.num_groups = 13;
    for (desc->tuning.wg_size = 1; 2 * desc->tuning.wg_size <= d->max_wg_size;)
        desc->tuning.wg_size *= 2;
    shape_fit(d, size, desc);
    return takes_turn(i, desc->tuning.strategy, 0);
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
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
