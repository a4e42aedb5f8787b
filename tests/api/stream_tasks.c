/* Streams of reductions, selections, runs and histograms, compared with one call on all elements. */
#include "api/stream_data.h"

static int make_data(void **state) {
    make_common_data();
    return test_device_open(state);
}

#define TO_ONE .results = 1, .total_size = sizeof *ints

static void test_reductions(void **state) {
    static const affine init = { 5, 3 };
    clscan_desc product = affine_desc(CLSCAN_STRATEGY_AUTO, false, false);
    product.task = CLSCAN_TASK_REDUCE;
    const stream_case cases[] = {
        { .name = "sum", .desc = { .task = CLSCAN_TASK_REDUCE }, OF_INTS, TO_ONE },
        { .name = "argmax",
          .desc = { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_ARGMAX, .value.name = "long" },
          INDEX_OF_LONGS,
          .results = 1 },
        { .name = "checked sum",
          .desc = { .task = CLSCAN_TASK_REDUCE, .op = CLSCAN_OP_ADD_CHECKED, .value.name = "short" },
          CHECKED_SHORTS,
          .results = 1 },
        { .name = "affine maps", .desc = product, .init = &init, OF_MAPS, .results = 1 },
    };
    check_cases(*state, stream_check, cases, COUNT(cases));
}

static void test_selections(void **state) {
    const stream_case cases[] = {
        { .name = "by a predicate", .desc = { .task = CLSCAN_TASK_SELECT, KEEPING }, OF_INTS, COUNTED },
        { .name = "by flags",
          .desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS },
          .mask = flags,
          .mask_size = 1,
          OF_INTS,
          COUNTED },
    };
    check_selections(*state, stream_check);
    check_cases(*state, stream_check, cases, COUNT(cases));
}

static void test_unique(void **state) {
    const stream_case cases[] = {
        { .name = "first of runs", .desc = { .task = CLSCAN_TASK_UNIQUE }, RUNS_OF(runs) },
        { .name = "last of runs", .desc = { .task = CLSCAN_TASK_UNIQUE_LAST }, RUNS_OF(runs) },
        { .name = "last of long runs", .desc = { .task = CLSCAN_TASK_UNIQUE_LAST }, RUNS_OF(long_runs) },
        { .name = "last by keys, with a carried array",
          .desc = { .task = CLSCAN_TASK_UNIQUE_LAST,
                    KEYS,
                    .index_type.name = "uint",
                    .in[1].name = "short",
                    .out[1].name = "short" },
          .segments = runs,
          .segment_size = sizeof *runs,
          CARRYING_SHORTS },
    };
    check_cases(*state, stream_check, cases, COUNT(cases));
}

static void test_run_lengths(void **state) {
    const stream_case cases[] = {
        { .name = "lengths", .desc = { .task = CLSCAN_TASK_RUN_LENGTH }, RUNS_OF(runs), WITH_INDICES, WITH_LENGTHS },
        { .name = "lengths of long runs",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .length_type.name = "ulong", .index_type.name = "ulong" },
          RUNS_OF(long_runs),
          .index_size = 8,
          .length_size = 8,
          .first_index = 1000 },
        { .name = "lengths of runs of at least 3",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 3 },
          RUNS_OF(runs),
          WITH_INDICES,
          WITH_LENGTHS },
        { .name = "lengths of runs of which the last one is too short",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 170 },
          RUNS_OF(long_runs),
          WITH_INDICES,
          WITH_LENGTHS },
        { .name = "lengths of no run, because all are too short",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 171 },
          RUNS_OF(long_runs),
          WITH_INDICES,
          WITH_LENGTHS },
        { .name = "lengths of runs by a function, with segments by flags",
          .desc = { .task = CLSCAN_TASK_RUN_LENGTH,
                    FLAGS,
                    .user = { .source = "static int near(int a, int b) { return abs(a - b) < 700; }",
                              .same_key = "near" } },
          .segments = flags,
          .segment_size = 1,
          RUNS_OF(ints),
          WITH_INDICES,
          WITH_LENGTHS },
    };
    check_cases(*state, stream_check, cases, COUNT(cases));
}

static void test_histograms(void **state) {
    check_histograms(*state, stream_check);
}

/* All kept elements are counted, and those that fit are written. */
static void test_capacities(void **state) {
    enum { ROOM = 5 };
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS };
    clscan_stream *s = NULL;
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    cl_int out[ROOM + 1] = { [ROOM] = 99 };
    cl_ulong total = 0, expected = 0;
    clscan_args args = CLSCAN_ARGS_INIT;
    options.piece_elements = 50;
    assert_ok(clscan_stream_create(d->device, &desc, &options, &s));
    args.count = N;
    args.in[0].host = ints;
    args.mask.host = flags;
    args.out[0] = (clscan_ref) { .host = out, .capacity = ROOM };
    args.total.host = &total;
    assert_ok(clscan_stream_execute(s, &args));
    for (int i = 0; i < N; i++)
        if (flags[i] && ++expected <= ROOM)
            assert_int_equal(out[expected - 1], ints[i]);
    assert_int_equal(total, expected);
    assert_int_equal(out[ROOM], 99);
    args.out[0].host = NULL; /* only counts */
    args.out[0].capacity = 0;
    total = 0;
    assert_ok(clscan_stream_execute(s, &args));
    assert_int_equal(total, expected);
    clscan_stream_destroy(s);
}

/* Without elements there are no selected ones, no runs and no counts, and the sum is the identity. */
static void test_nothing(void **state) {
    const test_device *d = *state;
    const clscan_desc descs[] = {
        { .task = CLSCAN_TASK_REDUCE },
        { .task = CLSCAN_TASK_HISTOGRAM, .value.name = "int", .bins = { .count = BINS, .lower = 0, .upper = 7 } },
        { .task = CLSCAN_TASK_SELECT, KEEPING },
        { .task = CLSCAN_TASK_UNIQUE },
        { .task = CLSCAN_TASK_UNIQUE_LAST }
    };
    const size_t results[] = { 1, BINS, 0, 0, 0 };
    for (size_t i = 0; i < COUNT(descs); i++) {
        clscan_stream *s = NULL;
        cl_int out[BINS];
        size_t given = 0, n = 0;
        clscan_args args = CLSCAN_ARGS_INIT;
        memset(out, 0x55, sizeof out);
        assert_ok(clscan_stream_create(d->device, &descs[i], NULL, &s));
        assert_ok(clscan_stream_finish(s));
        do {
            args.out[0] = (clscan_ref) { .host = out, .offset = given };
            args.count = 2;
            assert_ok(clscan_stream_pull(s, &args, &n));
            given += n;
        } while (n > 0);
        assert_int_equal(given, results[i]);
        for (size_t k = 0; k < given; k++)
            assert_int_equal(out[k], 0);
        clscan_stream_destroy(s);
    }
}

int main(int count, char **arguments) {
    (void)count;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_reductions),  cmocka_unit_test(test_selections), cmocka_unit_test(test_unique),
        cmocka_unit_test(test_run_lengths), cmocka_unit_test(test_histograms), cmocka_unit_test(test_capacities),
        cmocka_unit_test(test_nothing),
    };
    return stream_run_tests(tests, make_data, arguments);
}
