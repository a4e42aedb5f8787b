/* Several devices compute the parts of one array, and pieces of arrays in host memory: devices of one context, and of a
 * context each. */
#include "api/split_case.h"
#include "api/stream_data.h"
#include "api/team_devices.h"

enum { LONG = 3000 }; /* elements of the arrays to sort: six pieces, which are merged in seven ranges */

static cl_uint few_keys[LONG];
static cl_float some_floats[LONG];
static cl_uchar bytes[LONG];
static cl_int2 pairs[LONG];

static int open_all(void **state) {
    make_common_data();
    for (int i = 0; i < LONG; i++) {
        few_keys[i] = (cl_uint)(stream_random(16) << 8 | stream_random(256));
        some_floats[i] = i % 11 == 0  ? (i % 2 ? NAN : -NAN)
                         : i % 7 == 0 ? (i % 2 ? -0.0f : 0.0f)
                                      : (float)stream_random(50) - 25;
        bytes[i] = (cl_uchar)stream_random(200);
        pairs[i] = (cl_int2) { { (cl_int)stream_random(20), i } };
    }
    return team_devices_open(state);
}

/* The devices of `apart`, as a case_check. */
static void check_on_all(const test_device *d, const stream_case *c) {
    team_check(d, apart.num, c);
}

static void check_all(const stream_case *cases, size_t n) {
    const devices *const all[] = { &together, &apart, &mixed };
    for (size_t i = 0; i < n; i++)
        team_check(all[i % 3]->at, all[i % 3]->num, &cases[i]);
}

static void test_scans(void **state) {
    static const cl_int seven = 7;
    static const affine init = { 5, 3 };
    const stream_case cases[] = {
        { .name = "sums", SUM_OF_INTS },
        { .name = "exclusive sums in reverse, from 7",
          .desc = { .kind = CLSCAN_KIND_EXCLUSIVE, .reverse = 1 },
          .init = &seven,
          SUM_OF_INTS },
        { .name = "affine maps", .desc = affine_desc(CLSCAN_STRATEGY_AUTO, false, true), .init = &init, OF_MAPS },
        { .name = "argmin", .desc = { .op = CLSCAN_OP_ARGMIN, .value.name = "long" }, INDEX_OF_LONGS },
        { .name = "bits",
          .desc = { .segments = CLSCAN_SEGMENTS_BITS, .kind = CLSCAN_KIND_EXCLUSIVE },
          .segments = bits,
          SUM_OF_INTS },
        { .name = "keys",
          .desc = { .segments = CLSCAN_SEGMENTS_KEYS, .reverse = 1 },
          .segments = keys,
          .segment_size = sizeof *keys,
          SUM_OF_INTS },
    };
    (void)state;
    check_all(cases, COUNT(cases));
}

static void test_tasks(void **state) {
    const stream_case cases[] = {
        { .name = "sum", .desc = { .task = CLSCAN_TASK_REDUCE }, SUM_OF_INTS, .results = 1 },
        { .name = "selection by flags, with indices",
          .desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS, .index_type.name = "uint" },
          .mask = flags,
          .mask_size = 1,
          .first_index = 1000,
          WITH_INDICES,
          OF_INTS,
          COUNTED },
        { .name = "checked sum",
          .desc = { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_ADD_CHECKED, .value.name = "short" },
          CHECKED_SHORTS,
          .results = 1 },
    };
    (void)state;
    check_all(cases, COUNT(cases));
}

/* Runs that cross pieces or parts, and runs that are longer than a round. In reverse, the last run comes first. */
static void test_runs(void **state) {
    const stream_case cases[] = {
        { .name = "unique, in reverse",
          .desc = { .task = CLSCAN_TASK_UNIQUE, REVERSE, .index_type.name = "uint" },
          WITH_INDICES,
          .first_index = 1000,
          RUNS_OF(runs) },
        { .name = "last of long runs by keys",
          .desc = { .task = CLSCAN_TASK_UNIQUE_LAST, .segments = CLSCAN_SEGMENTS_KEYS },
          .segments = long_runs,
          .segment_size = sizeof *long_runs,
          RUNS_OF(ints) },
        { .name = "last of runs, in reverse", .desc = { .task = CLSCAN_TASK_UNIQUE_LAST, REVERSE }, RUNS_OF(runs) },
        { .name = "run lengths",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH },
          WITH_INDICES,
          WITH_LENGTHS,
          RUNS_OF(long_runs) },
        { .name = "run lengths in reverse",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, REVERSE, .length_type.name = "ulong" },
          WITH_INDICES,
          .length_size = sizeof(cl_ulong),
          RUNS_OF(long_runs) },
        { .name = "lengths of runs that are long enough in all parts together",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 165 },
          WITH_INDICES,
          WITH_LENGTHS,
          RUNS_OF(long_runs) },
    };
    (void)state;
    check_all(cases, COUNT(cases));
}

static void test_histograms(void **state) {
    (void)state;
    check_histograms(apart.at, check_on_all);
}

#define SORTED(array) .count = LONG, .in = { array }, .in_size = { sizeof *(array) }, .out_size = { sizeof *(array) }
#define WITH_PAIRS                                                                                                     \
    .count = LONG, .in = { few_keys, pairs }, .in_size = { sizeof *few_keys, sizeof *pairs },                          \
    .out_size = { sizeof *few_keys, sizeof *pairs }

/* Equal keys are in several pieces, and at the cuts between ranges. */
static void test_sorts(void **state) {
    const stream_case cases[] = {
        { .name = "sort by 4 bits, with pairs and indices",
          .desc = { .task = CLSCAN_TASK_SORT,
                    .value.name = "uint",
                    .in[1].name = "int2",
                    .out[1].name = "int2",
                    .index_type.name = "ulong",
                    .sort = { 8, 4 } },
          .index_size = sizeof(cl_ulong),
          .first_index = 1000,
          WITH_PAIRS },
        { .name = "descending sort of floats, with indices",
          .desc = { .task = CLSCAN_TASK_SORT, REVERSE, .value.name = "float", .index_type.name = "int" },
          .index_size = sizeof(cl_int),
          SORTED(some_floats) },
        { .name = "sort of bytes", .desc = { .task = CLSCAN_TASK_SORT, .value.name = "uchar" }, SORTED(bytes) },
        { .name = "sort by a key of pairs",
          .desc = { .task = CLSCAN_TASK_SORT,
                    .value.name = "float",
                    .in[0].name = "int2",
                    .user = { .source = "static float first(int2 x) { return -x.x; }", .map = "first" } },
          SORTED(pairs) },
        { .name = "descending sort by a comparison, with bytes",
          .desc = { .task = CLSCAN_TASK_SORT,
                    REVERSE,
                    .in[0].name = "int2",
                    .in[1].name = "uchar",
                    .out[1].name = "uchar",
                    .user = { .source = "static int less(int2 x, int2 y) { return x.x < y.x; }", .less = "less" } },
          .count = LONG,
          .in = { pairs, bytes },
          .in_size = { sizeof *pairs, sizeof *bytes },
          .out_size = { sizeof *pairs, sizeof *bytes } },
    };
    (void)state;
    check_all(cases, COUNT(cases));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scans),      cmocka_unit_test(test_tasks), cmocka_unit_test(test_runs),
        cmocka_unit_test(test_histograms), cmocka_unit_test(test_sorts),
    };
    return cmocka_run_group_tests(tests, open_all, team_devices_close);
}
