/* The shapes of sorts on made-up devices: their strategy, and how many elements a work-item holds. */
#include "strategy/strategy.h"
#include "support/check.h"
#include "tuning/tune.h"

/* A GPU of NVIDIA's. */
static cs_caps nvidia(unsigned capability) {
    return (cs_caps) { .name = "a device that is not here",
                       .type = CL_DEVICE_TYPE_GPU,
                       .compute_units = 3,
                       .max_wg_size = 1024,
                       .local_bytes = 49152,
                       .stack_bytes = 8 << 20,
                       .compute_capability = capability,
                       .sub_groups = capability >= 70 ? CS_PTX : CS_NO_SUB_GROUPS,
                       .has_fence = capability >= 70 };
}

/* A sort of elements of `element` bytes by keys, whose counts have `count` bytes. */
static cs_problem by_keys(size_t element, size_t count) {
    return (cs_problem) { .traits = { .task = CLSCAN_TASK_SORT,
                                      .kind = CS_SORT,
                                      .value.type.size = count,
                                      .value.tile_bytes = count,
                                      .sort.passes = 4,
                                      .sort.bytes = element,
                                      .sort.staged = element } };
}

static cs_problem by_comparison(size_t element) {
    return (cs_problem) { .traits = { .task = CLSCAN_TASK_SORT,
                                      .kind = CS_SORT,
                                      .value.type.size = 4,
                                      .value.tile_bytes = element,
                                      .sort.by_comparison = true,
                                      .sort.merge_bytes = element } };
}

static cs_choice choice_of(const cs_caps *caps, const cs_problem *problem, clscan_tuning asked) {
    const clscan_desc desc = { .task = problem->traits.task, .tuning = asked };
    const cs_tuning tuning = { .caps = caps };
    cs_choice choices[CS_MAX_CHOICES];
    size_t n = 0;
    assert_ok(cs_tune(&tuning, problem, &desc, choices, &n));
    assert_int_equal(n, 1);
    assert_true(choices[0].shape.sort.sweeps == (choices[0].strategy == CLSCAN_STRATEGY_LOOKBACK));
    return choices[0];
}

static clscan_strategy strategy_on(unsigned capability, bool has_fence, clscan_tuning asked) {
    const cs_problem problem = by_keys(4, 4);
    cs_caps caps = nvidia(capability);
    caps.has_fence = has_fence;
    return choice_of(&caps, &problem, asked).strategy;
}

/* Sorts are in sweeps on GPUs from compute capability 7.0 on, if there are fences. The caller may ask for sweeps on any
 * device. */
static void test_sweeps(void **state) {
    const clscan_tuning any = { 0 }, alone = { .wg_size = 1 }, lookback = { .strategy = CLSCAN_STRATEGY_LOOKBACK },
                        reduce_scan = { .strategy = CLSCAN_STRATEGY_REDUCE_SCAN };
    const cs_caps h200 = nvidia(90);
    const cs_problem compares = by_comparison(4);
    cs_problem top_k = by_keys(4, 4);
    (void)state;
    top_k.traits.task = CLSCAN_TASK_TOP_K;
    top_k.traits.sort.top_k = 10;
    assert_int_equal(strategy_on(90, true, any), CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(strategy_on(70, true, any), CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(strategy_on(90, false, any), CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(strategy_on(61, false, any), CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(strategy_on(90, true, alone), CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(strategy_on(90, true, reduce_scan), CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(strategy_on(61, false, lookback), CLSCAN_STRATEGY_LOOKBACK);
    assert_int_equal(choice_of(&h200, &compares, any).strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_int_equal(choice_of(&h200, &top_k, any).strategy, CLSCAN_STRATEGY_REDUCE_SCAN);
}

static unsigned items_by_keys(unsigned capability, size_t element, size_t count) {
    const cs_caps caps = nvidia(capability);
    const cs_problem problem = by_keys(element, count);
    return choice_of(&caps, &problem, (clscan_tuning) { 0 }).shape.items;
}

/* The rows are for elements of exactly their size, and their items are elements of that size. Counts of 8 bytes do not
 * change them. Large elements have as many items as fit into local memory, an odd number. */
static void test_items_by_keys(void **state) {
    (void)state;
    for (size_t count = 4; count <= 8; count += 4) {
        assert_int_equal(items_by_keys(90, 4, count), 25);
        assert_int_equal(items_by_keys(90, 8, count), 17);
        assert_int_equal(items_by_keys(75, 8, count), 17);
        assert_int_equal(items_by_keys(61, 8, count), 15);
    }
    assert_int_equal(items_by_keys(90, 1, 4), 25);
    assert_true(items_by_keys(90, 16, 4) < 17 && items_by_keys(90, 16, 4) % 2 == 1);
}

/* In merge_sort.def, items are elements of 8 bytes. */
static void test_items_by_comparison(void **state) {
    const struct {
        size_t element;
        unsigned items;
    } expected[] = { { 1, 18 }, { 4, 18 }, { 8, 9 }, { 12, 6 }, { 24, 3 }, { 40, 2 } };
    const cs_caps caps = nvidia(90);
    (void)state;
    for (size_t i = 0; i < COUNT(expected); i++) {
        const cs_problem problem = by_comparison(expected[i].element);
        assert_int_equal(choice_of(&caps, &problem, (clscan_tuning) { 0 }).shape.items, expected[i].items);
    }
}

/* A work-group has as many counters for each digit as the row says, or fewer if it counts the digits of many passes. */
static void test_counters(void **state) {
    const cs_caps caps = nvidia(90);
    const unsigned passes[] = { 1, 2, 4, 8, 12, 16, 17 }, expected[] = { 8, 8, 4, 2, 1, 1, 1 };
    cs_problem problem = by_keys(4, 4);
    (void)state;
    for (size_t i = 0; i < COUNT(passes); i++) {
        problem.traits.sort.passes = passes[i];
        const cs_shape shape = choice_of(&caps, &problem, (clscan_tuning) { 0 }).shape;
        assert_int_equal(cs_shape_sort_counters(&shape), expected[i]);
    }
}

/* Returns the launches of a top-k with four passes by work-groups of `wg_size`. */
static size_t launches_of_top_k(unsigned wg_size, unsigned k) {
    const cs_caps caps = nvidia(90);
    cs_problem problem = by_keys(4, 4);
    problem.traits.task = CLSCAN_TASK_TOP_K;
    problem.traits.sort.top_k = k;
    const cs_shape shape = choice_of(&caps, &problem, (clscan_tuning) { .wg_size = wg_size }).shape;
    return cs_top_k.launches(&shape, 1 << 20);
}

/* Few elements of a top-k are put in order by one launch after the nine of the select, and more in passes. */
static void test_ranked(void **state) {
    (void)state;
    assert_int_equal(launches_of_top_k(256, 4096), 9 + 1);
    assert_int_equal(launches_of_top_k(256, 4097), 9 + 4 * 3);
    assert_int_equal(launches_of_top_k(1, 64), 9 + 1);
    assert_int_equal(launches_of_top_k(1, 65), 9 + 4 * 3);
}

/* Returns the launches of a top-k of 2^20 elements by rows of `length`, with four digits of keys. */
static size_t launches_by_rows_of_top_k(unsigned wg_size, size_t length, unsigned k) {
    const cs_caps caps = nvidia(90);
    cs_problem problem = by_keys(4, 4);
    problem.traits.task = CLSCAN_TASK_TOP_K;
    problem.traits.has_rows = true;
    problem.traits.sort.top_k = k;
    problem.traits.sort.passes = 4 + 4;
    problem.traits.sort.segment_passes = 4;
    const cs_shape shape = choice_of(&caps, &problem, (clscan_tuning) { .wg_size = wg_size }).shape;
    return cs_top_k.launches_of_lines(&shape, (1 << 20) / length, length, 1);
}

/* Short rows are ranked as they are. One launch selects the first elements of longer rows. Another launch ranks the
 * selected elements if they are few. If they are many, passes sort them by four digits of the keys and by the digits of
 * the rows' ids. A single row is treated like an array. */
static void test_rows_of_top_k(void **state) {
    (void)state;
    assert_int_equal(launches_by_rows_of_top_k(256, 16, 10), 1);
    assert_int_equal(launches_by_rows_of_top_k(256, 1 << 12, 10), 1 + 1);
    assert_int_equal(launches_by_rows_of_top_k(256, 1 << 12, 1 << 10), 1 + 3 * (4 + 1));
    assert_int_equal(launches_by_rows_of_top_k(256, 1 << 11, 1 << 10), 1 + 3 * (4 + 2));
    assert_int_equal(launches_by_rows_of_top_k(256, 1 << 20, 10), 9 + 1);
    assert_int_equal(launches_by_rows_of_top_k(1, 16, 10), 1);
    assert_int_equal(launches_by_rows_of_top_k(1, 1 << 12, 10), 1 + 1);
    assert_int_equal(launches_by_rows_of_top_k(1, 1 << 12, 1 << 10), 1 + 3 * (4 + 1));
}

/* Returns the launches of a sort of 2^20 elements by rows of `length`, with four digits of keys and four of ids. */
static size_t launches_by_rows(size_t length, bool counts_heads) {
    cs_shape shape = { .wg_size = 64, .items = 4, .tile = 256, .groups = 8 };
    shape.sort = (cs_sort_shape) { .passes = 4 + 4, .segment_passes = 4, .counts_heads = counts_heads };
    return cs_sort.launches_of_lines(&shape, (1 << 20) / length, length, 1);
}

/* Each pass has three launches. There are as many passes by the id of a row as the last row has digits. Where there
 * are heads, each element may be one: three launches number the segments, and 2^20 elements have three digits. */
static void test_passes_by_rows(void **state) {
    (void)state;
    assert_int_equal(launches_by_rows(1 << 20, false), 3 * 4);
    assert_int_equal(launches_by_rows(1 << 19, false), 3 * (4 + 1));
    assert_int_equal(launches_by_rows(1 << 12, false), 3 * (4 + 1));
    assert_int_equal(launches_by_rows(1 << 11, false), 3 * (4 + 2));
    assert_int_equal(launches_by_rows(1, false), 3 * (4 + 3));
    assert_int_equal(launches_by_rows(1 << 12, true), 3 + 3 * (4 + 3));
}

/* Returns true if rows are sorted by single work-groups on a GPU with 132 compute units of compute capability 9.0. */
static bool is_alone(clscan_strategy strategy, size_t rows, size_t length) {
    cs_caps caps = nvidia(90);
    cs_problem problem = by_keys(4, 4);
    caps.compute_units = 132;
    problem.traits.has_rows = true;
    problem.traits.sort.passes = 4 + 4;
    problem.traits.sort.segment_passes = 4;
    const cs_shape shape = choice_of(&caps, &problem, (clscan_tuning) { .strategy = strategy }).shape;
    return cs_sort.launches_of_lines(&shape, rows, length, 1) == 1;
}

/* Rows that fit into a tile of 256 x 25 elements are sorted by single work-groups, and rows of up to 2^16 elements if
 * there is one for each compute unit. */
static void test_rows_alone(void **state) {
    enum { TILE = 256 * 25, MOST = 1 << 16, LONG = 1 << 20 };
    (void)state;
    assert_true(is_alone(CLSCAN_STRATEGY_AUTO, 2, TILE));
    assert_false(is_alone(CLSCAN_STRATEGY_AUTO, 2, TILE + 1));
    assert_true(is_alone(CLSCAN_STRATEGY_AUTO, 256, MOST));
    assert_true(is_alone(CLSCAN_STRATEGY_AUTO, 132, MOST));
    assert_false(is_alone(CLSCAN_STRATEGY_AUTO, 131, MOST));
    assert_false(is_alone(CLSCAN_STRATEGY_AUTO, 256, MOST + 1));
    assert_false(is_alone(CLSCAN_STRATEGY_AUTO, 16, LONG));
    assert_false(is_alone(CLSCAN_STRATEGY_LOOKBACK, 256, TILE));
    assert_false(is_alone(CLSCAN_STRATEGY_REDUCE_SCAN, 256, TILE));
    assert_true(is_alone(CLSCAN_STRATEGY_SINGLE_GROUP, 16, LONG));
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_sweeps),
                                        cmocka_unit_test(test_items_by_keys),
                                        cmocka_unit_test(test_items_by_comparison),
                                        cmocka_unit_test(test_counters),
                                        cmocka_unit_test(test_ranked),
                                        cmocka_unit_test(test_rows_of_top_k),
                                        cmocka_unit_test(test_passes_by_rows),
                                        cmocka_unit_test(test_rows_alone) };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
