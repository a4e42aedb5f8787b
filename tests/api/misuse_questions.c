/* Wrong arguments of the functions that return information, and their results for extreme arguments. */
#include "api/scans.h"
#include "device/device.h"

#include <stdio.h>

static void test_workspace_size(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_HIERARCHICAL);
    clscan_plan *plan = new_plan(d->device, &desc);
    size_t bytes = 1;
    assert_fails(clscan_plan_workspace_size(NULL, 1, &bytes), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(clscan_plan_workspace_size(plan, 1, NULL), CLSCAN_ERROR_INVALID_VALUE, "bytes is NULL");
    assert_fails(clscan_plan_workspace_size(plan, SIZE_MAX, &bytes), CLSCAN_ERROR_INVALID_VALUE, "count is");
    assert_ok(clscan_plan_workspace_size(plan, 0, &bytes));
    assert_true(bytes <= sizeof(cl_int)); /* nothing has a total */
    clscan_plan_destroy(plan);
}

/* tests/unit/desc_problem.c has the sizes of all tasks. */
static void test_init_and_total_size(void **state) {
    const test_device *d = *state;
    const clscan_desc shorts = { .value.name = "short" }, own = { .value.name = "short", .op = CLSCAN_OP_ARGMIN };
    clscan_plan *a = new_plan(d->device, &shorts), *b = new_plan(d->device, &own);
    size_t bytes = 0;
    assert_fails(clscan_plan_init_size(NULL, &bytes), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(clscan_plan_init_size(a, NULL), CLSCAN_ERROR_INVALID_VALUE, "bytes is NULL");
    assert_fails(clscan_plan_total_size(NULL, &bytes), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(clscan_plan_total_size(a, NULL), CLSCAN_ERROR_INVALID_VALUE, "bytes is NULL");
    assert_ok(clscan_plan_init_size(a, &bytes));
    assert_int_equal(bytes, 2);
    assert_ok(clscan_plan_total_size(b, &bytes));
    assert_int_equal(bytes, 16); /* a short, and a ulong that is aligned */
    clscan_plan_destroy(a);
    clscan_plan_destroy(b);
}

/* Returns the most bytes of workspace that a strategy may need in the shapes of this test. slices has two records of 32
 * bytes for each slice of 12 elements. columns has a record of 8 bytes for each block of 6 elements, and another one
 * for each 8 blocks. chained and lookback have a record of 32 bytes for each tile of 16 elements, and lookback another
 * one for each 32 tiles, in small tiles two. reduce_scan has fewer totals than elements. global_steps keeps all
 * elements twice. hierarchical keeps them once, with the totals of tiles on all levels. */
static size_t most_workspace(clscan_strategy strategy, size_t count) {
    if (strategy == CLSCAN_STRATEGY_SLICES)
        return (2 * (count / 12) + 4) * 32;
    if (strategy == CLSCAN_STRATEGY_COLUMNS)
        return 32 + 2 * (count / 6 + 1) * 9;
    if (strategy == CLSCAN_STRATEGY_CHAINED)
        return (count / 16 + 3) * 32;
    if (strategy == CLSCAN_STRATEGY_LOOKBACK)
        return (count / 16 + 3 + 2 * ((count / 16 + 1) / 32)) * 32;
    return (strategy == CLSCAN_STRATEGY_REDUCE_SCAN ? count : 2 * count) * sizeof(cl_int);
}

/* Work-groups exchange tile numbers of 32 bits. */
static void test_too_many_tiles(void **state) {
    const test_device *d = *state;
    const size_t most = sizeof(size_t) > 4 ? (size_t)16 << 31 : 0; /* 16 elements in each; 0: size_t is too small */
    size_t bytes = 0;
    if (!test_device_runs(d, CLSCAN_STRATEGY_LOOKBACK) || !most)
        skip();
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_LOOKBACK);
    clscan_plan *plan = new_plan(d->device, &desc);
    if (clscan_plan_workspace_size(plan, most, &bytes) != CLSCAN_OK) /* a buffer may have less than 64 GiB */
        assert_has(clscan_last_message(), "count is 34359738368: strategy lookback takes|bytes of workspace");
    assert_fails(clscan_plan_workspace_size(plan, most + 1, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                 "count is 34359738369|tiles of 16 elements|2147483649|lookback|2147483648");
    clscan_plan_destroy(plan);
}

/* Without fences between work-groups, columns works without records. */
static bool needs_nothing(const test_device *d, clscan_strategy strategy) {
    return strategy == CLSCAN_STRATEGY_SINGLE_GROUP ||
           (strategy == CLSCAN_STRATEGY_COLUMNS && !d->device->caps.has_fence);
}

static void test_workspace_size_by_strategy(void **state) {
    const test_device *d = *state;
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        if (!test_device_runs(d, strategy))
            continue;
        const clscan_desc desc = small_tiles(strategy);
        clscan_plan *plan = new_plan(d->device, &desc);
        for (size_t count = 1; count < 3000; count += 7) {
            size_t bytes = 0;
            assert_ok(clscan_plan_workspace_size(plan, count, &bytes));
            assert_true((bytes == 0) == needs_nothing(d, strategy));
            assert_true(bytes <= most_workspace(strategy, count));
        }
        clscan_plan_destroy(plan);
    }
}

static void test_cache_stats(void **state) {
    const test_device *d = *state;
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    struct {
        clscan_cache_stats stats;
        size_t more;
    } newer = { .more = 77 };
    assert_fails(clscan_device_cache_stats(NULL, &stats), CLSCAN_ERROR_INVALID_VALUE, "device is NULL");
    assert_fails(clscan_device_cache_stats(d->device, NULL), CLSCAN_ERROR_INVALID_VALUE, "stats is NULL");
    stats.disk_stores = 77;
    stats.struct_size = offsetof(clscan_cache_stats, disk_stores); /* the size of the struct in an older header */
    assert_ok(clscan_device_cache_stats(d->device, &stats));
    assert_int_equal(stats.struct_size, offsetof(clscan_cache_stats, disk_stores));
    assert_int_equal(stats.disk_stores, 77);
    newer.stats.struct_size = sizeof newer;
    assert_ok(clscan_device_cache_stats(d->device, &newer.stats));
    assert_int_equal(newer.stats.struct_size, sizeof newer);
    assert_int_equal(newer.stats.programs, stats.programs);
    assert_int_equal(newer.more, 0);
    stats.struct_size = 1;
    assert_fails(clscan_device_cache_stats(d->device, &stats), CLSCAN_ERROR_INVALID_VALUE,
                 "stats.struct_size is 1, |_INIT");
}

static void test_describe(void **state) {
    const test_device *d = *state;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    char text[8] = "";
    const clscan_args row = { .num_dims = 1, .dims = { { .n = 10 } } }, contiguous = { .count = 10 },
                      most = { .count = SIZE_MAX };
    assert_fails(clscan_plan_describe(NULL, &row, text, sizeof text, NULL), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(clscan_plan_describe(plan, NULL, text, sizeof text, NULL), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    assert_fails(clscan_plan_describe(plan, &contiguous, NULL, 8, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "text is NULL|size is 8");
    assert_fails(clscan_plan_describe(plan, &row, text, sizeof text, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.num_dims is 1|CLSCAN_LAYOUT_CONTIGUOUS");
    assert_fails(clscan_plan_describe(plan, &most, text, sizeof text, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "count is 18446744073709551615");
    assert_fails(clscan_plan_source(NULL, 0, text, sizeof text, NULL), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(clscan_plan_source(plan, 0, NULL, 8, NULL), CLSCAN_ERROR_INVALID_VALUE, "text is NULL|size is 8");
    assert_ok(clscan_plan_describe(plan, &contiguous, NULL, 0, NULL));
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    assert_fails(clscan_plan_call_info(NULL, &row, &info), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(clscan_plan_call_info(plan, NULL, &info), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    assert_fails(clscan_plan_call_info(plan, &most, &info), CLSCAN_ERROR_INVALID_VALUE, "no memory holds");
    assert_ok(clscan_plan_call_info(plan, &(clscan_args) { .count = 0 }, &info));
    assert_fails(clscan_plan_call_info(plan, &contiguous, NULL), CLSCAN_ERROR_INVALID_VALUE, "info is NULL");
    info.struct_size = 1;
    assert_fails(clscan_plan_call_info(plan, &contiguous, &info), CLSCAN_ERROR_INVALID_VALUE,
                 "info.struct_size is 1, ");
    clscan_plan_destroy(plan);
    assert_string_equal(text, "");
}

static void test_describe_rows(void **state) {
    static const struct {
        clscan_args args;
        clscan_status status;
        const char *words;
    } wrong[] = {
        { { .count = 10 }, CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is 0|CLSCAN_LAYOUT_ROWS" },
        { { .count = 10, .num_dims = 1, .dims = { { .n = 10 } } }, CLSCAN_ERROR_INVALID_VALUE, "args.count is 10" },
        { { .num_dims = 5, .dims = { { .n = 10 } } }, CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is 5; at most 4" },
        { { .num_dims = 3, .dims = { { .n = 5, 1, 1 }, { .n = 2, 7, 7 }, { .n = 3, 50, 50 } } },
          CLSCAN_ERROR_INVALID_VALUE,
          "besides dims[0], args.dims has 2 dimensions with strides other than 1" },
        { { .num_dims = 2, .dims = { { .n = 5, 1, 1 }, { .n = 2, 5, 4 } } },
          CLSCAN_ERROR_BUFFER_OVERLAP,
          "5 elements|pitch of 4" },
        { { .num_dims = 2, .dims = { { .n = 5, SIZE_MAX / 2, 1 }, { .n = 2, 0, 0 } } },
          CLSCAN_ERROR_INVALID_VALUE,
          "input strides|past SIZE_MAX" },
        /* a pitch that comes to 0 modulo 2^64 */
        { { .num_dims = 2, .dims = { { .n = 2, 1, SIZE_MAX / 2 + 1 }, { .n = 50, 0, 0 } } },
          CLSCAN_ERROR_INVALID_VALUE,
          "output strides|past SIZE_MAX" },
    };
    const test_device *d = *state;
    const clscan_desc desc = { .layout = CLSCAN_LAYOUT_ROWS };
    clscan_plan *plan = new_plan(d->device, &desc);
    for (size_t i = 0; i < COUNT(wrong); i++) {
        clscan_call_info info = { .launches = 77 };
        assert_fails(clscan_plan_describe(plan, &wrong[i].args, NULL, 0, NULL), wrong[i].status, wrong[i].words);
        assert_fails(clscan_plan_call_info(plan, &wrong[i].args, &info), wrong[i].status, wrong[i].words);
        assert_int_equal(info.launches, 77);
    }
    clscan_plan_destroy(plan);
}

static void test_host_plan(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[8] = { 0 };
    assert_fails(execute_host(NULL, x, x, 8), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(execute_host(plan, NULL, x, 8), CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL|host");
    assert_fails(execute_host(plan, x, NULL, 8), CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL|host");
    assert_fails(execute_host(plan, x, x + 1, 7), CLSCAN_ERROR_BUFFER_OVERLAP, "overlap|28 bytes|4 apart");
    assert_fails(execute_host(plan, x, x, SIZE_MAX / 2), CLSCAN_ERROR_INVALID_VALUE, "count is");
    assert_ok(execute_host(plan, NULL, NULL, 0));
    clscan_plan_destroy(plan);
}

static void test_axis(void **state) {
    const size_t shape[] = { 2, 3, 5, 7 }, vast[] = { 2, SIZE_MAX / 2, 2 }, empty[] = { SIZE_MAX, 3, 0 },
                 rows[] = { SIZE_MAX, 2, 0 };
    clscan_args args = CLSCAN_ARGS_INIT;
    (void)state;
    args.num_dims = 77;
    assert_fails(clscan_args_set_axis(NULL, shape, 4, 0), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    assert_fails(clscan_args_set_axis(&args, NULL, 4, 0), CLSCAN_ERROR_INVALID_VALUE, "shape is NULL");
    assert_fails(clscan_args_set_axis(&args, shape, 0, 0), CLSCAN_ERROR_INVALID_VALUE, "rank is 0|1 to 4");
    assert_fails(clscan_args_set_axis(&args, shape, 5, 0), CLSCAN_ERROR_INVALID_VALUE, "rank is 5|1 to 4");
    assert_fails(clscan_args_set_axis(&args, shape, 3, 3), CLSCAN_ERROR_INVALID_VALUE, "axis is 3, but rank is 3");
    assert_fails(clscan_args_set_axis(&args, shape, 4, 0xFFFFFFFFu), CLSCAN_ERROR_INVALID_VALUE, "axis is 4294967295");
    assert_fails(clscan_args_set_axis(&args, vast, 3, 0), CLSCAN_ERROR_INVALID_VALUE, "shape[2] is 2|no memory");
    assert_int_equal(args.num_dims, 77);
    assert_fails(clscan_args_set_axis(&args, rows, 3, 2), CLSCAN_ERROR_INVALID_VALUE, "shape[1] is 2|that many rows");
    assert_ok(clscan_args_set_axis(&args, empty, 3, 1)); /* no elements, whatever the other extents are */
    assert_int_equal(args.dims[0].n * args.dims[1].n * args.dims[2].n, 0);
    assert_ok(clscan_args_set_axis(&args, shape, 4, 1));
    assert_int_equal(args.count, 0);
    const clscan_dim expected[] = { { .n = 3, 35, 35 }, { .n = 35, 1, 1 }, { .n = 2, 105, 105 } };
    assert_int_equal(args.num_dims, COUNT(expected));
    assert_memory_equal(args.dims, expected, sizeof expected);
}

static clscan_tuning tuning_of(const clscan_plan *plan, size_t count) {
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    assert_ok(clscan_plan_call_info(plan, &(clscan_args) { .count = count }, &info));
    return info.tuning;
}

/* clscan_plan_call_info stores the shape that was requested, and a plan with the returned shape returns it again. */
static void test_tuning(void **state) {
    const test_device *d = *state;
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = small_tiles(strategy);
        if (!test_device_runs(d, strategy) || strategy == CLSCAN_STRATEGY_COLUMNS)
            continue;
        clscan_plan *plan = new_plan(d->device, &desc);
        const clscan_tuning tuning = tuning_of(plan, SCAN_COUNT);
        assert_int_not_equal(tuning.strategy, CLSCAN_STRATEGY_AUTO);
        assert_int_not_equal(tuning.group, CLSCAN_GROUP_AUTO);
        if (strategy) {
            assert_int_equal(tuning.strategy, strategy);
            assert_int_equal(tuning.wg_size, desc.tuning.wg_size);
            assert_in_range(tuning.items, desc.tuning.items, desc.tuning.items + 3); /* rows hold whole packets */
        }
        clscan_plan_destroy(plan);
        const clscan_desc same = { .tuning = tuning };
        plan = new_plan(d->device, &same);
        const clscan_tuning again = tuning_of(plan, SCAN_COUNT);
        assert_memory_equal(&again, &tuning, sizeof tuning);
        clscan_plan_destroy(plan);
    }
}

/* The library's own row, given as options.tuning, leads to the same plan. The plan's description then names that
 * row. */
static void test_tuning_row(void **state) {
    const test_device *d = *state;
    const size_t many = (size_t)1 << 40;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device_options options = test_device_options(NULL);
    char row[2048], again[2048];
    clscan_device *device = NULL;
    size_t needed = 0;
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_tuning tuning = tuning_of(plan, many);
    assert_ok(clscan_plan_tuning_row(plan, many, row, sizeof row, &needed));
    assert_int_equal(needed, strlen(row) + 1);
    assert_has(row, "\" all ");
    assert_fails(clscan_plan_tuning_row(NULL, 1, row, 1, NULL), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_fails(clscan_plan_tuning_row(plan, 1, NULL, 8, NULL), CLSCAN_ERROR_INVALID_VALUE, "text is NULL|size is 8");
    clscan_plan_destroy(plan);
    options.tuning = row;
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    plan = new_plan(device, &desc);
    const clscan_tuning same = tuning_of(plan, 1);
    assert_memory_equal(&same, &tuning, sizeof same);
    assert_ok(clscan_plan_tuning_row(plan, 1, again, sizeof again, NULL));
    assert_string_equal(again, row);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
}

/* The same of tasks with shapes of their own, whose rows begin with the task. */
static void test_tuning_rows_of_tasks(void **state) {
    static const clscan_desc descs[] = {
        { .task = CLSCAN_TASK_SORT },
        { .task = CLSCAN_TASK_REDUCE },
        { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_FLAGS },
        { .task = CLSCAN_TASK_TOP_K, .sort.k = 3 },
        { .task = CLSCAN_TASK_HISTOGRAM,
          .value.name = "uint",
          .in[0].name = "int",
          .bins = { .count = 4, .upper = 4 } },
    };
    const test_device *d = *state;
    clscan_device_options options = test_device_options(NULL);
    for (size_t i = 0; i < COUNT(descs); i++) {
        char row[2048], again[2048], words[64];
        clscan_device *device = NULL;
        clscan_plan *plan = new_plan(d->device, &descs[i]);
        const clscan_tuning tuning = tuning_of(plan, 1 << 20);
        assert_ok(clscan_plan_tuning_row(plan, 1 << 20, row, sizeof row, NULL));
        snprintf(words, sizeof words, "\" task=%s ", clscan_task_name(descs[i].task));
        assert_has(row, words);
        clscan_plan_destroy(plan);
        options.tuning = row;
        assert_ok(clscan_device_create(d->context, d->id, &options, &device));
        plan = new_plan(device, &descs[i]);
        const clscan_tuning same = tuning_of(plan, 1 << 20);
        assert_memory_equal(&same, &tuning, sizeof same);
        assert_ok(clscan_plan_tuning_row(plan, 1 << 20, again, sizeof again, NULL));
        assert_string_equal(again, row);
        clscan_plan_destroy(plan);
        clscan_device_destroy(device);
    }
}

static void test_names(void **state) {
    (void)state;
    assert_null(clscan_type_name(SIZE_MAX));
    assert_null(clscan_op_name((clscan_op)99));
    assert_null(clscan_strategy_name((clscan_strategy)-7));
    assert_null(clscan_group_name((clscan_group)1000000));
    assert_int_equal(clscan_plan_num_replaced(NULL), 0);
    assert_int_equal(clscan_type_size(NULL), 0);
    assert_string_equal(clscan_status_name((clscan_status)-1), "unknown clscan_status");
    assert_fails(clscan_tuning_path(NULL, 8, NULL), CLSCAN_ERROR_INVALID_VALUE, "path is NULL|size is 8");
}

static void test_version(void **state) {
    (void)state;
    assert_int_equal(clscan_version(), CLSCAN_VERSION);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_tuning_row),     cmocka_unit_test(test_tuning_rows_of_tasks),
        cmocka_unit_test(test_workspace_size), cmocka_unit_test(test_init_and_total_size),
        cmocka_unit_test(test_too_many_tiles), cmocka_unit_test(test_workspace_size_by_strategy),
        cmocka_unit_test(test_cache_stats),    cmocka_unit_test(test_describe),
        cmocka_unit_test(test_describe_rows),  cmocka_unit_test(test_host_plan),
        cmocka_unit_test(test_version),        cmocka_unit_test(test_axis),
        cmocka_unit_test(test_names),          cmocka_unit_test(test_tuning),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
