/* Compares the conversions of numbers in plain C with the oracle. */
#include "table/number.h"
#include "support/check.h"

#include <described.h>
#include <float.h>
#include <math.h>
#include <string.h>

/* Returns the row of the table for a type of the oracle. Both have the types in the same order. */
static const cs_type_row *row_of(oracle_type type) {
    return cs_type_at((cs_type)type);
}

static const double values[] = {
    0,        -0.0,      1,   -1,         0.5,          -0.5,          127,          128,      -128,
    -129,     255,       256, 1e5,        -1e5,         1e10,          -1e10,        16777217, FLT_MAX,
    INFINITY, -INFINITY, NAN, 2147483647, 2147483648.0, -2147483649.0, 4294967296.0, 0x1p63,   -0x1p63,
    0x1p64
};
static const cl_ulong patterns[] = { 0,
                                     1,
                                     0x7F,
                                     0x80,
                                     0xFF,
                                     0x7FFF,
                                     0x8000,
                                     0xFFFF,
                                     0x7FFFFFFF,
                                     0x80000000,
                                     0xFFFFFFFF,
                                     0x1000001,
                                     0x7FFFFFFFFFFFFFFF,
                                     0x8000000000000000,
                                     0xFFFFFFFFFFFFFFFF,
                                     0x7FFFFF4000000001,
                                     0x8000008000000001 };

static size_t numbers_of(const cs_type_row *row) {
    return row->class & CS_FLOATING ? COUNT(values) : COUNT(patterns);
}

static void put(const cs_type_row *row, size_t i, unsigned char *to) {
    const float single = (float)values[i];
    memcpy(to,
           !(row->class & CS_FLOATING) ? (const void *)&patterns[i]
           : row->size == 4            ? (const void *)&single
                                       : &values[i],
           row->size);
}

static void convert(oracle_type from, oracle_type to, size_t i) {
    const cs_type_row *a = row_of(from), *b = row_of(to);
    unsigned char number[8], right[8], found[8];
    put(a, i, number);
    oracle_convert(from, number, to, right);
    cs_number_store(b, cs_number_convert(a, b, cs_number_load(a, number)), found);
    if (oracle_compare(to, right, found, 1) == 0)
        fail_msg("%s to %s, number %zu", a->name, b->name, i);
}

static void test_conversions(void **state) {
    (void)state;
    for (oracle_type from = 0; from < ORACLE_HALF; from++)
        for (oracle_type to = 0; to < ORACLE_HALF; to++)
            for (size_t i = 0; i < numbers_of(row_of(from)); i++)
                convert(from, to, i);
}

static void assert_rounded(oracle_type from, oracle_type to, cs_number n, bool rounded) {
    if (cs_number_is_rounded(row_of(from), row_of(to), n) != rounded)
        fail_msg("%s to %s, %llx", row_of(from)->name, row_of(to)->name, (unsigned long long)n.whole);
}

/* Numbers near the precision of a floating-point type, and at both ends of the integer types. */
static void test_rounded(void **state) {
    static const struct {
        oracle_type type, to;
        cl_ulong whole;
        bool rounded;
    } integers[] = {
        { ORACLE_UINT, ORACLE_FLOAT, 0xFFFFFFFF, true },
        { ORACLE_UINT, ORACLE_FLOAT, 0xFFFFFF00, false },
        { ORACLE_UINT, ORACLE_DOUBLE, 0xFFFFFFFF, false },
        { ORACLE_INT, ORACLE_FLOAT, 0x7FFFFFFF, true },
        { ORACLE_INT, ORACLE_FLOAT, 0x80000000, false },
        { ORACLE_INT, ORACLE_FLOAT, 0x80000001, true },
        { ORACLE_INT, ORACLE_FLOAT, 0xFFFFFFFF, false },
        { ORACLE_INT, ORACLE_FLOAT, 0x1000000, false },
        { ORACLE_INT, ORACLE_FLOAT, 0x1000001, true },
        { ORACLE_LONG, ORACLE_DOUBLE, CL_LONG_MAX, true },
        { ORACLE_LONG, ORACLE_DOUBLE, (cl_ulong)1 << 63, false },
        { ORACLE_ULONG, ORACLE_DOUBLE, CL_ULONG_MAX, true },
        { ORACLE_ULONG, ORACLE_FLOAT, (cl_ulong)1 << 63, false },
        { ORACLE_USHORT, ORACLE_FLOAT, 0xFFFF, false },
        { ORACLE_ULONG, ORACLE_UCHAR, CL_ULONG_MAX, false },
    };
    static const double doubles[] = { 0, 1, 0.1, FLT_MAX, 1e300, INFINITY, -INFINITY };
    (void)state;
    for (size_t i = 0; i < COUNT(integers); i++)
        assert_rounded(integers[i].type, integers[i].to, (cs_number) { integers[i].whole }, integers[i].rounded);
    for (size_t i = 0; i < COUNT(doubles); i++) {
        const cs_number n = { .floating = doubles[i] };
        assert_rounded(ORACLE_DOUBLE, ORACLE_FLOAT, n, i == 2 || i == 4);
        assert_rounded(ORACLE_DOUBLE, ORACLE_DOUBLE, n, false);
        assert_rounded(ORACLE_DOUBLE, ORACLE_INT, n, false);
    }
}

static void test_limits(void **state) {
    const cs_type_row *shorts = row_of(ORACLE_SHORT), *bytes = row_of(ORACLE_UCHAR);
    const cs_type_row *floats = row_of(ORACLE_FLOAT);
    (void)state;
    assert_int_equal(cs_number_lowest(shorts).whole, 0x8000);
    assert_int_equal(cs_number_highest(shorts).whole, 0x7FFF);
    assert_int_equal(cs_number_lowest(bytes).whole, 0);
    assert_int_equal(cs_number_highest(bytes).whole, 255);
    assert_true(cs_number_lowest(floats).floating == -INFINITY);
    assert_true(cs_number_highest(floats).floating == INFINITY);
}

static void test_equal(void **state) {
    const cs_number two = { 2 }, three = { 3 }, nothing = { .floating = 0.0 }, negative = { .floating = -0.0 };
    (void)state;
    assert_true(cs_number_equals(row_of(ORACLE_INT), two, two));
    assert_false(cs_number_equals(row_of(ORACLE_INT), two, three));
    assert_true(cs_number_equals(row_of(ORACLE_FLOAT), nothing, negative));
    assert_false(cs_number_equals(row_of(ORACLE_ULONG), nothing, negative));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_conversions),
        cmocka_unit_test(test_rounded),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_equal),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
