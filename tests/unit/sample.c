/* Made-up elements, and when two results count as the same. */
#include "sample.h"
#include "support/check.h"

#include <string.h>

static const cs_sample words = { NULL, 8, 0 };

static cs_sample numbers(clscan_type type) {
    return (cs_sample) { cs_type_at(type), cs_type_at(type)->size, 0 };
}

static void test_fill(void **state) {
    cl_int x[100];
    cl_uint w[100];
    cl_double d[100];
    cl_uchar bits[100];
    const cs_sample ints = numbers(CLSCAN_INT), doubles = numbers(CLSCAN_DOUBLE), bytes = numbers(CLSCAN_UCHAR);
    (void)state;
    cs_sample_fill(&ints, false, x, 100);
    cs_sample_fill(&words, false, w, 50);
    cs_sample_fill(&doubles, false, d, 100);
    cs_sample_fill(&bytes, true, bits, 100);
    for (int i = 0; i < 100; i++) {
        assert_true(x[i] % 2 == 1 && x[i] > 0 && x[i] < 8);
        assert_true(w[i] % 2 == 1 && w[i] < 8);
        assert_true(d[i] == 1 || d[i] == -1);
        assert_true(bits[i] < 2);
    }
}

static void expect(const cs_sample *s, const void *a, const void *b, size_t count, size_t first) {
    const bool skip[64] = { false };
    assert_int_equal(cs_sample_compare(s, a, b, count, skip), first);
}

static void test_integers(void **state) {
    const cl_int a[] = { 1, 2, 1 << 24 }, b[] = { 1, 2, (1 << 24) + 1 };
    const cs_sample ints = numbers(CLSCAN_INT);
    (void)state;
    expect(&ints, a, a, 3, 3);
    expect(&ints, a, b, 3, 2);
}

static void test_floating(void **state) {
    const cl_float a[] = { 1, 1e10f, 0, -1, 5 }, b[] = { 1, 1.0001e10f, 1e-6f, -1.0001f, 6 };
    const cl_double c[] = { 0.001, 2 }, d[] = { 0.00101, 2.1 };
    const cl_ushort e[] = { 0x0005, 0x3C00, 0x3C00 }, f[] = { 0x8005, 0x3C10, 0x3C40 };
    const cs_sample floats = numbers(CLSCAN_FLOAT), doubles = numbers(CLSCAN_DOUBLE), halves = numbers(CLSCAN_HALF);
    (void)state;
    expect(&floats, a, b, 5, 4);
    expect(&doubles, c, d, 2, 1);
    expect(&halves, e, f, 3, 2);
}

/* Behind vectors of three is no component. */
static void test_room(void **state) {
    const cl_short a[] = { 1, 2, 3, 4, 5, 6, 7, 8 }, b[] = { 1, 2, 3, 0, 5, 6, 0, 8 };
    const cs_sample threes = { cs_type_at(CLSCAN_SHORT), 8, 2 };
    (void)state;
    expect(&threes, a, b, 2, 1);
}

/* Words that nobody knows are the same or not. */
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
    const cs_sample pairs = { NULL, 2, 0 };
    bool skip[2];
    (void)state;
    cs_sample_find_padding(&pairs, a, 0xA5, b, 0x5A, 2, skip);
    assert_false(skip[0]);
    assert_true(skip[1]);
    assert_int_equal(cs_sample_compare(&pairs, a, c, 2, skip), 2);
    assert_int_equal(cs_sample_compare(&pairs, a, b, 2, skip), 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fill), cmocka_unit_test(test_integers), cmocka_unit_test(test_floating),
        cmocka_unit_test(test_room), cmocka_unit_test(test_words),    cmocka_unit_test(test_padding),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
