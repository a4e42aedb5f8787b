/* Splits: parts of all lengths, segments that cross parts, and what is refused. */
#include "api/split_case.h"
#include "api/stream_data.h"

#include <math.h>

static cl_uchar few_flags[N];
static cl_uint few_bits[N / 32 + 1];
static cl_int keys[N];
static cl_float float_keys[N], floats[N], factors[N];
static cl_int4 triples[N]; /* of int3, of which the last component is padding */

static int make_data(void **state) {
    make_common_data();
    for (int i = 0; i < N; i++) {
        few_flags[i] = stream_random(90) == 0;
        few_bits[i / 32] |= (cl_uint)few_flags[i] << i % 32;
        keys[i] = i == 0 ? 3 : stream_random(40) == 0 ? keys[i - 1] + 1 : keys[i - 1];
        float_keys[i] = i < 100 ? (i % 2 ? -0.0f : 0.0f) : i < 120 ? NAN : (float)(i / 50);
        floats[i] = i < 40 ? -0.0f : (float)stream_random(64);
        factors[i] = (float)stream_random(2);
        for (int k = 0; k < 4; k++)
            triples[i].s[k] = k < 3 ? (i / 37 == 4 ? 1 : i / 37) * 10 + k : (int)stream_random(1000);
    }
    return test_device_open(state);
}

static void check_all(const test_device *d, const stream_case *cases, size_t n) {
    for (size_t i = 0; i < n; i++)
        split_check(d, &cases[i]);
}

#define OF_INTS     .count = N, .in = { ints }, .in_size = { sizeof *ints }, .out_size = { sizeof *ints }
#define SUM_OF_INTS OF_INTS, .total_size = sizeof *ints
#define EXCLUSIVE   .kind = CLSCAN_KIND_EXCLUSIVE
#define REVERSE     .reverse = 1

static void test_sums(void **state) {
    static const cl_int seven = 7;
    const stream_case cases[] = {
        { .name = "sums", SUM_OF_INTS },
        { .name = "exclusive sums in reverse", .desc = { EXCLUSIVE, REVERSE }, SUM_OF_INTS },
        { .name = "sums from 7", .init = &seven, SUM_OF_INTS },
        { .name = "exclusive sums from 7", .desc = { EXCLUSIVE }, .init = &seven, SUM_OF_INTS },
    };
    check_all(*state, cases, COUNT(cases));
}

/* An operator that does not commute, with an identity and without, and types that are converted, mapped and loaded. */
static void test_types(void **state) {
    static const affine init = { 5, 3 };
    const stream_case cases[] = {
        { .name = "affine maps",
          .desc = affine_desc(CLSCAN_STRATEGY_AUTO, true, false),
          .count = N,
          .in = { maps },
          .in_size = { sizeof *maps },
          .init = &init,
          .out_size = { sizeof *maps },
          .total_size = sizeof *maps },
        { .name = "shorts to longs",
          .desc = { .in[0].name = "short", .out[0].name = "long" },
          .count = N,
          .in = { shorts },
          .in_size = { sizeof *shorts },
          .out_size = { sizeof(cl_long) },
          .total_size = sizeof(cl_int) },
        { .name = "squares",
          .desc = { .user = { .source = "static int square(int x) { return x * x; }", .map = "square" } },
          SUM_OF_INTS },
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
        { .name = "vectors",
          .desc = { .value.name = "int4", .op = CLSCAN_OP_XOR },
          .count = N,
          .in = { triples },
          .in_size = { sizeof *triples },
          .out_size = { sizeof *triples },
          .total_size = sizeof *triples },
        { .name = "floats with negative zeros",
          .desc = { .value.name = "float" },
          .count = N,
          .in = { floats },
          .in_size = { sizeof *floats },
          .out_size = { sizeof *floats },
          .total_size = sizeof *floats },
    };
    check_all(*state, cases, COUNT(cases));
}

/* Without an identity, a part without elements before it begins with nothing. */
static void test_without_identity(void **state) {
    static const affine init = { 3, 4 };
    stream_case c = { .name = "affine maps without an identity, in reverse",
                      .desc = affine_desc(CLSCAN_STRATEGY_AUTO, false, true),
                      .count = N,
                      .in = { maps },
                      .in_size = { sizeof *maps },
                      .out_size = { sizeof *maps },
                      .total_size = sizeof *maps };
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
        { .name = "argmin",
          .desc = { .op = CLSCAN_OP_ARGMIN, .value.name = "long", REVERSE },
          .count = N,
          .in = { longs },
          .in_size = { sizeof *longs },
          .first_index = 1000,
          .out_size = { sizeof *longs, sizeof(cl_ulong) },
          .total_size = 2 * sizeof(cl_ulong) },
        { .name = "argmax by flags",
          .desc = { .op = CLSCAN_OP_ARGMAX, .value.name = "long", .segments = CLSCAN_SEGMENTS_FLAGS },
          .count = N,
          .in = { longs },
          .in_size = { sizeof *longs },
          .segments = few_flags,
          .segment_size = 1,
          .first_index = 1000,
          .out_size = { sizeof *longs, sizeof(cl_ulong) },
          .total_size = 2 * sizeof(cl_ulong) },
        { .name = "checked sums",
          .desc = { .op = CLSCAN_OP_ADD_CHECKED, .value.name = "short" },
          .count = N,
          .in = { shorts },
          .in_size = { sizeof *shorts },
          .out_size = { sizeof *shorts, sizeof(cl_uint) },
          .single = true,
          .total_size = 2 * sizeof(cl_ulong) },
        { .name = "compensated sums",
          .desc = { .op = CLSCAN_OP_ADD_COMPENSATED, .value.name = "float" },
          .count = N,
          .in = { factors },
          .in_size = { sizeof *factors },
          .out_size = { sizeof *factors },
          .total_size = 2 * sizeof *factors },
        { .name = "recurrence",
          .desc = { .op = CLSCAN_OP_RECURRENCE, .value.name = "float" },
          .count = N,
          .in = { factors, floats },
          .in_size = { sizeof *factors, sizeof *floats },
          .out_size = { sizeof *floats },
          .total_size = 2 * sizeof *floats },
        { .name = "last seen",
          .desc = { .op = CLSCAN_OP_LAST_SEEN },
          .count = N,
          .in = { ints, few_flags },
          .in_size = { sizeof *ints, 1 },
          .out_size = { sizeof *ints },
          .total_size = sizeof *ints + sizeof(cl_uint) },
    };
    check_all(*state, cases, COUNT(cases));
}

/* ---------------------------------------------------------------------------------------------------- segments */

#define FLAGS .segments = CLSCAN_SEGMENTS_FLAGS
#define BITS  .segments = CLSCAN_SEGMENTS_BITS
#define KEYS  .segments = CLSCAN_SEGMENTS_KEYS

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
    c.desc.tuning = (clscan_tuning) { .strategy = strategy, .groups = 3 };
    if (strategy == CLSCAN_STRATEGY_SINGLE_GROUP)
        c.desc.tuning.groups = 0;
    split_check(d, &c);
}

static void test_segments(void **state) {
    test_device_for_strategies(*state, 7, check_segments);
}

/* Keys are compared as the kernels compare them: -0 is +0, NaN is unequal to itself, padding does not count. */
static void test_keys(void **state) {
    const stream_case cases[] = {
        { .name = "float keys",
          .desc = { KEYS, .key.name = "float" },
          .segments = float_keys,
          .segment_size = sizeof *float_keys,
          SUM_OF_INTS },
        { .name = "vectors of three as keys",
          .desc = { KEYS, EXCLUSIVE, .key.name = "int3" },
          .segments = triples,
          .segment_size = sizeof *triples,
          SUM_OF_INTS },
        { .name = "keys by functions",
          .desc = { KEYS, .key.name = "int", .key_in.name = "int",
                    .user = { .source = "static int half_of(int x) { return x / 2; }\n"
                                        "static int same(int a, int b) { return a == b; }\n",
                              .key = "half_of",
                              .same_key = "same" } },
          .segments = keys,
          .segment_size = sizeof *keys,
          SUM_OF_INTS },
    };
    check_all(*state, cases, COUNT(cases));
}

static void test_keys_of_maps(void **state) {
    static const affine init = { 5, 3 };
    stream_case c = { .name = "affine maps by keys",
                      .desc = affine_desc(CLSCAN_STRATEGY_AUTO, false, false),
                      .count = N,
                      .in = { maps },
                      .in_size = { sizeof *maps },
                      .segments = keys,
                      .segment_size = sizeof *keys,
                      .init = &init,
                      .out_size = { sizeof *maps },
                      .total_size = sizeof *maps };
    c.desc.segments = CLSCAN_SEGMENTS_KEYS;
    split_check(*state, &c);
}

/* ------------------------------------------------------------------------------------------------------- tasks */

static void test_reductions(void **state) {
    static const cl_int seven = 7;
    const stream_case cases[] = {
        { .name = "sum", .desc = { .task = CLSCAN_TASK_REDUCE }, .init = &seven, SUM_OF_INTS, .results = 1 },
        { .name = "argmax",
          .desc = { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_ARGMAX, .value.name = "long", REVERSE },
          .count = N,
          .in = { longs },
          .in_size = { sizeof *longs },
          .first_index = 1000,
          .out_size = { sizeof *longs, sizeof(cl_ulong) },
          .results = 1,
          .total_size = 2 * sizeof(cl_ulong) },
        { .name = "mean and variance",
          .desc = { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_MEAN_VARIANCE, .value.name = "float" },
          .count = 40, /* zeros, whose results are exact */
          .in = { floats },
          .in_size = { sizeof *floats },
          .out_size = { sizeof *floats, sizeof *floats },
          .results = 1,
          .total_size = 2 * sizeof *floats + sizeof(cl_ulong) },
    };
    check_all(*state, cases, COUNT(cases));
}

#define COUNTED .total_is_long = true, .total_size = sizeof(cl_ulong)

static void test_selections(void **state) {
    const stream_case cases[] = {
        { .name = "by a predicate, with indices and a carried array",
          .desc = { .task = CLSCAN_TASK_SELECT,
                    .user = { .source = "static int keeps(int x) { return x % 3 == 0; }", .keep = "keeps" },
                    .index.name = "uint",
                    .in[1].name = "short",
                    .out[1].name = "short" },
          .count = N,
          .in = { ints, shorts },
          .in_size = { sizeof *ints, sizeof *shorts },
          .out_size = { sizeof *ints, sizeof *shorts },
          .first_index = 1000,
          .index_size = sizeof(cl_uint),
          COUNTED },
        { .name = "by flags, in reverse",
          .desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS, REVERSE },
          .mask = flags,
          .mask_size = 1,
          OF_INTS,
          COUNTED },
        { .name = "by bits, indices only",
          .desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_BITS, .index.name = "ulong" },
          .mask = bits,
          .count = N,
          .in = { ints },
          .in_size = { sizeof *ints },
          .index_size = sizeof(cl_ulong),
          COUNTED },
    };
    check_all(*state, cases, COUNT(cases));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_sums),       cmocka_unit_test(test_types),        cmocka_unit_test(test_without_identity),
        cmocka_unit_test(test_store),      cmocka_unit_test(test_accumulators), cmocka_unit_test(test_segments),
        cmocka_unit_test(test_keys),       cmocka_unit_test(test_keys_of_maps), cmocka_unit_test(test_reductions),
        cmocka_unit_test(test_selections),
    };
    return cmocka_run_group_tests(tests, make_data, test_device_close);
}
