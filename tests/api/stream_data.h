/* Arrays and cases that the tests of streams, splits and teams share. Each program has its own arrays. */
#ifndef TESTS_API_STREAM_DATA_H
#define TESTS_API_STREAM_DATA_H

#include "api/stream.h"
#include "support/affine.h"

#include <math.h>

enum { N = 333 };

static cl_int ints[N];
static cl_long longs[N];
static affine maps[N];
static cl_short shorts[N];
static cl_uchar flags[N], few_flags[N];
static cl_uint bits[N / 32 + 1], few_bits[N / 32 + 1];
static cl_int keys[N], runs[N], long_runs[N];
static cl_float equal_floats[N], float_keys[N], floats[N], factors[N];
static cl_int4 triples[N]; /* of int3, of which the last component is padding */

static void make_common_data(void) {
    for (int i = 0; i < N; i++) {
        ints[i] = (int)stream_random(2001) - 1000;
        longs[i] = ints[i];
        maps[i] = (affine) { (cl_uint)stream_random(1u << 31) | 1, (cl_uint)stream_random(1u << 31) };
        shorts[i] = (cl_short)stream_random(1u << 16);
        flags[i] = stream_random(5) == 0 ? 7 : 0;
        bits[i / 32] |= (cl_uint)(flags[i] != 0) << i % 32;
        few_flags[i] = stream_random(90) == 0;
        few_bits[i / 32] |= (cl_uint)few_flags[i] << i % 32;
        keys[i] = i == 0 ? 3 : stream_random(40) == 0 ? keys[i - 1] + 1 : keys[i - 1];
        runs[i] = i == 0 || stream_random(3) == 0 ? (int)stream_random(4) : runs[i - 1];
        long_runs[i] = i / 170; /* longer than a round of three pieces of 32 elements */
        equal_floats[i] = i % 50 < 20 ? NAN : i % 2 ? -0.0f : 0.0f;
        float_keys[i] = i < 100 ? (i % 2 ? -0.0f : 0.0f) : i < 120 ? NAN : (float)(i / 50);
        floats[i] = i < 40 ? -0.0f : (float)stream_random(64);
        factors[i] = (float)stream_random(2);
        for (int k = 0; k < 4; k++)
            triples[i].s[k] = k < 3 ? (i / 37 == 4 ? 1 : i / 37) * 10 + k : (int)stream_random(1000);
    }
}

#define OF_INTS     .count = N, .in = { ints }, .in_size = { sizeof *ints }, .out_size = { sizeof *ints }
#define SUM_OF_INTS OF_INTS, .total_size = sizeof *ints
#define COUNTED     .total_is_long = true, .total_size = sizeof(cl_ulong)
#define OF_MAPS                                                                                                        \
    .count = N, .in = { maps }, .in_size = { sizeof *maps }, .out_size = { sizeof *maps }, .total_size = sizeof *maps
/* Results of INDEX_OF_LONGS are a long and its index, and results of CHECKED_SHORTS a sum and a flag. */
#define INDEX_OF_LONGS                                                                                                 \
    .count = N, .in = { longs }, .in_size = { sizeof *longs }, .first_index = 1000,                                    \
    .out_size = { sizeof *longs, sizeof(cl_ulong) }, .total_size = 2 * sizeof(cl_ulong)
#define CHECKED_SHORTS                                                                                                 \
    .count = N, .in = { shorts }, .in_size = { sizeof *shorts }, .out_size = { sizeof *shorts, sizeof(cl_uint) },      \
    .single = true, .total_size = 2 * sizeof(cl_ulong)
#define RUNS_OF(array)                                                                                                 \
    .count = N, .in = { array }, .in_size = { sizeof *(array) }, .out_size = { sizeof *(array) }, COUNTED
#define KEEPING      .user = { .source = "static int keeps(int x) { return x % 3 == 0; }", .keep = "keeps" }
#define WITH_INDICES .index_size = sizeof(cl_uint)
#define WITH_LENGTHS .length_size = sizeof(cl_uint)
/* Ints that are selected with shorts and indices. */
#define CARRYING_SHORTS                                                                                                \
    .count = N, .in = { ints, shorts }, .in_size = { sizeof *ints, sizeof *shorts },                                   \
    .out_size = { sizeof *ints, sizeof *shorts }, .first_index = 1000, WITH_INDICES, COUNTED
#define EXCLUSIVE .kind = CLSCAN_KIND_EXCLUSIVE
#define REVERSE   .reverse = 1
#define FLAGS     .segments = CLSCAN_SEGMENTS_FLAGS
#define BITS      .segments = CLSCAN_SEGMENTS_BITS
#define KEYS      .segments = CLSCAN_SEGMENTS_KEYS

/* ------------------------------------------------------------------------- calls that streams and splits compute */

/* Compares a case with one call on all elements: stream_check, or split_check. */
typedef void case_check(const test_device *d, const stream_case *c);

static inline void check_cases(const test_device *d, case_check *check, const stream_case *cases, size_t n) {
    for (size_t i = 0; i < n; i++)
        check(d, &cases[i]);
}

static inline void check_sums(const test_device *d, case_check *check) {
    static const cl_int seven = 7;
    const stream_case cases[] = {
        { .name = "sums", SUM_OF_INTS },
        { .name = "exclusive sums", .desc = { EXCLUSIVE }, SUM_OF_INTS },
        { .name = "sums from 7", .init = &seven, SUM_OF_INTS },
        { .name = "exclusive sums from 7", .desc = { EXCLUSIVE }, .init = &seven, SUM_OF_INTS },
    };
    check_cases(d, check, cases, COUNT(cases));
}

/* An operator that does not commute, and types that are converted and mapped. */
static inline void check_types(const test_device *d, case_check *check) {
    static const affine first = { 5, 3 };
    const stream_case cases[] = {
        { .name = "affine maps", .desc = affine_desc(CLSCAN_STRATEGY_AUTO, true, false), .init = &first, OF_MAPS },
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
        { .name = "vectors",
          .desc = { .value.name = "int4", .op = CLSCAN_OP_XOR },
          .count = N,
          .in = { triples },
          .in_size = { sizeof *triples },
          .out_size = { sizeof *triples },
          .total_size = sizeof *triples },
    };
    check_cases(d, check, cases, COUNT(cases));
}

/* Operators with a second array, or with an index that counts from the first element on. */
static inline void check_accumulators(const test_device *d, case_check *check) {
    const stream_case cases[] = {
        { .name = "argmin", .desc = { .op = CLSCAN_OP_ARGMIN, .value.name = "long" }, INDEX_OF_LONGS },
        { .name = "checked sums", .desc = { .op = CLSCAN_OP_ADD_CHECKED, .value.name = "short" }, CHECKED_SHORTS },
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
    check_cases(d, check, cases, COUNT(cases));
}

/* Keys are compared as the kernels compare them: -0 is +0, NaN is unequal to itself, padding does not count. */
static inline void check_keys(const test_device *d, case_check *check) {
    const stream_case cases[] = {
        { .name = "keys", .desc = { KEYS }, .segments = keys, .segment_size = sizeof *keys, SUM_OF_INTS },
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
    };
    check_cases(d, check, cases, COUNT(cases));
}

static inline void check_keys_of_maps(const test_device *d, case_check *check) {
    static const affine first = { 5, 3 };
    stream_case c = { .name = "affine maps by keys",
                      .desc = affine_desc(CLSCAN_STRATEGY_AUTO, false, false),
                      .segments = keys,
                      .segment_size = sizeof *keys,
                      .init = &first,
                      OF_MAPS };
    c.desc.segments = CLSCAN_SEGMENTS_KEYS;
    check(d, &c);
}

static inline void check_selections(const test_device *d, case_check *check) {
    const stream_case cases[] = {
        { .name = "by a predicate, with indices and a carried array",
          .desc = { .task = CLSCAN_TASK_SELECT,
                    KEEPING,
                    .index_type.name = "uint",
                    .in[1].name = "short",
                    .out[1].name = "short" },
          CARRYING_SHORTS },
        { .name = "by bits, indices only",
          .desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_BITS, .index_type.name = "ulong" },
          .mask = bits,
          .count = N,
          .in = { ints },
          .in_size = { sizeof *ints },
          .index_size = sizeof(cl_ulong),
          COUNTED },
        { .name = "first of floats, with segments by flags",
          .desc = { .task = CLSCAN_TASK_UNIQUE, .value.name = "float", .index_type.name = "uint", FLAGS },
          .segments = flags,
          .segment_size = 1,
          WITH_INDICES,
          RUNS_OF(equal_floats) },
    };
    check_cases(d, check, cases, COUNT(cases));
}

enum { BINS = 7 };
#define IN_BINS(type)                                                                                                  \
    .count = N, .in = { ints }, .in_size = { sizeof *ints }, .out_size = { sizeof(type) }, .results = BINS

static inline void check_histograms(const test_device *d, case_check *check) {
    static const double edges[BINS + 1] = { -900, -500, -100, 0, 0, 100, 101, 900 };
    const stream_case cases[] = {
        { .name = "even bins",
          .desc = { .task = CLSCAN_TASK_HISTOGRAM,
                    .in[0].name = "int",
                    .bins = { .count = BINS, .lower = -1000, .upper = 900 } },
          IN_BINS(cl_uint) },
        { .name = "weights between edges",
          .desc = { .task = CLSCAN_TASK_HISTOGRAM,
                    .value.name = "long",
                    .in[0].name = "int",
                    .bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = BINS, .edges = edges },
                    .user = { .source = "static long weight(int x) { return x * 1000000000L; }", .map = "weight" } },
          IN_BINS(cl_long) },
        { .name = "floating-point weights, whose sums are exact",
          .desc = { .task = CLSCAN_TASK_HISTOGRAM,
                    .value.name = "double",
                    .in[0].name = "int",
                    .bins = { .count = BINS, .lower = -1000, .upper = 900 },
                    .user = { .source = "static double weight(int x) { return x * 0.25; }", .map = "weight" } },
          IN_BINS(cl_double) },
    };
    check_cases(d, check, cases, COUNT(cases));
}

#endif
