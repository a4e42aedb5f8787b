/* The self-test of reductions: spoilt kernels are replaced, and right ones are not, whatever is reduced and however it
 * lies. */
#include "api/self_test.h"

static clscan_desc reduction(clscan_strategy strategy, clscan_layout layout) {
    clscan_desc desc = small_tiles(strategy);
    desc.task = CLSCAN_TASK_REDUCE;
    desc.layout = layout;
    return desc;
}

static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_STRATEGY_REDUCE_SCAN,
                                              CLSCAN_STRATEGY_COLUMNS };

static void test_right_ones_stay(void **state) {
    static const struct {
        clscan_op op;
        const char *type, *in;
        int reverse;
    } ways[] = { { CLSCAN_OP_ADD, "float", NULL, 0 },
                 { CLSCAN_OP_MAX, "ushort3", NULL, 1 },
                 { CLSCAN_OP_ARGMIN, "int", NULL, 0 },
                 { CLSCAN_OP_ADD_CHECKED, "int", NULL, 1 },
                 { CLSCAN_OP_ADD, "ulong", "uchar", 0 } };
    for (size_t i = 0; i < COUNT(ways); i++) {
        clscan_desc desc = reduction(strategies[i % 3], i % 2 ? CLSCAN_LAYOUT_CONTIGUOUS : CLSCAN_LAYOUT_ROWS);
        desc.op = ways[i].op;
        desc.value.name = ways[i].type;
        desc.in[0].name = ways[i].in;
        desc.reverse = ways[i].reverse;
        accept(*state, &desc, clscan_op_name(desc.op));
        assert_null(strstr(told, "reference kernel only")); /* plain C judges all of these */
    }
}

/* The strategy becomes another one, and is right then. */
static void expect(const test_device *d, clscan_strategy strategy, const char *kernel, const char *words) {
    const clscan_desc desc = reduction(strategy, CLSCAN_LAYOUT_CONTIGUOUS);
    const cl_mem in = new_input(d, 3), out = new_output(d);
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = SCAN_COUNT };
    clscan_plan *plan = NULL;
    cl_int sum = 0;
    spoilt = kernel;
    assert_ok(make(d, &desc, &plan));
    assert_has(told, words);
    assert_int_equal(clscan_plan_replaced(plan), 1);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof sum, &sum, 0, NULL, NULL));
    assert_int_equal(sum, 3 * SCAN_COUNT);
    spoilt = "";
    clscan_plan_destroy(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static void test_wrong_ones_give_way(void **state) {
    build_options = test_unoptimized();
    spoilt_at = 0;
    expect(*state, CLSCAN_STRATEGY_REDUCE_SCAN, "clscan_combine_parts ",
           "reduce_scan is wrong from element 0 of|single_group takes the place of reduce_scan|single_group is right");
    expect(*state, CLSCAN_STRATEGY_COLUMNS, "clscan_reduce_columns clscan_combine_parts ",
           "columns is wrong|single_group takes the place of reduce_scan");
    expect(*state, CLSCAN_STRATEGY_SINGLE_GROUP, "clscan_reduce_lines ",
           "single_group is wrong from element 0 of|reference takes the place of single_group");
    build_options = NULL;
    spoilt_at = 400;
}

/* A wrong reference kernel is noticed by plain C. */
static void test_nothing_to_trust(void **state) {
    const clscan_desc desc = reduction(CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_LAYOUT_ROWS);
    clscan_plan *plan = NULL;
    spoilt = "clscan_reference ";
    spoilt_at = 4; /* the second result of three rows */
    always_so = true;
    assert_fails(make(*state, &desc, &plan), CLSCAN_ERROR_WRONG_RESULTS, "the reference kernel|wrongly");
    always_so = false;
    assert_fails(make(*state, &desc, &plan), CLSCAN_ERROR_WRONG_RESULTS, "to two different results, from element 1 on");
    spoilt = "";
    spoilt_at = 400;
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_right_ones_stay),
                                        cmocka_unit_test(test_wrong_ones_give_way),
                                        cmocka_unit_test(test_nothing_to_trust) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
