/* Generated test elements, and when two results count as equal. */
#include "self_test/test_data.h"
#include "support/check.h"

#include <string.h>

static const cs_test_data words = { NULL, 8, 0 };

static cs_test_data numbers(cs_type type) {
    return (cs_test_data) { cs_type_at(type), cs_type_at(type)->size, 0 };
}

static void test_fill(void **state) {
    cl_int x[100];
    cl_uint w[100];
    cl_double d[100];
    cl_uchar bits[100];
    const cs_test_data ints = numbers(CS_TYPE_INT), doubles = numbers(CS_TYPE_DOUBLE), bytes = numbers(CS_TYPE_UCHAR);
    (void)state;
    cs_test_data_fill(&ints, false, x, 100);
    cs_test_data_fill(&words, false, w, 50);
    cs_test_data_fill(&doubles, false, d, 100);
    cs_test_data_fill(&bytes, true, bits, 100);
    for (int i = 0; i < 100; i++) {
        assert_true(x[i] % 2 == 1 && x[i] > 0 && x[i] < 8);
        assert_true(w[i] % 2 == 1 && w[i] < 8);
        assert_true(d[i] == 1 || d[i] == -1);
        assert_true(bits[i] < 2);
    }
}

static void expect(const cs_test_data *s, const void *a, const void *b, size_t count, size_t first) {
    const bool skip[64] = { false };
    assert_int_equal(cs_test_data_compare(s, a, b, count, skip, false), first);
}

static void test_integers(void **state) {
    const cl_int a[] = { 1, 2, 1 << 24 }, b[] = { 1, 2, (1 << 24) + 1 };
    const cs_test_data ints = numbers(CS_TYPE_INT);
    (void)state;
    expect(&ints, a, a, 3, 3);
    expect(&ints, a, b, 3, 2);
}

static void test_floating(void **state) {
    const cl_float a[] = { 1, 1e10f, 0, -1, 5 }, b[] = { 1, 1.0001e10f, 1e-6f, -1.0001f, 6 };
    const cl_double c[] = { 0.001, 2 }, d[] = { 0.00101, 2.1 };
    const cl_ushort e[] = { 0x0005, 0x3C00, 0x3C00 }, f[] = { 0x8005, 0x3C10, 0x3C40 };
    const cs_test_data floats = numbers(CS_TYPE_FLOAT), doubles = numbers(CS_TYPE_DOUBLE),
                       halves = numbers(CS_TYPE_HALF);
    (void)state;
    expect(&floats, a, b, 5, 4);
    expect(&doubles, c, d, 2, 1);
    expect(&halves, e, f, 3, 2);
}

/* The fourth component of vectors of three is padding, and is not compared. */
static void test_room(void **state) {
    const cl_short a[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, b[] = { 1, 2, 3, 0, 5, 6, 0, 8 };
    const cs_test_data threes = { cs_type_at(CS_TYPE_SHORT), 8, 2 };
    (void)state;
    expect(&threes, a, b, 2, 1);
}

/* Elements of a user type are compared bit by bit. */
static void test_words(void **state) {
    const cl_float a[] = { 1, 2, 3, 4 }, b[] = { 1, 2, 3, 4.0001f };
    const cl_uint c[] = { 7, 1 << 20 }, d[] = { 7, (1 << 20) + 1 };
    (void)state;
    expect(&words, a, b, 1, 1);
    expect(&words, a, b, 2, 1);
    expect(&words, c, d, 1, 0);
}

static void test_padding(void **state) {
    const unsigned char a[] = { 1, 0xA5, 2, 0xA5 }, b[] = { 1, 0x5A, 0x5A, 0x5A }, c[] = { 1, 9, 2, 7 };
    const cs_test_data pairs = { NULL, 2, 0 };
    bool skip[2];
    (void)state;
    cs_test_data_find_padding(&pairs, a, 0xA5, b, 0x5A, 2, skip);
    assert_false(skip[0]);
    assert_true(skip[1]);
    assert_int_equal(cs_test_data_compare(&pairs, a, c, 2, skip, false), 2);
    assert_int_equal(cs_test_data_compare(&pairs, a, b, 2, skip, false), 1);
}

/* Exact comparison is by number, so zeros of either sign are equal. */
static void test_exact(void **state) {
    const cl_float a[] = { 1, -0.0f, 1e7f }, b[] = { 1, 0, 1.0000001e7f };
    const cl_ushort c[] = { 0x3C00, 0x8000, 0x3C00 }, d[] = { 0x3C00, 0x0000, 0x3C01 };
    const bool skip[8] = { false };
    const cs_test_data floats = numbers(CS_TYPE_FLOAT), halves = numbers(CS_TYPE_HALF);
    (void)state;
    assert_int_equal(cs_test_data_compare(&floats, (const void *)a, (const void *)b, 3, skip, true), 2);
    assert_int_equal(cs_test_data_compare(&halves, (const void *)c, (const void *)d, 3, skip, true), 2);
}

/* The following functions sum or multiply a series in float in different orders: forwards, backwards, in lanes or in
 * pairs. */
enum { N = 4096, STEP = 3 };

static cl_float folded(const cl_float *x, size_t step, bool product) {
    volatile cl_float result = product ? 1 : 0;
    for (size_t i = 0; i < N; i += step)
        result = product ? result * x[i] : result + x[i];
    return result;
}

static cl_float backwards(const cl_float *x, size_t step, bool product) {
    volatile cl_float result = product ? 1 : 0;
    for (size_t i = (N - 1) / step * step + step; i >= step; i -= step)
        result = product ? x[i - step] * result : x[i - step] + result;
    return result;
}

/* Computes the sum or product as a compiler does that keeps one sum for each lane of a vector. */
static cl_float in_lanes(const cl_float *x, size_t step, size_t lanes, bool product) {
    volatile cl_float result = product ? 1 : 0;
    for (size_t lane = 0; lane < lanes; lane++) {
        volatile cl_float own = product ? 1 : 0;
        for (size_t i = lane * step; i < N; i += lanes * step)
            own = product ? own * x[i] : own + x[i];
        result = product ? result * own : result + own;
    }
    return result;
}

static void test_exact_series(void **state) {
    static cl_float x[N];
    const cs_test_data floats = numbers(CS_TYPE_FLOAT);
    (void)state;
    for (int product = 0; product < 2; product++)
        for (size_t step = 1; step <= STEP; step += 2) {
            cs_test_data_fill_exact(&floats, product ? CS_PRODUCT_SERIES : CS_SUM_SERIES, cs_type_at(CS_TYPE_DOUBLE),
                                    step, x, N);
            const cl_float sum = folded(x, step, product);
            assert_true(sum != 0 && sum - sum == 0);
            assert_true(backwards(x, step, product) == sum);
            for (size_t lanes = 2; lanes <= 16; lanes *= 2)
                assert_true(in_lanes(x, step, lanes, product) != sum);
        }
}

static void test_rounding_series(void **state) {
    static cl_float x[N];
    const cs_test_data floats = numbers(CS_TYPE_FLOAT);
    (void)state;
    for (int product = 0; product < 2; product++) {
        cs_test_data_fill_rounding(&floats, product ? CS_PRODUCT_SERIES : CS_SUM_SERIES, x, N);
        const cl_float sum = folded(x, 1, product);
        assert_true(sum != 0 && sum - sum == 0);
        assert_true(backwards(x, 1, product) != sum);
    }
}

/* Halves are computed on the host, whose compiler need not have a half type. */
static void test_halves(void **state) {
    cl_ushort x[64], y[64];
    const cs_test_data halves = numbers(CS_TYPE_HALF);
    (void)state;
    cs_test_data_fill_exact(&halves, CS_SUM_SERIES, cs_type_at(CS_TYPE_HALF), 1, x, 64);
    cs_test_data_fill_exact(&halves, CS_PRODUCT_SERIES, cs_type_at(CS_TYPE_HALF), 1, y, 64);
    for (int i = 0; i < 64; i++) {
        assert_true((x[i] & 0x7FFF) <= 0x6200); /* 768, a quarter and an eighth of 2048 */
        assert_int_equal(y[i] & 0x03FF, 0);     /* powers of two */
        assert_in_range(y[i] & 0x7FFF, (15 - 6) << 10, (15 + 6) << 10);
    }
}

static void test_unwritten(void **state) {
    const cl_uchar a[] = { 1, 2, 0xA5, 0xA5 }, b[] = { 1, 9, 0xA5, 0xA5 };
    const bool none[4] = { false }, padding[4] = { true, true, false, false };
    const cs_test_data all = { NULL, 4, 0 }, with_room = { NULL, 4, 3 };
    (void)state;
    assert_true(cs_test_data_is_same(&all, a, a, none));
    assert_false(cs_test_data_is_same(&all, a, b, none));
    assert_true(cs_test_data_is_same(&all, a, b, padding));
    assert_true(cs_test_data_is_same(&with_room, a, b, none));
    assert_false(cs_test_data_is_unwritten(&all, a, none, 0xA5));
    assert_true(cs_test_data_is_unwritten(&all, a, padding, 0xA5));
    assert_false(cs_test_data_is_unwritten(&all, a, padding, 0));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fill),   cmocka_unit_test(test_integers),     cmocka_unit_test(test_floating),
        cmocka_unit_test(test_room),   cmocka_unit_test(test_words),        cmocka_unit_test(test_padding),
        cmocka_unit_test(test_exact),  cmocka_unit_test(test_exact_series), cmocka_unit_test(test_rounding_series),
        cmocka_unit_test(test_halves), cmocka_unit_test(test_unwritten),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
