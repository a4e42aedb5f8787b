/* [COUNT]: the compensated sum of COUNT (2^24) floats is at most 2 ulp from the exact one, at every element and by every strategy; the
 * sum to compare with is kept in two doubles. */
#include "support/trial.h"

#include <math.h>
#include <stdlib.h>

static size_t count = 1 << 24;

/* Two doubles added without error (Knuth). */
typedef struct twofold {
    double high, low;
} twofold;

static twofold two_sum(double x, double y) {
    const double sum = x + y, part = sum - x;
    return (twofold) { sum, (x - (sum - part)) + (y - part) };
}

/* The exact sum so far, of floats that leave the low one bits enough. */
static twofold add(twofold sum, float x) {
    const twofold s = two_sum(sum.high, x);
    return two_sum(s.high, s.low + sum.low);
}

/* How far floats near x are apart. */
static double ulp(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(1, exponent - 24 < -149 ? -149 : exponent - 24);
}

/* In ulp of the exact prefix. */
static double worst_error(const float *x, const float *sums) {
    twofold exact = { 0, 0 };
    double worst = 0;
    for (size_t i = 0; i < count; i++) {
        exact = add(exact, x[i]);
        worst = fmax(worst, fabs((exact.high - (double)sums[i]) + exact.low) / ulp(exact.high));
    }
    return worst;
}

static float uniform(uint64_t draw) {
    return (float)(draw >> 40) * 0x1p-24f;
}
/* Of either sign, with a mean that the sum does not lose. */
static float signed_around(uint64_t draw) {
    return uniform(draw) - 0.375f;
}
/* Twenty powers of two. */
static float scattered(uint64_t draw) {
    return ldexpf(0.5f + uniform(draw), (int)(draw % 20) - 10);
}

static void run_strategies(const dut *d, float (*element)(uint64_t draw)) {
    float *x = malloc(count * sizeof *x), *sums = malloc(count * sizeof *sums);
    clscan_desc desc = { .type = CLSCAN_FLOAT, .op = CLSCAN_ADD_COMPENSATED };
    assert_true(x && sums);
    for (size_t i = 0; i < count; i++)
        x[i] = element(oracle_draw(trial_seed(), i));
    for (desc.strategy = 1; clscan_strategy_name(desc.strategy); desc.strategy++) {
        clscan_plan *plan = NULL;
        if (!dut_runs(d, desc.strategy))
            continue;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        assert_ok(clscan_host_plan(plan, x, sums, count));
        clscan_plan_destroy(plan);
        const double worst = worst_error(x, sums);
        print_message("%s: %.4f ulp at most\n", clscan_strategy_name(desc.strategy), worst);
        if (!(worst <= 2))
            fail_msg("%s: %g ulp", clscan_strategy_name(desc.strategy), worst);
    }
    free(x);
    free(sums);
}

static void test_positive(void **state) {
    run_strategies(*state, uniform);
}
static void test_both_signs(void **state) {
    run_strategies(*state, signed_around);
}
static void test_many_magnitudes(void **state) {
    run_strategies(*state, scattered);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positive),
        cmocka_unit_test(test_both_signs),
        cmocka_unit_test(test_many_magnitudes),
    };
    if (argc > 1)
        count = strtoul(argv[1], NULL, 10);
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
