/* Sums that round: the same bits on every run, and no farther from the truth than rounding goes. */
#include "support/trial.h"

#include <stdlib.h>
#include <string.h>

enum { N = 150001, RUNS = 10 };

static void fill(float *x) {
    for (size_t i = 0; i < N; i++)
        x[i] = (float)((double)oracle_draw(3, i) * 0x1p-64 - 0.3);
}

static void run(clscan_plan *plan, const clscan_desc *desc, const float *x, float *first, float *again) {
    size_t judged = 0;
    assert_ok(clscan_host_plan(plan, x, first, N));
    for (int i = 1; i < RUNS; i++) {
        memset(again, 0xA7, N * sizeof *again);
        assert_ok(clscan_host_plan(plan, x, again, N));
        if (memcmp(first, again, N * sizeof *first) != 0)
            fail_msg("%s: run %d has other bits", clscan_strategy_name(desc->strategy), i);
    }
    const size_t wrong = oracle_compare_rounded(CLSCAN_FLOAT, CLSCAN_ADD, desc->kind, x, first, N, &judged);
    if (wrong < N)
        fail_msg("%s: %.9g at %zu is farther off than rounding goes", clscan_strategy_name(desc->strategy),
                 (double)first[wrong], wrong);
    assert_int_equal(judged, N);
}

static void test_sums(void **state) {
    const dut *d = *state;
    float *x = malloc(3 * N * sizeof *x);
    assert_non_null(x);
    fill(x);
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = { .type = CLSCAN_FLOAT, .strategy = strategy, .kind = strategy % 2 };
        clscan_plan *plan = NULL;
        if (!dut_runs(d, strategy))
            continue;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        run(plan, &desc, x, x + N, x + 2 * N);
        clscan_plan_destroy(plan);
    }
    free(x);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sums) };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
