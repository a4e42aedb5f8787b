/* NaN, infinities and zeros of both signs in floating-point scans, as clscan.h defines them. The oracle implements that
 * definition. By default each operator is combined with each strategy in one of two shapes, inclusive with one strategy
 * and exclusive with the next. With CLSCAN_TEST_WHOLE=1 all combinations run. */
#include "support/shape.h"
#include "support/trial.h"

#include <math.h>
#include <stdlib.h>

enum { N = 576 }; /* three spans of whole blocks on the emulator, so that a wrong last element shows */

static void compare(const test_device *d, const clscan_desc *desc, const float *x) {
    float expected[N], result[N];
    clscan_plan *plan = NULL;
    oracle_scan(ORACLE_FLOAT, desc->op, desc->kind, x, expected, N);
    assert_ok(clscan_plan_create(d->device, desc, &plan));
    assert_ok(execute_host(plan, x, result, N));
    const size_t i = oracle_compare(ORACLE_FLOAT, expected, result, N);
    if (i < N)
        fail_msg("%s %s %s, %s, wg_size %u, items %u: %g at %zu, not %g", clscan_op_name(desc->op),
                 desc->kind ? "exclusive" : "inclusive", clscan_strategy_name(desc->tuning.strategy),
                 clscan_group_name(desc->tuning.group), desc->tuning.wg_size, desc->tuning.items, (double)result[i], i,
                 (double)expected[i]);
    clscan_plan_destroy(plan);
}

static void scan_as(const test_device *d, const clscan_desc *desc, const float *x) {
    UNLESS_REFUSED(compare(d, desc, x));
}

/* Scans x with every strategy in its own shape, and with each group algorithm in turn, in small tiles. */
static void scan_all(const test_device *d, clscan_op op, clscan_kind kind, const float *x) {
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        clscan_desc desc = { .value.name = "float", .op = op, .kind = kind, .tuning.strategy = strategy };
        const unsigned turn = (unsigned)strategy + op + kind;
        if (!test_device_runs(d, strategy) || (turn % 2 && !is_whole_run()))
            continue;
        if ((turn / 2 + op) % 2 || is_whole_run())
            scan_as(d, &desc, x);
        desc.tuning.group = (clscan_group)(1 + turn / 2 % shape_groups());
        shape_draw(d, 40 + strategy, &desc);
        if ((turn / 2 + op) % 2 == 0 || is_whole_run())
            scan_as(d, &desc, x);
    }
}

static void scan_both_kinds(const test_device *d, clscan_op op, const float *x) {
    scan_all(d, op, CLSCAN_KIND_INCLUSIVE, x);
    scan_all(d, op, CLSCAN_KIND_EXCLUSIVE, x);
}

/* From the first NaN on, every result is NaN, also if the NaN is the first element of the scan or of a tile. */
static void test_nan_stays(void **state) {
    static const size_t places[] = { 0, 1, 63, 64, 131, N - 1 };
    float x[N];
    for (size_t p = 0; p < COUNT(places); p++) {
        oracle_fill(ORACLE_FLOAT, CLSCAN_OP_MIN, p, x, N);
        x[places[p]] = NAN;
        scan_both_kinds(*state, CLSCAN_OP_MIN, x);
        scan_both_kinds(*state, CLSCAN_OP_MAX, x);
    }
    skip_if_all_refused();
}

static void test_infinities(void **state) {
    float x[N];
    oracle_fill(ORACLE_FLOAT, CLSCAN_OP_MAX, 1, x, N);
    x[0] = -INFINITY;
    x[1] = -INFINITY;
    x[100] = INFINITY;
    scan_both_kinds(*state, CLSCAN_OP_MAX, x);
    scan_both_kinds(*state, CLSCAN_OP_MIN, x);
    for (size_t i = 0; i < N; i++) /* only the identity */
        x[i] = INFINITY;
    scan_both_kinds(*state, CLSCAN_OP_MIN, x);
    skip_if_all_refused();
}

/* If two values are equal, the later one is kept. Zeros of both signs show which one was kept. */
static void test_zeros_of_both_signs(void **state) {
    float x[N];
    for (size_t i = 0; i < N; i++)
        x[i] = oracle_draw(9, i) % 2 ? 0.0f : -0.0f;
    scan_both_kinds(*state, CLSCAN_OP_MIN, x);
    scan_both_kinds(*state, CLSCAN_OP_MAX, x);
    skip_if_all_refused();
}

static void test_sums_and_products_of_infinities(void **state) {
    float x[N];
    for (size_t i = 0; i < N; i++)
        x[i] = i == 70 ? INFINITY : i == 300 ? -INFINITY : 1;
    scan_both_kinds(*state, CLSCAN_OP_ADD, x);
    scan_both_kinds(*state, CLSCAN_OP_ADD_COMPENSATED, x);
    scan_both_kinds(*state, CLSCAN_OP_MUL, x);
    skip_if_all_refused();
}

/* Runs all tests, or those that the argument names. */
int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_nan_stays),
        cmocka_unit_test(test_infinities),
        cmocka_unit_test(test_zeros_of_both_signs),
        cmocka_unit_test(test_sums_and_products_of_infinities),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
