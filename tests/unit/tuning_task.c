/* The user's own rows of tasks: which rows a task follows, and what becomes of their numbers. */
#include "support/check.h"
#include "tuning/tune.h"

#include <stdint.h>
#include <stdio.h>

static const cs_caps cpu = { .name = "a CPU",
                             .type = CL_DEVICE_TYPE_CPU,
                             .compute_units = 3,
                             .max_wg_size = 4096,
                             .local_bytes = 1 << 20,
                             .stack_bytes = 8 << 20,
                             .has_fence = true };

static const cs_problem scans = { .traits = { .value.type.size = 4,
                                              .value.tile_bytes = 4,
                                              .value.as_in_memory = true } },
                        selections = { .traits = { .task = CLSCAN_TASK_SELECT,
                                                   .kind = CS_SELECTION,
                                                   .value.type.size = 4,
                                                   .in[0].size = 8,
                                                   .value.tile_bytes = 4,
                                                   .value.as_in_memory = true } },
                        partitions = { .traits = { .task = CLSCAN_TASK_PARTITION,
                                                   .kind = CS_SELECTION,
                                                   .value.type.size = 4,
                                                   .in[0].size = 8,
                                                   .value.tile_bytes = 4 } },
                        sums = { .traits = { .task = CLSCAN_TASK_REDUCE,
                                             .kind = CS_REDUCTION,
                                             .reduces = true,
                                             .value.type.size = 4,
                                             .value.tile_bytes = 4 } },
                        sorts = { .traits = { .task = CLSCAN_TASK_SORT,
                                              .kind = CS_SORT,
                                              .value.type.size = 4,
                                              .value.tile_bytes = 4,
                                              .sort = { .passes = 4, .bytes = 8, .staged = 8 } } },
                        merge_sorts = { .traits = { .task = CLSCAN_TASK_SORT,
                                                    .kind = CS_SORT,
                                                    .value.type.size = 4,
                                                    .value.tile_bytes = 8,
                                                    .sort = { .by_comparison = true, .merge_bytes = 8 } } },
                        histograms = { .traits = { .task = CLSCAN_TASK_HISTOGRAM,
                                                   .kind = CS_HISTOGRAM,
                                                   .value.type.size = 4,
                                                   .in[0].size = 8,
                                                   .value.tile_bytes = 4,
                                                   .histogram.bins = 256 } };

static const struct {
    const cs_problem *problem;
    int task;
    size_t element; /* the size of the rows that the task follows */
} tasks[] = {
    { &scans, CLSCAN_TASK_SCAN, 4 },           { &selections, CLSCAN_TASK_SELECT, 8 },
    { &partitions, CLSCAN_TASK_PARTITION, 8 }, { &sums, CLSCAN_TASK_REDUCE, 4 },
    { &sorts, CLSCAN_TASK_SORT, 8 },           { &merge_sorts, CS_TUNING_TASK_MERGE_SORT, 8 },
    { &histograms, CLSCAN_TASK_HISTOGRAM, 8 },
};

static cs_choice choices[CS_MAX_CHOICES];

static size_t choose(const cs_tuning *tuning, const cs_problem *problem, clscan_desc desc) {
    size_t n = 0;
    desc.task = problem->traits.task;
    assert_ok(cs_tune(tuning, problem, &desc, choices, &n));
    assert_true(n > 0 && choices[n - 1].limit == SIZE_MAX);
    return n;
}

static cs_tuning_row row_of(int task, size_t element, size_t limit, clscan_strategy strategy) {
    return (cs_tuning_row) { .origin = "FILE",
                             .line = 1,
                             .task = task,
                             .limit = limit,
                             .element = element,
                             .strategy = strategy,
                             .shape = { .group = CLSCAN_GROUP_BLELLOCH, .wg_size = 32, .items = 6, .groups = 7 } };
}

/* A task follows the rows of its name and size, and a selection also rows of scans. */
static void test_whose_rows(void **state) {
    static cs_tuning tuning = { .caps = &cpu, .num_own = 1 };
    (void)state;
    for (size_t t = 0; t < COUNT(tasks); t++)
        for (size_t r = 0; r < COUNT(tasks); r++) {
            const bool same = tasks[t].task == tasks[r].task;
            tuning.own[0] = row_of(tasks[r].task, 0, SIZE_MAX, CLSCAN_STRATEGY_REDUCE_SCAN);
            const bool follows = same || (tasks[r].task == CLSCAN_TASK_SCAN && tasks[t].task == CLSCAN_TASK_SELECT);
            assert_true(choose(&tuning, tasks[t].problem, (clscan_desc) { 0 }) == 1 || !follows);
            assert_true((choices[0].shape.wg_size == 32) == follows);
            assert_true((choices[0].row.line == 1) == follows);
            tuning.own[0].element = tasks[t].element;
            choose(&tuning, tasks[t].problem, (clscan_desc) { 0 });
            const bool counts = follows && tasks[t].problem->traits.value.type.size == tuning.own[0].element;
            assert_true((choices[0].row.line == 1) == (same || counts));
            tuning.own[0].element = 16;
            choose(&tuning, tasks[t].problem, (clscan_desc) { 0 });
            assert_int_equal(choices[0].row.line, 0);
            tuning.own[0].element = 0;
            choose(&tuning, tasks[t].problem, (clscan_desc) { .deterministic = 1 });
            assert_int_equal(choices[0].row.line, 0);
        }
}

/* A selection prefers its own rows to rows of scans, in whatever order the rows are. */
static void test_own_before_scans(void **state) {
    static cs_tuning tuning = { .caps = &cpu, .num_own = 2 };
    (void)state;
    tuning.own[0] = row_of(CLSCAN_TASK_SCAN, 0, SIZE_MAX, CLSCAN_STRATEGY_REDUCE_SCAN);
    tuning.own[1] = row_of(CLSCAN_TASK_SELECT, 0, 1000, CLSCAN_STRATEGY_HIERARCHICAL);
    assert_int_equal(choose(&tuning, &selections, (clscan_desc) { 0 }), 2);
    assert_true(choices[0].strategy == CLSCAN_STRATEGY_HIERARCHICAL && choices[0].limit == 1000);
    assert_int_equal(choices[1].strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(choose(&tuning, &selections, (clscan_desc) { .tuning.strategy = CLSCAN_STRATEGY_HIERARCHICAL }),
                     1);
    assert_int_equal(choices[0].row.task, CLSCAN_TASK_SELECT);
    assert_int_equal(choose(&tuning, &scans, (clscan_desc) { 0 }), 1);
}

/* Rows for few elements are followed by the table's choice. The strategy of a row decides which work-groups are alone.
 */
static void test_ranges(void **state) {
    static cs_tuning tuning = { .caps = &cpu, .num_own = 2 };
    (void)state;
    tuning.own[0] = row_of(CLSCAN_TASK_SORT, 8, 5000, CLSCAN_STRATEGY_SINGLE_GROUP);
    tuning.own[1] = row_of(CLSCAN_TASK_SORT, 0, 1 << 20, CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(choose(&tuning, &sorts, (clscan_desc) { 0 }), 3);
    assert_true(choices[0].limit == 5000 && choices[0].strategy == CLSCAN_STRATEGY_SINGLE_GROUP);
    assert_true(choices[0].shape.undivided == SIZE_MAX && !choices[0].shape.sort.sweeps);
    assert_true(choices[1].limit == 1 << 20 && choices[1].strategy == CLSCAN_STRATEGY_LOOKBACK);
    assert_true(choices[1].shape.sort.sweeps && choices[1].shape.undivided == 8192); /* as in sort.def */
    assert_true(choices[2].strategy == CLSCAN_STRATEGY_REDUCE_SCAN && choices[2].row.line == 0);
    assert_int_equal(choose(&tuning, &sorts, (clscan_desc) { .max_count = 5000 }), 1);
    assert_int_equal(choose(&tuning, &sorts, (clscan_desc) { .max_count = 5001 }), 2);
    assert_int_equal(choose(&tuning, &sorts, (clscan_desc) { .tuning.wg_size = 1 }), 3);
    assert_int_equal(choices[1].strategy, CLSCAN_STRATEGY_REDUCE_SCAN); /* one work-item cannot sweep */
    tuning.own[0] = row_of(CLSCAN_TASK_REDUCE, 0, 5000, CLSCAN_STRATEGY_SINGLE_GROUP);
    tuning.own[1] = row_of(CLSCAN_TASK_REDUCE, 0, SIZE_MAX, CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(choose(&tuning, &sums, (clscan_desc) { 0 }), 2);
    assert_true(choices[0].shape.undivided == SIZE_MAX && choices[1].shape.undivided < SIZE_MAX);
    assert_true(choices[1].strategy == CLSCAN_STRATEGY_LOOKBACK && choices[1].shape.wg_size == 32);
    assert_int_equal(choose(&tuning, &sums, (clscan_desc) { .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN }), 1);
    assert_int_equal(choices[0].row.line, 0);
}

/* Items are elements of the size that the task's table counts, and shapes too large for the device are reduced. */
static void test_numbers(void **state) {
    static cs_tuning tuning = { .caps = &cpu, .num_own = 1 };
    static const unsigned items[] = { 6, 6, 6, 6, 6, 6, 3 };
    (void)state;
    for (size_t t = 0; t < COUNT(tasks); t++) {
        tuning.own[0] = row_of(tasks[t].task, 0, SIZE_MAX, CLSCAN_STRATEGY_REDUCE_SCAN);
        choose(&tuning, tasks[t].problem, (clscan_desc) { 0 });
        assert_int_equal(choices[0].shape.items, items[t]);
        assert_int_equal(choices[0].shape.groups, 7 * cpu.compute_units);
        tuning.own[0].shape.wg_size = 1 << 16;
        tuning.own[0].shape.items = 512;
        choose(&tuning, tasks[t].problem, (clscan_desc) { 0 });
        const cs_shape *shape = &choices[0].shape;
        assert_true(shape->wg_size <= cpu.max_wg_size);
        assert_true(!shape->sort.passes || (size_t)shape->wg_size * shape->items <= CS_MOST_SORT_TILE);
        assert_true(tasks[t].task == CLSCAN_TASK_HISTOGRAM || /* holds no tile */
                    cs_shape_fits(shape, &cpu, tasks[t].problem->traits.value.tile_bytes));
        choose(&tuning, tasks[t].problem, (clscan_desc) { .tuning = { .wg_size = 16, .items = 2, .num_groups = 5 } });
        assert_true(choices[0].shape.wg_size == 16 && choices[0].shape.items == 2 && choices[0].shape.groups == 5);
    }
}

static void assert_prints(const cs_problem *problem, const char *expected) {
    const cs_tuning tuning = { .caps = &cpu };
    cs_strbuf text = { 0 };
    choose(&tuning, problem, (clscan_desc) { 0 });
    cs_tuning_print(&text, &cpu, &choices[0].row);
    cs_tuning_print_origin(&text, &choices[0].row);
    assert_string_equal(text.data, expected);
    cs_strbuf_free(&text);
}

/* Without rows of the user's own, the row has the numbers of the task's own table. */
static void test_rows_of_the_tables(void **state) {
    (void)state;
    assert_prints(&sorts, "\"a CPU\" \"\" task=sort all any reduce_scan sequential 1 16 0 0 1 # cpu");
    assert_prints(&merge_sorts, "\"a CPU\" \"\" task=merge_sort all any reduce_scan sequential 1 256 0 0 4 # cpu");
    assert_prints(&histograms, "\"a CPU\" \"\" task=histogram all any reduce_scan sequential 1 64 0 0 1 # cpu");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whose_rows), cmocka_unit_test(test_own_before_scans),   cmocka_unit_test(test_ranges),
        cmocka_unit_test(test_numbers),    cmocka_unit_test(test_rows_of_the_tables),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
