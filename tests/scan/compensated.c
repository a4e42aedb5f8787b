/* [COUNT]: the error of the compensated sum of COUNT floats is what the documents promise, at every element and by
 * every strategy. The sum to compare with is kept in two doubles. COUNT is 2^22 by default, and 2^24 with
 * CLSCAN_TEST_WHOLE=1.
 *
 * The promise, with u = 2^-24, the sum S of n elements x and A the sum of |x|:
 *
 *   |out - S| <= half an ulp of (|S| + E) + E,   E = n d / (1 - n d) * A,   d = 3 u^2 + 13 u^3
 *
 * Each addition of two sums has a relative error of at most d, whatever the signs (Joldes, Muller and Popescu, ACM TOMS
 * 44(2), 2017, theorem 3.1, about algorithm 6). In any association an element goes through fewer than n additions, so
 * its factor is at most (1 + d)^n, which differs from 1 by at most n d / (1 - n d) (Higham, Accuracy and Stability of
 * Numerical Algorithms, 2002, lemma 3.1). The stored result is the high part, which is the sum rounded once.
 *
 * If all elements have the same sign, A is |S|, and the bound is 1/2 + 3 n u ulp, up to a factor of 1 + 2^-20 in the
 * second term: 3.5 ulp for 2^24 elements. If elements cancel, S may be arbitrarily small, and there is no bound in ulp.
 */
#include "support/trial.h"

#include <math.h>
#include <stdlib.h>

static size_t count;

/* The sum of two doubles without rounding error (Knuth). */
typedef struct twofold {
    double high, low;
} twofold;

static twofold two_sum(double x, double y) {
    const double sum = x + y, part = sum - x;
    return (twofold) { sum, (x - (sum - part)) + (y - part) };
}

/* Returns the exact sum, if the low double has enough bits for these floats. */
static twofold add(twofold sum, float x) {
    const twofold s = two_sum(sum.high, x);
    return two_sum(s.high, s.low + sum.low);
}

/* Returns the distance between neighbouring floats near x. */
static double ulp(double x) {
    int exponent;
    frexp(x, &exponent);
    return ldexp(1, exponent - 24 < -149 ? -149 : exponent - 24);
}

/* The errors of the sums, compared with the documented bound. */
typedef struct verdict {
    double in_bounds; /* the largest error, in parts of the bound for that element */
    double in_ulp;    /* the largest error, in ulp of the exact sum */
} verdict;

/* The bound of the promise, for the sum of n floats whose absolute values add up to `absolute`. */
static double bound(size_t n, double sum, double absolute) {
    const double u = 0x1p-24, additions = (double)n * (3 * u * u + 13 * u * u * u);
    const double lost = additions / (1 - additions) * absolute;
    return ulp(fabs(sum) + lost) / 2 + lost;
}

static verdict judge(const float *x, const float *sums) {
    twofold exact = { 0, 0 }, absolute = { 0, 0 };
    verdict v = { 0, 0 };
    for (size_t i = 0; i < count; i++) {
        exact = add(exact, x[i]);
        absolute = add(absolute, fabsf(x[i]));
        const double error = fabs((exact.high - (double)sums[i]) + exact.low);
        v.in_bounds = fmax(v.in_bounds, error / bound(i + 1, exact.high, absolute.high));
        v.in_ulp = fmax(v.in_ulp, error / ulp(exact.high));
    }
    return v;
}

/* ------------------------------------------------------------------------------------------------------ elements */

typedef float (*element_fn)(size_t i);

static uint64_t draw(size_t i) {
    return oracle_draw(trial_seed(), i);
}
static float unit(uint64_t bits) {
    return (float)(bits >> 40) * 0x1p-24f;
}
static float uniform(size_t i) {
    return unit(draw(i));
}
/* Elements whose exponents vary by twenty powers of two. */
static float scattered(size_t i) {
    return ldexpf(0.5f + uniform(i), (int)(draw(i) % 20) - 10);
}
/* Numbers of both signs whose mean is not 0, so that the magnitude of the sum grows. */
static float signed_around(size_t i) {
    return uniform(i) - 0.375f;
}
/* The second half subtracts the first one in reverse order, and adds 2^-30 with each element. */
static float cancelling(size_t i) {
    const size_t half = count / 2, mirrored = count - 1 - i;
    return i < half || mirrored >= half ? scattered(i) : 0x1p-30f - scattered(mirrored);
}

/* -------------------------------------------------------------------------------------------------------- trials */

static verdict run_strategy(const test_device *d, clscan_strategy strategy, const float *x, float *sums) {
    const clscan_desc desc = { .value.name = "float", .op = CLSCAN_OP_ADD_COMPENSATED, .tuning.strategy = strategy };
    clscan_plan *plan = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(execute_host(plan, x, sums, count));
    clscan_plan_destroy(plan);
    const verdict v = judge(x, sums);
    print_message("%s: %.4f of the bound, %.4f ulp at most\n", clscan_strategy_name(strategy), v.in_bounds, v.in_ulp);
    if (!(v.in_bounds <= 1))
        fail_msg("%s: %g times the bound", clscan_strategy_name(strategy), v.in_bounds);
    return v;
}

/* Returns the largest error in ulp, of all strategies. */
static double run_strategies(const test_device *d, element_fn element) {
    float *x = malloc(count * sizeof *x), *sums = malloc(count * sizeof *sums);
    double in_ulp = 0;
    assert_true(x && sums);
    for (size_t i = 0; i < count; i++)
        x[i] = element(i);
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(d, strategy))
            in_ulp = fmax(in_ulp, run_strategy(d, strategy, x, sums).in_ulp);
    free(x);
    free(sums);
    return in_ulp;
}

/* Asserts the promised bound in ulp, which holds for elements of one sign. */
static void assert_one_sign(const test_device *d, element_fn element) {
    const double in_ulp = run_strategies(d, element), most = 0.5 + 3 * (double)count * 0x1p-24 * (1 + 0x1p-20);
    if (!(in_ulp <= most))
        fail_msg("%g ulp, at most %g are promised", in_ulp, most);
}

static void test_positive(void **state) {
    assert_one_sign(*state, uniform);
}
static void test_many_magnitudes(void **state) {
    assert_one_sign(*state, scattered);
}
static void test_both_signs(void **state) {
    run_strategies(*state, signed_around);
}

/* If elements cancel, the sum may be wrong by any number of ulp. So no bound in ulp is promised for sums of both
 * signs. */
static void test_cancelling(void **state) {
    const double in_ulp = run_strategies(*state, cancelling);
    assert_true(in_ulp > 4);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_positive),
        cmocka_unit_test(test_many_magnitudes),
        cmocka_unit_test(test_both_signs),
        cmocka_unit_test(test_cancelling),
    };
    count = argc > 1 ? strtoul(argv[1], NULL, 10) : is_whole_run() ? 1 << 24 : 1 << 22;
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
