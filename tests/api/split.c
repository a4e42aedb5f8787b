/* Splits: parts of all lengths, segments that cross parts, and what is refused. */
#include "api/split_case.h"
#include "api/stream_data.h"

static int make_data(void **state) {
    make_common_data();
    return test_device_open(state);
}

static void test_sums(void **state) {
    const stream_case in_reverse = { .name = "exclusive sums in reverse", .desc = { EXCLUSIVE, REVERSE }, SUM_OF_INTS };
    check_sums(*state, split_check);
    split_check(*state, &in_reverse);
}

/* Elements are also loaded by a function, and sums of negative zeros are zeros. */
static void test_types(void **state) {
    const stream_case cases[] = {
        { .name = "differences by a load",
          .desc = { .in[1].name = "short",
                    .user = { .source = "static int d(const global int *a, const global short *b, ulong i) { return "
                                        "a[i] - b[i]; }",
                              .load = "d" } },
          .count = N,
          .in = { ints, shorts },
          .in_size = { sizeof *ints, sizeof *shorts },
          .out_size = { sizeof *ints },
          .total_size = sizeof *ints },
        { .name = "floats with negative zeros",
          .desc = { .value.name = "float" },
          .count = N,
          .in = { floats },
          .in_size = { sizeof *floats },
          .out_size = { sizeof *floats },
          .total_size = sizeof *floats },
    };
    check_types(*state, split_check);
    check_cases(*state, split_check, cases, COUNT(cases));
}

/* Without an identity, a part without elements before it begins with nothing. */
static void test_without_identity(void **state) {
    static const affine init = { 3, 4 };
    stream_case c = { .name = "affine maps without an identity, in reverse",
                      .desc = affine_desc(CLSCAN_STRATEGY_AUTO, false, true),
                      OF_MAPS };
    c.desc.user.identity = NULL;
    c.desc.kind = CLSCAN_KIND_INCLUSIVE;
    split_check(*state, &c);
    c.name = "affine maps without an identity, from an initial value";
    c.init = &init;
    split_check(*state, &c);
    c.name = "no affine maps, from an initial value";
    c.count = 0;
    split_check(*state, &c);
}

/* The user's function stores results, of elements of another type. */
static void test_store(void **state) {
    static const char source[] =
        "static void put(global long *out, const global int *in, ulong i, int x, int inclusive, int exclusive) "
        "{ out[i] = 1000000L * x + inclusive; }";
    const stream_case c = { .name = "a store",
                            .desc = { .out[0].name = "long", .user = { .source = source, .store = "put" } },
                            .count = N,
                            .in = { ints },
                            .in_size = { sizeof *ints },
                            .out_size = { sizeof(cl_long) },
                            .total_size = sizeof *ints };
    split_check(*state, &c);
}

/* Operators with a second array, or with an index that counts from the first part on. */
static void test_accumulators(void **state) {
    const stream_case cases[] = {
        { .name = "argmin in reverse",
          .desc = { .op = CLSCAN_OP_ARGMIN, .value.name = "long", REVERSE },
          INDEX_OF_LONGS },
        { .name = "argmax by flags",
          .desc = { .op = CLSCAN_OP_ARGMAX, .value.name = "long", .segments = CLSCAN_SEGMENTS_FLAGS },
          .segments = few_flags,
          .segment_size = 1,
          INDEX_OF_LONGS },
        { .name = "compensated sums",
          .desc = { .op = CLSCAN_OP_ADD_COMPENSATED, .value.name = "float" },
          .count = N,
          .in = { factors },
          .in_size = { sizeof *factors },
          .out_size = { sizeof *factors },
          .total_size = 2 * sizeof *factors },
    };
    check_accumulators(*state, split_check);
    check_cases(*state, split_check, cases, COUNT(cases));
}

/* ---------------------------------------------------------------------------------------------------- segments */

static void check_segments(const test_device *d, clscan_strategy strategy, size_t number) {
    static const cl_int seven = 7;
    const stream_case cases[] = {
        { .name = "flags", .desc = { FLAGS }, .segments = flags, .segment_size = 1, SUM_OF_INTS },
        { .name = "few flags",
          .desc = { FLAGS, EXCLUSIVE, REVERSE },
          .segments = few_flags,
          .segment_size = 1,
          .init = &seven,
          SUM_OF_INTS },
        { .name = "bits", .desc = { BITS, EXCLUSIVE }, .segments = bits, SUM_OF_INTS },
        { .name = "few bits in reverse", .desc = { BITS, REVERSE }, .segments = few_bits, SUM_OF_INTS },
        { .name = "few bits", .desc = { BITS }, .segments = few_bits, .init = &seven, SUM_OF_INTS },
        { .name = "keys", .desc = { KEYS }, .segments = keys, .segment_size = sizeof *keys, SUM_OF_INTS },
        { .name = "exclusive by keys, in reverse",
          .desc = { KEYS, EXCLUSIVE, REVERSE },
          .segments = keys,
          .segment_size = sizeof *keys,
          SUM_OF_INTS },
    };
    stream_case c = cases[number];
    c.desc.tuning = (clscan_tuning) { .strategy = strategy, .num_groups = 3 };
    if (strategy == CLSCAN_STRATEGY_SINGLE_GROUP)
        c.desc.tuning.num_groups = 0;
    split_check(d, &c);
}

static void test_segments(void **state) {
    test_device_for_strategies(*state, 7, check_segments);
}

static void test_keys(void **state) {
    const stream_case by_functions = { .name = "keys by functions",
                                       .desc = { KEYS, .key.name = "int", .key_in.name = "int",
                                                 .user = { .source =
                                                               "static int half_of(int x) { return x / 2; }\n"
                                                               "static int same(int a, int b) { return a == b; }\n",
                                                           .key = "half_of",
                                                           .same_key = "same" } },
                                       .segments = keys,
                                       .segment_size = sizeof *keys,
                                       SUM_OF_INTS };
    check_keys(*state, split_check);
    split_check(*state, &by_functions);
}

static void test_keys_of_maps(void **state) {
    check_keys_of_maps(*state, split_check);
}

/* ------------------------------------------------------------------------------------------------------- tasks */

static void test_reductions(void **state) {
    static const cl_int seven = 7;
    const stream_case cases[] = {
        { .name = "sum", .desc = { .task = CLSCAN_TASK_REDUCE }, .init = &seven, SUM_OF_INTS, .results = 1 },
        { .name = "argmax",
          .desc = { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_ARGMAX, .value.name = "long", REVERSE },
          INDEX_OF_LONGS,
          .results = 1 },
        { .name = "mean and variance",
          .desc = { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_MEAN_VARIANCE, .value.name = "float" },
          .count = 40, /* zeros, whose results are exact */
          .in = { floats },
          .in_size = { sizeof *floats },
          .out_size = { sizeof *floats, sizeof *floats },
          .results = 1,
          .total_size = 2 * sizeof *floats + sizeof(cl_ulong) },
    };
    check_cases(*state, split_check, cases, COUNT(cases));
}

static void test_selections(void **state) {
    const stream_case cases[] = {
        { .name = "by flags, in reverse",
          .desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS, REVERSE },
          .mask = flags,
          .mask_size = 1,
          OF_INTS,
          COUNTED },
    };
    check_selections(*state, split_check);
    check_cases(*state, split_check, cases, COUNT(cases));
}

/* Runs that cross parts, and runs of several parts. NaNs are a run each. */
static void check_runs(const test_device *d, clscan_strategy strategy, size_t number) {
    const stream_case cases[] = {
        { .name = "first of runs", .desc = { .task = CLSCAN_TASK_UNIQUE }, RUNS_OF(runs) },
        { .name = "last of runs", .desc = { .task = CLSCAN_TASK_UNIQUE_LAST }, RUNS_OF(long_runs) },
        { .name = "first of runs, in reverse, with indices",
          .desc = { .task = CLSCAN_TASK_UNIQUE, REVERSE, .index_type.name = "uint" },
          WITH_INDICES,
          RUNS_OF(long_runs) },
        { .name = "run lengths",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH },
          WITH_INDICES,
          WITH_LENGTHS,
          .first_index = 1000,
          RUNS_OF(runs) },
        { .name = "run lengths in reverse",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, REVERSE, .length_type.name = "ulong" },
          WITH_INDICES,
          .length_size = sizeof(cl_ulong),
          RUNS_OF(long_runs) },
        { .name = "lengths of runs of at least 3",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 3 },
          WITH_INDICES,
          WITH_LENGTHS,
          .first_index = 1000,
          RUNS_OF(runs) },
        { .name = "lengths of runs that are long enough in all parts together, in reverse",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, REVERSE, .min_run_length = 170 },
          WITH_INDICES,
          WITH_LENGTHS,
          RUNS_OF(long_runs) },
    };
    stream_case c = cases[number];
    c.desc.tuning.strategy = strategy;
    split_check(d, &c);
}

static void test_runs(void **state) {
    test_device_for_strategies(*state, 7, check_runs);
}

static void test_kinds_of_runs(void **state) {
    const stream_case cases[] = {
        { .name = "last of floats, with segments by bits",
          .desc = { .task = CLSCAN_TASK_UNIQUE_LAST, .value.name = "float", BITS },
          .segments = bits,
          RUNS_OF(equal_floats) },
        { .name = "last by keys, with a carried array, in reverse",
          .desc = { .task = CLSCAN_TASK_UNIQUE_LAST,
                    KEYS,
                    REVERSE,
                    .index_type.name = "uint",
                    .in[1].name = "short",
                    .out[1].name = "short" },
          .segments = runs,
          .segment_size = sizeof *runs,
          CARRYING_SHORTS },
        { .name = "run lengths of vectors by functions, with segments by few flags",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH,
                    .value.name = "int4",
                    .key.name = "int",
                    FLAGS,
                    .user = { .source = "static int first_of(int4 x) { return x.x; }\n"
                                        "static int near(int a, int b) { return abs(a - b) < 11; }",
                              .key = "first_of",
                              .same_key = "near" } },
          .segments = few_flags,
          .segment_size = 1,
          WITH_INDICES,
          WITH_LENGTHS,
          RUNS_OF(triples) },
        { .name = "lengths of runs of at least 2, with segments by bits",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, BITS, .min_run_length = 2 },
          .segments = bits,
          WITH_INDICES,
          WITH_LENGTHS,
          RUNS_OF(runs) },
    };
    check_cases(*state, split_check, cases, COUNT(cases));
}

static void test_histograms(void **state) {
    check_histograms(*state, split_check);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),       cmocka_unit_test(test_types),        cmocka_unit_test(test_without_identity),
        cmocka_unit_test(test_store),      cmocka_unit_test(test_accumulators), cmocka_unit_test(test_segments),
        cmocka_unit_test(test_keys),       cmocka_unit_test(test_keys_of_maps), cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_selections), cmocka_unit_test(test_runs),         cmocka_unit_test(test_kinds_of_runs),
        cmocka_unit_test(test_histograms),
    };
    return cmocka_run_group_tests(tests, make_data, test_device_close);
}
