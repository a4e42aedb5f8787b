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
    REFUSE_SORT("CLSCAN_SEGMENTS_OFFSETS|CLSCAN_LAYOUT_ROWS", LESS(), .layout = CLSCAN_LAYOUT_ROWS,
                .segments = CLSCAN_SEGMENTS_OFFSETS);
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

/* A comparison whose parameters or result have another type is not converted silently. If the type of the elements was
 * forgotten, the message says so. */
static void test_wrong_comparisons(void **state) {
    static const char *const wrong[] = { "int less(float x, float y) { return x < y; }",
                                         "float less(int x, int y) { return x < y; }", "int less(int x) { return x; }",
                                         "int more(int x, int y) { return x > y; }" };
    static const char structs[] = "typedef struct { int a, b; } pair; int less(pair x, pair y) { return x.a < y.a; }";
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .user = { .source = wrong[i], .less = "less" } };
        clscan_plan *plan = NULL;
        assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, "desc.user.less");
    }
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .user = { .source = structs, .less = "less" } };
    clscan_plan *plan = NULL;
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE,
                 "it has to be: int less(int x, int y /* desc.in[0].name is NULL */)");
}

/* The words of a sort by a comparison, its launches, and its workspace: 16 tiles of 64 elements are merged in four
 * launches. */
static void test_merges(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .reverse = 1,
                               .count_type.name = "ulong",
                               LESS(),
                               .tuning = { .wg_size = 1, .items = 1 } };
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

/* Rows and segments take as many launches, and two numbers of 8 bytes more for each 16 elements. */
static void test_merges_of_rows(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .layout = CLSCAN_LAYOUT_ROWS,
                               .segments = CLSCAN_SEGMENTS_FLAGS,
                               LESS(),
                               .tuning = { .wg_size = 1, .items = 1 } };
    clscan_plan *plan = new_plan(d->device, &desc);
    size_t bytes = 0;
    char text[2048];
    clscan_args args = { .num_dims = 2, .dims = { { .n = 10 }, { .n = SCAN_COUNT / 10, .in_stride = 12 } } };
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_has(text, "sort of int (4 bytes) by f, in rows, segments by flags, 1000 elements|pitch 12 in, 10 out|"
                     "launches   5");
    assert_ok(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
    assert_true(bytes >= 9 * SCAN_COUNT && bytes < 10 * SCAN_COUNT);
    args.in[0].buffer = args.segments.buffer = new_output(d);
    args.out[0].buffer = new_output(d);
    REFUSE_ARGS(in[0].offset, 0, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0] holds 4000 bytes|needs 1198 elements");
    args.dims[1] = (clscan_dim) { .n = SCAN_COUNT / 10, .out_stride = 9 };
    REFUSE_ARGS(in[0].offset, 0, CLSCAN_ERROR_BUFFER_OVERLAP, "rows of args.out[0] overlap: 10 elements");
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_comparisons), cmocka_unit_test(test_wrong_comparisons),
                                        cmocka_unit_test(test_merges), cmocka_unit_test(test_merges_of_rows) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
