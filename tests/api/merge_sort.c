/* Sorts by the caller's comparison: what descriptions and arguments are refused, and with which words, and the launches
 * and the workspace of a merge sort. */
#include "api/scans.h"

#define LESS(...) .user = { .source = "static int f(int x, int y) { return x < y; }\n", .less = "f", __VA_ARGS__ }

static void test_comparisons(void **state) {
    const test_device *d = *state;
    REFUSE_SORT("desc.user.map is \"key\"|desc.user.less \"f\"|compares elements", LESS(.map = "key"));
    REFUSE_SORT("desc.sort.first_bit is 3|num_bits 0|desc.user.less is \"f\"", LESS(), .sort.first_bit = 3);
    REFUSE_SORT("desc.sort.first_bit is 0|num_bits 8|desc.user.less is \"f\"", LESS(), .sort.num_bits = 8);
    REFUSE_SORT("desc.value.name is uint|desc.in[0].name int|desc.value may be left out", LESS(), .value.name = "uint",
                .in[0].name = "int");
    REFUSE_SORT("desc.out[0].name is uint|of type int|does not convert", LESS(), .out[0].name = "uint");
    REFUSE_SORT("desc.in[1].name is uint|no desc.out[1].name", LESS(), .in[1].name = "uint");
    REFUSE_SORT("desc.layout is ", LESS(), .layout = CLSCAN_LAYOUT_ROWS);
    REFUSE_SORT("desc.segments is given", LESS(), .segments = CLSCAN_SEGMENTS_FLAGS);
    REFUSE_SORT("desc.user.with_position is 1", LESS(.with_position = 1));
    REFUSE_SORT("desc.tuning.strategy is lookback|desc.user.less is \"f\"|reduce_scan", LESS(),
                .tuning.strategy = CLSCAN_STRATEGY_LOOKBACK);
    REFUSE_SORT("desc.user.less is \"a b\"|identifier", .user = { .source = " ", .less = "a b" });
    REFUSE_SORT("desc.user.less is \"clscan_f\"|library's", .user = { .source = " ", .less = "clscan_f" });
    const clscan_desc scan = { .struct_size = sizeof scan, LESS() };
    clscan_plan *plan = NULL;
    assert_fails(clscan_plan_create(d->device, &scan, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.user.less is given|desc.task is CLSCAN_TASK_SCAN|it is for CLSCAN_TASK_SORT");
}

/* A comparison whose parameters or result have another type is not converted silently. */
static void test_wrong_comparisons(void **state) {
    static const char *const wrong[] = { "int less(float x, float y) { return x < y; }",
                                         "float less(int x, int y) { return x < y; }", "int less(int x) { return x; }",
                                         "int more(int x, int y) { return x > y; }" };
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .user = { .source = wrong[i], .less = "less" } };
        clscan_plan *plan = NULL;
        assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, "desc.user.less");
    }
}

/* The words of a sort by a comparison, its launches, and its workspace: 16 tiles of 64 elements are merged in four
 * launches. */
static void test_merges(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = {
        .task = CLSCAN_TASK_SORT, .reverse = 1, .count.name = "ulong", LESS(), .tuning = { .wg_size = 1, .items = 1 }
    };
    clscan_plan *plan = new_plan(d->device, &desc);
    size_t bytes = 0;
    char text[2048];
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    assert_has(text, "descending sort of int (4 bytes) by f, 1000 elements|launches   5");
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = 64 }, text, sizeof text, NULL));
    assert_has(text, "launches   1");
    assert_ok(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
    assert_true(bytes >= 2 * SCAN_COUNT * sizeof(cl_int) && bytes < 3 * SCAN_COUNT * sizeof(cl_int));
    if (sizeof bytes == 8)
        assert_fails(clscan_plan_workspace_size(plan, (size_t)1 << 42, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                     "bytes of workspace");
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_comparisons), cmocka_unit_test(test_wrong_comparisons),
                                        cmocka_unit_test(test_merges) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
