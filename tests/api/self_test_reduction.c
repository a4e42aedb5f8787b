/* The self-test of reductions: corrupt kernels are replaced, and right ones are not, whatever is reduced and however it
 * lies. */
#include "api/self_test.h"

static clscan_desc reduction(clscan_strategy strategy, clscan_layout layout) {
    clscan_desc desc = small_tiles(strategy);
    desc.task = CLSCAN_TASK_REDUCE;
    desc.layout = layout;
    return desc;
}

static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_STRATEGY_REDUCE_SCAN,
                                              CLSCAN_STRATEGY_COLUMNS, CLSCAN_STRATEGY_LOOKBACK };

static void test_right_ones_stay(void **state) {
    static const struct {
        clscan_op op;
        const char *type, *in;
        int reverse;
    } ways[] = { { CLSCAN_OP_ADD, "float", NULL, 0 },    { CLSCAN_OP_MAX, "ushort3", NULL, 1 },
                 { CLSCAN_OP_ARGMIN, "int", NULL, 0 },   { CLSCAN_OP_ADD_CHECKED, "int", NULL, 1 },
                 { CLSCAN_OP_ADD, "ulong", "uchar", 0 }, { CLSCAN_OP_MIN, "uint", NULL, 1 },
                 { CLSCAN_OP_MUL, "float", NULL, 0 } };
    for (size_t i = 0; i < COUNT(ways); i++) {
        clscan_desc desc =
            reduction(strategies[i % COUNT(strategies)], i % 2 ? CLSCAN_LAYOUT_CONTIGUOUS : CLSCAN_LAYOUT_ROWS);
        desc.op = ways[i].op;
        desc.value.name = ways[i].type;
        desc.in[0].name = ways[i].in;
        desc.reverse = ways[i].reverse;
        accept(*state, &desc, clscan_op_name(desc.op));
        assert_null(strstr(log_lines, "reference kernel only")); /* plain C judges all of these */
    }
}

/* Results of segments, with keys, two outputs, conversions and numbers that round, by strategies that share tiles and
 * by one that looks back. */
static void test_right_ones_by_segments_stay(void **state) {
    static const struct {
        clscan_segments segments;
        clscan_strategy strategy;
        clscan_op op;
        const char *type, *in, *key;
        int reverse;
    } ways[] = {
        { CLSCAN_SEGMENTS_FLAGS, CLSCAN_STRATEGY_LOOKBACK, CLSCAN_OP_ADD, "float", NULL, NULL, 1 },
        { CLSCAN_SEGMENTS_BITS, CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_OP_MAX, "ushort3", NULL, NULL, 1 },
        { CLSCAN_SEGMENTS_KEYS, CLSCAN_STRATEGY_LOOKBACK, CLSCAN_OP_ARGMIN, "int", NULL, "uchar", 0 },
        { CLSCAN_SEGMENTS_KEYS, CLSCAN_STRATEGY_CHAINED, CLSCAN_OP_ADD, "ulong", "uchar", "float", 1 },
        { CLSCAN_SEGMENTS_OFFSETS, CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_OP_ADD_CHECKED, "int", NULL, "uint", 1 },
        { CLSCAN_SEGMENTS_OFFSETS, CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_OP_RECURRENCE, "int", NULL, "ulong", 0 },
        { CLSCAN_SEGMENTS_OFFSETS, CLSCAN_STRATEGY_LOOKBACK, CLSCAN_OP_ADD, "float2", NULL, "uint", 0 },
    };
    for (size_t i = 0; i < COUNT(ways); i++) {
        clscan_desc desc = reduction(ways[i].strategy, CLSCAN_LAYOUT_CONTIGUOUS);
        if (!test_device_runs(*state, ways[i].strategy))
            continue;
        desc.segments = ways[i].segments;
        desc.op = ways[i].op;
        desc.value.name = ways[i].type;
        desc.in[0].name = ways[i].in;
        desc.key.name = ways[i].key;
        desc.reverse = ways[i].reverse;
        accept(*state, &desc, clscan_segments_name(desc.segments));
        assert_null(strstr(log_lines, "reference kernel only"));
    }
}

/* A wrong result of a segment, a wrong key, and a wrong result of a segment without elements are noticed. */
static void test_wrong_ones_by_segments_give_way(void **state) {
    static const struct {
        clscan_segments segments;
        const char *corrupt, *words;
    } ways[] = { { CLSCAN_SEGMENTS_FLAGS, "clscan_scan_spans ", "reduce_scan is wrong from element 100 of" },
                 { CLSCAN_SEGMENTS_KEYS, "clscan_scan_spans ", "reduce_scan is wrong from element 100 of" },
                 { CLSCAN_SEGMENTS_OFFSETS, "clscan_scan_spans ", "reduce_scan is wrong from element 100 of" } };
    build_options = test_unoptimized();
    least_wg_size = 2; /* not the reference kernel */
    for (size_t i = 0; i < COUNT(ways); i++) {
        clscan_desc desc = reduction(CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_LAYOUT_CONTIGUOUS);
        clscan_plan *plan = NULL;
        desc.segments = ways[i].segments;
        corrupt = ways[i].corrupt;
        assert_ok(make(*state, &desc, &plan));
        assert_has(log_lines, ways[i].words);
        assert_int_equal(clscan_plan_num_replaced(plan), 1);
        corrupt = "";
        clscan_plan_destroy(plan);
    }
    least_wg_size = 0;
    build_options = NULL;
}

/* Plain C notices a reference kernel that stores a wrong result, and one that leaves out segments without elements. */
static void test_nothing_to_trust_by_segments(void **state) {
    clscan_desc desc = reduction(CLSCAN_STRATEGY_REDUCE_SCAN, CLSCAN_LAYOUT_CONTIGUOUS);
    clscan_plan *plan = NULL;
    build_options = test_unoptimized();
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    corrupt = "clscan_reference ";
    always_so = true;
    assert_fails(make(*state, &desc, &plan), CLSCAN_ERROR_WRONG_RESULTS, "the reference kernel|wrongly");
    corrupt = "";
    lost = "clscan_empty_segments ";
    assert_fails(make(*state, &desc, &plan), CLSCAN_ERROR_WRONG_RESULTS, "the reference kernel");
    lost = "";
    always_so = false;
    build_options = NULL;
}

/* The total of such a reduction is a number of segments, and not the identity with which a user operator is tested. */
static void test_user_operators_by_segments(void **state) {
    static const cl_int ints[] = { 5, 7 };
    clscan_desc desc = reduction(CLSCAN_STRATEGY_AUTO, CLSCAN_LAYOUT_CONTIGUOUS);
    clscan_plan *plan = NULL;
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    desc.user = (clscan_user) { .source = "static int both(int a, int b) { return a + b; }",
                                .combine = "both",
                                .identity = "0" };
    desc.sample.elements = ints;
    desc.sample.count = COUNT(ints);
    assert_ok(make(*state, &desc, &plan));
    assert_has(log_lines, "self-test: none, the total of a reduction by segments");
    clscan_plan_destroy(plan);
}

/* The strategy becomes another one, and is right then. */
static void expect(const test_device *d, clscan_strategy strategy, const char *kernel, const char *words) {
    const clscan_desc desc = reduction(strategy, CLSCAN_LAYOUT_CONTIGUOUS);
    const cl_mem in = new_input(d, 3), out = new_output(d);
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = SCAN_COUNT };
    clscan_plan *plan = NULL;
    cl_int sum = 0;
    corrupt = kernel;
    assert_ok(make(d, &desc, &plan));
    assert_has(log_lines, words);
    assert_int_equal(clscan_plan_num_replaced(plan), 1);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL));
    assert_int_equal(sum, 3 * SCAN_COUNT);
    corrupt = "";
    clscan_plan_destroy(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static void test_wrong_ones_give_way(void **state) {
    build_options = test_unoptimized();
    corrupt_at = 0;
    expect(*state, CLSCAN_STRATEGY_REDUCE_SCAN, "clscan_combine_parts ",
           "reduce_scan is wrong from element 0 of|single_group takes the place of reduce_scan|single_group is right");
    expect(*state, CLSCAN_STRATEGY_LOOKBACK, "clscan_reduce_one_launch ",
           "lookback is wrong from element 0 of|reduce_scan takes the place of lookback|reduce_scan is right");
    expect(*state, CLSCAN_STRATEGY_COLUMNS, "clscan_reduce_columns clscan_combine_parts ",
           "columns is wrong|single_group takes the place of reduce_scan");
    expect(*state, CLSCAN_STRATEGY_SINGLE_GROUP, "clscan_reduce_lines ",
           "single_group is wrong from element 0 of|reference takes the place of single_group");
    build_options = NULL;
    corrupt_at = 400;
}

/* A wrong reference kernel is noticed by plain C. */
static void test_nothing_to_trust(void **state) {
    const clscan_desc desc = reduction(CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_LAYOUT_ROWS);
    clscan_plan *plan = NULL;
    corrupt = "clscan_reference ";
    corrupt_at = 4; /* the second result of three rows */
    always_so = true;
    assert_fails(make(*state, &desc, &plan), CLSCAN_ERROR_WRONG_RESULTS, "the reference kernel|wrongly");
    always_so = false;
    assert_fails(make(*state, &desc, &plan), CLSCAN_ERROR_WRONG_RESULTS, "to two different results, from element 1 on");
    corrupt = "";
    corrupt_at = 400;
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_right_ones_stay),
                                        cmocka_unit_test(test_wrong_ones_give_way),
                                        cmocka_unit_test(test_nothing_to_trust),
                                        cmocka_unit_test(test_right_ones_by_segments_stay),
                                        cmocka_unit_test(test_wrong_ones_by_segments_give_way),
                                        cmocka_unit_test(test_nothing_to_trust_by_segments),
                                        cmocka_unit_test(test_user_operators_by_segments) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
