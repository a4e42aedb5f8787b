/* The oracle's half precision, over all 65536 bit patterns. */
#include "support/check.h"

#include <math.h>
#include <oracle.h>

enum { INFINITE = 0x7C00, SIGN = 0x8000 };

static bool is_nan(unsigned half) {
    return (half & INFINITE) == INFINITE && (half & 0x3FF) != 0;
}

static double value(unsigned half) {
    return oracle_half_to_double((uint16_t)half);
}

static void test_known_values(void **state) {
    (void)state;
    assert_true(value(0x3C00) == 1.0);
    assert_true(value(0xC000) == -2.0);
    assert_true(value(0x7BFF) == 65504.0);
    assert_true(value(0x0001) == 0x1p-24);
    assert_true(value(0x0400) == 0x1p-14);
    assert_true(value(0x3555) == 0.333251953125);
    assert_true(value(0x0000) == 0 && !signbit(value(0x0000)));
    assert_true(value(0x8000) == 0 && signbit(value(0x8000)));
    assert_true(isinf(value(INFINITE)) && value(INFINITE | SIGN) == -INFINITY);
}

static void test_there_and_back(void **state) {
    (void)state;
    for (unsigned half = 0; half < 65536; half++) {
        const uint16_t back = oracle_half_from_double(value(half));
        assert_true(is_nan(half) ? is_nan(back) : back == half);
        assert_int_equal(isnan(value(half)) != 0, is_nan(half));
    }
}

/* Among halves of one sign, larger bit patterns have larger absolute values. */
static void test_order(void **state) {
    (void)state;
    for (unsigned half = 0; half < INFINITE; half++) {
        assert_true(value(half) < value(half + 1));
        assert_true(value(half | SIGN) > value((half + 1) | SIGN));
    }
}

/* Numbers between two neighbouring halves are rounded to the nearer one, and the middle to the even one. These numbers
 * are exact in double. */
static void test_rounds_to_nearest_even(void **state) {
    (void)state;
    for (unsigned half = 0; half + 1 < INFINITE; half++) {
        const double low = value(half), high = value(half + 1), middle = (low + high) / 2;
        const unsigned even = half % 2 ? half + 1 : half;
        assert_int_equal(oracle_half_from_double(middle), even);
        assert_int_equal(oracle_half_from_double(-middle), even | SIGN);
        assert_int_equal(oracle_half_from_double(nextafter(middle, low)), half);
        assert_int_equal(oracle_half_from_double(nextafter(middle, high)), half + 1);
    }
}

static void test_beyond_the_range(void **state) {
    (void)state;
    assert_int_equal(oracle_half_from_double(65519.999), 0x7BFF);
    assert_int_equal(oracle_half_from_double(65520.0), INFINITE);
    assert_int_equal(oracle_half_from_double(-1e300), INFINITE | SIGN);
    assert_int_equal(oracle_half_from_double(1e-300), 0);
    assert_int_equal(oracle_half_from_double(-1e-300), SIGN);
    assert_int_equal(oracle_half_from_double(INFINITY), INFINITE);
    assert_true(is_nan(oracle_half_from_double(NAN)));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_known_values),
        cmocka_unit_test(test_there_and_back),
        cmocka_unit_test(test_order),
        cmocka_unit_test(test_rounds_to_nearest_even),
        cmocka_unit_test(test_beyond_the_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
