/* The constants of even bins of integers, and edges in the type of the elements: compared with exact products of 128
 * bits, around every kind of edge. */
#include "problem/even_bins.h"
#include "problem/edges.h"

#include "support/check.h"

#include <float.h>
#include <math.h>
#include <oracle.h>
#include <string.h>

typedef struct product {
    cl_ulong high, low;
} product;

static product multiply(cl_ulong a, cl_ulong b) {
    const cl_ulong a0 = (cl_uint)a, a1 = a >> 32, b0 = (cl_uint)b, b1 = b >> 32;
    const cl_ulong middle = a1 * b0 + (a0 * b0 >> 32), other = a0 * b1 + (cl_uint)middle;
    return (product) { a1 * b1 + (middle >> 32) + (other >> 32), a * b };
}

static bool is_at_most(product a, product b) {
    return a.high < b.high || (a.high == b.high && a.low <= b.low);
}

/* The formulas of cl/task/bins_even_integers.h. */
static cl_ulong bin_of(const cs_even_bins *e, cl_ulong count, cl_ulong d) {
    if (e->form == CS_EVEN_DIVIDE)
        return d * count / e->range;
    if (e->form == CS_EVEN_MUL_SHIFT)
        return (cl_uint)d * (e->multiplier & CL_UINT_MAX) >> e->shift;
    const cl_ulong bin = multiply(d, e->multiplier).high, next = bin + 1;
    if (e->form == CS_EVEN_MUL_HI)
        return bin;
    return next < count && d >= next * e->quotient + (next * e->remainder + count - 1) / count ? next : bin;
}

/* The bin is right if bin * width <= d * count < (bin + 1) * width. A width of 0 stands for 2^64. */
static bool is_right(cl_ulong bin, cl_ulong count, cl_ulong width, cl_ulong d) {
    const product n = multiply(d, count);
    const product from = width ? multiply(bin, width) : (product) { bin, 0 };
    const product to = width ? multiply(bin + 1, width) : (product) { bin + 1, 0 };
    return bin < count && is_at_most(from, n) && !is_at_most(to, n);
}

static void check_distance(const cs_even_bins *e, cl_ulong count, cl_ulong width, cl_ulong d) {
    if (d < width || width == 0)
        if (!is_right(bin_of(e, count, d), count, width, d))
            fail_msg("%llu bins of %llu integers, form %d: %llu is in bin %llu", (unsigned long long)count,
                     (unsigned long long)width, e->form, (unsigned long long)d,
                     (unsigned long long)bin_of(e, count, d));
}

/* Distances next to the first edges, the last ones and some others, and random distances. */
static void check_even(double lower, double upper, unsigned count, const char *type) {
    const cs_type_row *row = cs_type_at(CS_TYPE_ULONG);
    for (cs_type t = 0; cs_type_at(t)->size; t++)
        row = strcmp(cs_type_at(t)->name, type) == 0 ? cs_type_at(t) : row;
    const clscan_bins bins = { .count = count, .lower = lower, .upper = upper };
    const cs_even_bins e = cs_even_bins_of(&bins, row);
    const cl_ulong width = upper - lower >= 18446744073709551616.0 ? 0 : (cl_ulong)(upper - lower);
    for (cl_ulong k = 0; k < 64; k++) {
        const cl_ulong bin = k < 8 ? k : k < 16 ? count - (k - 8) : oracle_draw(1, k) % count;
        const cl_ulong step = (width - 1) / count, rest = (width - 1) % count + 1;
        const cl_ulong edge = bin * step + (bin * rest + count - 1) / count;
        for (cl_ulong near = 0; near < 5; near++)
            check_distance(&e, count, width, edge + near - 2);
        check_distance(&e, count, width, width ? oracle_draw(2, k) % width : oracle_draw(2, k));
    }
    check_distance(&e, count, width, width - 1);
}

static void test_even(void **state) {
    static const double widths[] = { 1,
                                     2,
                                     3,
                                     7,
                                     255,
                                     256,
                                     1000,
                                     65535,
                                     65536,
                                     16777217,
                                     2147483647.0,
                                     4294967295.0,
                                     4294967296.0,
                                     4294967297.0,
                                     1e12,
                                     9007199254740991.0,
                                     9223372036854775808.0,
                                     18446744073709551616.0 };
    static const unsigned counts[] = { 1, 2, 3, 10, 255, 256, 1000, 65535, 65536, 999983, 1 << 28 };
    (void)state;
    for (size_t w = 0; w < COUNT(widths); w++)
        for (size_t c = 0; c < COUNT(counts); c++)
            check_even(0, widths[w], counts[c], "ulong");
    for (uint64_t i = 0; i < 2000; i++)
        check_even(0, (double)(1 + (oracle_draw(3, i) >> (11 + oracle_draw(4, i) % 53))),
                   1 + (unsigned)(oracle_draw(5, i) % (1 << 28)) % (1u << (1 + oracle_draw(6, i) % 28)), "ulong");
}

typedef struct limits_case {
    const char *type;
    double lower, upper;
    bool none;
    cl_ulong first, last, before;
} limits_case;

static void test_limits_of_types(void **state) {
    static const limits_case cases[] = {
        { "uchar", 0, 256, false, 0, 255, 0 },
        { "uchar", -10, 1000, false, 0, 255, 10 },
        { "uchar", 10, 20, false, 10, 9, 0 },
        { "uchar", 256, 300, true, 0, 0, 0 },
        { "uchar", -5, 0, true, 0, 0, 0 },
        { "char", -128, 128, false, (cl_ulong)-128, 255, 0 },
        { "char", -1000, -100, false, (cl_ulong)-128, 27, 872 },
        { "short", -5, 6, false, (cl_ulong)-5, 10, 0 },
        { "int", -2147483648.0, 2147483648.0, false, (cl_ulong)-2147483648LL, CL_UINT_MAX, 0 },
        { "int", 2147483648.0, 2147483649.0, true, 0, 0, 0 },
        { "uint", -1, 4294967296.0, false, 0, CL_UINT_MAX, 1 },
        { "long", -9223372036854775808.0, 9223372036854775808.0, false, (cl_ulong)1 << 63, CL_ULONG_MAX, 0 },
        { "long", 9223372036854775808.0, 18446744073709551616.0, true, 0, 0, 0 },
        { "ulong", 0, 18446744073709551616.0, false, 0, CL_ULONG_MAX, 0 },
        { "ulong", -9223372036854775808.0, 9223372036854775808.0, false, 0, CL_LONG_MAX, (cl_ulong)1 << 63 },
    };
    (void)state;
    for (size_t i = 0; i < COUNT(cases); i++) {
        const limits_case *c = &cases[i];
        const clscan_bins bins = { .count = 3, .lower = c->lower, .upper = c->upper };
        cs_type type = 0;
        while (strcmp(cs_type_at(type)->name, c->type) != 0)
            type++;
        const cs_even_bins e = cs_even_bins_of(&bins, cs_type_at(type));
        assert_int_equal(e.is_empty, c->none);
        if (!c->none)
            assert_true(e.least == c->first && e.max_distance == c->last && e.offset == c->before);
    }
}

static void test_floats(void **state) {
    static const double numbers[] = { 0,      0.1,  -0.1,   1e-320,  -1e-320, 1e-46,
                                      -1e-46, 1e38, 3.5e38, -3.5e38, 1e300,   16777217 };
    (void)state;
    for (size_t i = 0; i < COUNT(numbers); i++) {
        const float f = cs_float_not_below(numbers[i]), before = nextafterf(f, -INFINITY);
        assert_true(f >= numbers[i] && (before < numbers[i] || f == -FLT_MAX));
    }
    assert_true(cs_float_not_below(-INFINITY) == -INFINITY && cs_float_not_below(INFINITY) == INFINITY);
    assert_true(cs_float_not_below(-1e300) == -FLT_MAX);
}

static void test_edges(void **state) {
    static const double given[] = { -INFINITY, -1e300, -129, -128.5, 0.25, 3, 127.5, 128, 1e300, INFINITY };
    static const cl_int as_int[] = { CL_INT_MIN, CL_INT_MIN, -129, -128, 1, 3, 128, 128, CL_INT_MAX, CL_INT_MAX };
    static const cl_ulong as_ulong[] = { 0, 0, 0, 0, 1, 3, 128, 128, CL_ULONG_MAX, CL_ULONG_MAX };
    const clscan_bins bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = COUNT(given) - 1, .edges = given };
    cl_int ints[COUNT(given)];
    cl_ulong ulongs[COUNT(given)];
    double doubles[COUNT(given)];
    (void)state;
    cs_edges_convert(&bins, cs_type_at(CS_TYPE_INT), ints);
    cs_edges_convert(&bins, cs_type_at(CS_TYPE_ULONG), ulongs);
    cs_edges_convert(&bins, cs_type_at(CS_TYPE_DOUBLE), doubles);
    assert_memory_equal(ints, as_int, sizeof ints);
    assert_memory_equal(ulongs, as_ulong, sizeof ulongs);
    assert_memory_equal(doubles, given, sizeof doubles);
    assert_int_equal(cs_edges_reached(&bins, cs_type_at(CS_TYPE_CHAR)), 6); /* 127.5 becomes 128 */
    assert_int_equal(cs_edges_reached(&bins, cs_type_at(CS_TYPE_UINT)), 8);
    assert_int_equal(cs_edges_reached(&bins, cs_type_at(CS_TYPE_FLOAT)), COUNT(given));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_even),
        cmocka_unit_test(test_limits_of_types),
        cmocka_unit_test(test_floats),
        cmocka_unit_test(test_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
