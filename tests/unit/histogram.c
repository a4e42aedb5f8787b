/* Descriptions of histograms: which are refused with which message, and the problem that a valid one becomes. */
#include "problem/desc.h"

#include "support/check.h"

#include <float.h>
#include <math.h>
#include <string.h>

static const double edges[] = { 0, 1, 1, 10 };

static const clscan_desc even = { .task = CLSCAN_TASK_HISTOGRAM, .bins = { .count = 10, .upper = 100 } },
                         by_edges = { .task = CLSCAN_TASK_HISTOGRAM,
                                      .in[0].name = "float",
                                      .bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = 3, .edges = edges } },
                         by_function = { .task = CLSCAN_TASK_HISTOGRAM,
                                         .in[0].name = "float4",
                                         .user.source = "uint f(float4 x) { return 0; }",
                                         .bins = { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = 3, .function = "f" } };

/* REFUSE(base, field, value, words): `base` with one field changed. */
#define REFUSE(base, field, value, words)                                                                              \
    do {                                                                                                               \
        clscan_desc corrupt = (base);                                                                                  \
        corrupt.field = (value);                                                                                       \
        assert_fails(cs_desc_check(&corrupt), CLSCAN_ERROR_INVALID_DESC, (words));                                     \
    } while (0)

static void test_accepted(void **state) {
    clscan_desc weighted = by_function, longs = even;
    (void)state;
    assert_ok(cs_desc_check(&even));
    assert_ok(cs_desc_check(&by_edges));
    assert_ok(cs_desc_check(&by_function));
    weighted.user.map = "weight";
    weighted.user.load = "load";
    weighted.in[1].name = "short";
    weighted.user.with_position = 1;
    assert_ok(cs_desc_check(&weighted));
    longs.value.name = "ulong";
    longs.out[0].name = "ulong";
    longs.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    assert_ok(cs_desc_check(&longs));
    const cs_problem problem = cs_desc_problem(&even), wide = cs_desc_problem(&longs);
    assert_int_equal(problem.traits.histogram.bins, 10);
    assert_string_equal(problem.type, "uint");
    assert_true(cs_traits_most_count(&problem.traits) == CL_UINT_MAX);
    assert_true(cs_traits_most_count(&wide.traits) == CL_ULONG_MAX);
    longs.value.name = longs.out[0].name = "float";
    assert_ok(cs_desc_check(&longs));
    const cs_problem floats = cs_desc_problem(&longs);
    assert_true(floats.traits.histogram.floating_counts && cs_traits_most_count(&floats.traits) == 1 << 24);
    longs.value.name = longs.out[0].name = "double";
    const cs_problem doubles = cs_desc_problem(&longs);
    assert_true(doubles.traits.histogram.floating_counts && cs_traits_most_count(&doubles.traits) == (cl_ulong)1 << 53);
    assert_true(!wide.traits.histogram.floating_counts);
    const cs_problem any = cs_desc_problem(&weighted);
    assert_true(cs_traits_most_count(&any.traits) == CL_ULONG_MAX && any.user_map && any.traits.reads_anywhere);
}

static void test_refused_fields(void **state) {
    (void)state;
    REFUSE(even, op, CLSCAN_OP_MAX, "desc.op is max|CLSCAN_TASK_HISTOGRAM, which adds");
    REFUSE(even, kind, CLSCAN_KIND_EXCLUSIVE, "desc.kind is exclusive|CLSCAN_TASK_HISTOGRAM");
    REFUSE(even, user.combine, "join", "desc.user.combine is given|CLSCAN_TASK_HISTOGRAM");
    REFUSE(even, user.identity, "0", "desc.user.identity is given");
    REFUSE(even, user.store, "put", "desc.user.store is given");
    REFUSE(even, user.same_key, "same", "desc.user.same_key is given");
    REFUSE(even, user.keep, "keep", "desc.user.keep is given|for selections");
    REFUSE(even, mask, CLSCAN_MASK_BITS, "desc.mask is given");
    REFUSE(even, index_type.name, "uint", "desc.index_type.name is given");
    REFUSE(even, length_type.name, "uint", "desc.length_type.name is given");
    REFUSE(even, reverse, 1, "desc.reverse is 1|do not depend on the order");
    REFUSE(even, tuning.strategy, CLSCAN_STRATEGY_SLICES, "strategy is slices|CLSCAN_TASK_HISTOGRAM|reduce_scan");
    REFUSE(even, value.name, "half", "desc.value.name is \"half\"|uint, ulong, int, long, float or double");
    REFUSE(even, value.name, "float2", "desc.value.name is \"float2\"");
    REFUSE(even, value.name, "ushort", "desc.value.name is \"ushort\"");
    REFUSE(even, out[0].name, "ulong", "desc.out[0].name is ulong|desc.value.name uint");
    REFUSE(even, in[1].name, "int", "desc.in[1].name is int|desc.user.load");
    REFUSE(even, out[1].name, "int", "desc.out[1].name is int");
    REFUSE(even, user.with_position, 1, "desc.user.with_position is 1");
}

static void test_refused_bins(void **state) {
    const clscan_desc scan = { .bins.count = 3 };
    clscan_desc no_kind = even, whole = even, floats = even;
    (void)state;
    assert_fails(cs_desc_check(&scan), CLSCAN_ERROR_INVALID_DESC, "desc.bins is given|CLSCAN_TASK_SCAN");
    no_kind.bins.kind = (clscan_bin_kind)3;
    assert_fails(cs_desc_check(&no_kind), CLSCAN_ERROR_INVALID_VALUE, "desc.bins.kind is 3, which is no");
    REFUSE(even, bins.reserved[1], 1, "desc.bins.reserved is not zero");
    REFUSE(even, bins.count, 0, "desc.bins.count is 0|1 to 268435456");
    REFUSE(even, bins.count, (1 << 28) + 1, "desc.bins.count is 268435457");
    REFUSE(even, bins.lower, 100, "desc.bins.lower is 100|desc.bins.upper 100");
    REFUSE(even, bins.upper, NAN, "desc.bins.upper nan");
    REFUSE(even, bins.upper, INFINITY, "desc.bins.upper inf");
    REFUSE(even, bins.lower, 0.5, "desc.bins.lower is 0.5|uint|whole numbers");
    REFUSE(even, bins.upper, 1e20, "desc.bins.upper is 1e+20|-2^63 to 2^64");
    REFUSE(even, bins.edges, edges, "desc.bins.edges is given|CLSCAN_BIN_KIND_EVEN");
    REFUSE(even, bins.function, "f", "desc.bins.function is given|CLSCAN_BIN_KIND_EVEN");
    REFUSE(even, in[0].name, "int4", "desc.in[0].name is int4|only numbers");
    whole.bins.upper = 18446744073709551616.0;
    assert_ok(cs_desc_check(&whole));
    REFUSE(whole, bins.lower, -1, "desc.bins.lower is -1|no type of integers holds both");
    floats.in[0].name = "float";
    assert_ok(cs_desc_check(&floats));
    REFUSE(floats, bins.upper, 1e39, "desc.bins.upper is 1e+39|elements are float|in the range of float");
    REFUSE(floats, bins.lower, -4e38, "desc.bins.lower is -4e+38|elements are float|in the range of float");
    REFUSE(floats, bins.count, (1 << 23) + 1, "desc.bins.count is 8388609|elements are float|at most 8388608");
    REFUSE(floats, bins.upper, 1e-39, "out of the range of float");
    floats.in[0].name = "double";
    REFUSE(floats, bins.upper, DBL_MIN / 2, "out of the range of double");
    floats.bins.lower = -DBL_MAX;
    REFUSE(floats, bins.upper, DBL_MAX, "out of the range of double");
    REFUSE(by_edges, bins.edges, NULL, "desc.bins.edges is NULL|desc.bins.count + 1");
    REFUSE(by_edges, bins.upper, 1, "desc.bins.upper is 1|CLSCAN_BIN_KIND_EDGES");
    REFUSE(by_edges, bins.function, "f", "desc.bins.function is given|CLSCAN_BIN_KIND_EDGES");
    REFUSE(by_edges, in[0].name, "float2", "desc.in[0].name is float2|CLSCAN_BIN_KIND_EDGES");
    REFUSE(by_function, bins.function, NULL, "desc.bins.function is NULL|CLSCAN_BIN_KIND_FUNCTION");
    REFUSE(by_function, bins.function, "f g", "desc.bins.function is \"f g\"|identifier");
    REFUSE(by_function, bins.edges, edges, "desc.bins.edges is given|CLSCAN_BIN_KIND_FUNCTION");
    REFUSE(by_function, bins.lower, -1, "desc.bins.lower is -1|CLSCAN_BIN_KIND_FUNCTION");
}

static void test_refused_edges(void **state) {
    const double descending[] = { 0, 2, 1, 3 }, no_number[] = { 0, 1, 2, NAN };
    (void)state;
    REFUSE(by_edges, bins.edges, descending, "desc.bins.edges[1] is 2|desc.bins.edges[2] 1|an edge may not be less");
    REFUSE(by_edges, bins.edges, no_number, "desc.bins.edges[3] is NaN");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_accepted),
        cmocka_unit_test(test_refused_fields),
        cmocka_unit_test(test_refused_bins),
        cmocka_unit_test(test_refused_edges),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
