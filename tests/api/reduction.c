/* The arguments of reductions: capacities, empty arrays and rows, cells that are read and written, what is refused, and
 * what a plan says of itself. */
#include "api/scans.h"
#include "support/memory.h"

static const cl_int zeros[SCAN_COUNT];

static clscan_desc reduction(clscan_layout layout) {
    return (clscan_desc) { .task = CLSCAN_TASK_REDUCE, .layout = layout };
}

/* The input is all threes, the output all zeros. */
static clscan_args args_of_threes(const test_device *d) {
    return (clscan_args) { .in[0].buffer = new_input(d, 3),
                           .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof zeros, zeros) };
}

static void release(const clscan_args *args) {
    clReleaseMemObject(args->in[0].buffer);
    clReleaseMemObject(args->out[0].buffer);
}

static cl_int value_at(const test_device *d, cl_mem buffer, size_t i) {
    cl_int x = 0;
    assert_cl(clEnqueueReadBuffer(d->in_order, buffer, CL_TRUE, i * sizeof x, sizeof x, &x, 0, NULL, NULL));
    return x;
}

/* ---------------------------------------------------------------------------------------------------- capacities */

/* One result for each row, and nothing else, is written. A capacity that is too small is an error before that. */
static void test_capacity(void **state) {
    enum { ROWS = 7, OFFSET = 2 };
    const test_device *d = *state;
    const clscan_desc desc = reduction(CLSCAN_LAYOUT_ROWS);
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = args_of_threes(d);
    args.num_dims = 2;
    args.dims[0].n = 20;
    args.dims[1].n = ROWS;
    args.out[0].offset = OFFSET;
    args.out[0].capacity = ROWS - 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.out[0].capacity is 6|needs 7 elements");
    assert_int_equal(value_at(d, args.out[0].buffer, OFFSET), 0);
    args.out[0].capacity = ROWS;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    for (size_t i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(value_at(d, args.out[0].buffer, i), i < OFFSET || i >= OFFSET + ROWS ? 0 : 60);
    args.out[0] = (clscan_ref) { .buffer = args.out[0].buffer, .offset = SCAN_COUNT - ROWS + 1 };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.out[0] holds 4000 bytes|7 elements of 4 bytes from element 994");
    args.out[0].offset--;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_int_equal(value_at(d, args.out[0].buffer, SCAN_COUNT - 1), 60);
    release(&args);
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------------ without elements */

/* Rows of no elements have the identity, or the initial value. Without rows nothing but the total is written. */
static void test_empty_rows(void **state) {
    const test_device *d = *state;
    clscan_desc desc = reduction(CLSCAN_LAYOUT_ROWS);
    desc.op = CLSCAN_OP_MIN;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = args_of_threes(d);
    const cl_int init = -5;
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    args.num_dims = 3;
    args.dims[1].n = 2;
    args.dims[2].n = 3;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    for (size_t i = 0; i < 8; i++)
        assert_int_equal(value_at(d, args.out[0].buffer, i), i < 6 ? CL_INT_MAX : 0);
    args.init = &init;
    args.total = (clscan_ref) { .buffer = args.out[0].buffer, .offset = 9 };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_int_equal(value_at(d, args.out[0].buffer, 5), -5);
    assert_int_equal(value_at(d, args.out[0].buffer, 9), -5);
    args.dims[0].n = 4;
    args.dims[1].n = 0;
    args.total.offset = 10;
    args.out[0].offset = 20;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_int_equal(value_at(d, args.out[0].buffer, 10), -5);
    assert_int_equal(value_at(d, args.out[0].buffer, 20), 0);
    args.total.buffer = NULL;
    assert_ok(clscan_plan_call_info(plan, &args, &info));
    assert_int_equal(info.launches, 0);
    args.dims[1].n = args.dims[2].n = (size_t)1 << 40;
    args.dims[0].n = 0;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.dims has so many rows of 0 elements");
    release(&args);
    clscan_plan_destroy(plan);
}

/* An empty array: the identity, or zero bytes for an operator without one. A count on the device may be 0 as well. */
static void test_empty(void **state) {
    const test_device *d = *state;
    clscan_desc desc = reduction(CLSCAN_LAYOUT_CONTIGUOUS);
    desc.op = CLSCAN_OP_MAX;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = args_of_threes(d);
    const cl_uint count = 7, none = 0;
    cl_mem counts[] = { test_device_buffer(d, CL_MEM_READ_WRITE, sizeof count, &count),
                        test_device_buffer(d, CL_MEM_READ_WRITE, sizeof none, &none) };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_int_equal(value_at(d, args.out[0].buffer, 0), CL_INT_MIN);
    clscan_plan_destroy(plan);
    desc.user = (clscan_user) { .source = "int plus(int a, int b) { return a + b; }", .combine = "plus" };
    plan = new_plan(d->device, &desc);
    args.out[0].offset = 1;
    args.count = SCAN_COUNT;
    for (int i = 0; i < 2; i++) {
        args.count_at.buffer = counts[i];
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_int_equal(value_at(d, args.out[0].buffer, 1), i ? 0 : 21);
        clReleaseMemObject(counts[i]);
    }
    release(&args);
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------------ cells and events */

/* A cell that is the initial value and the output, or the total, carries the result from call to call. Each call waits
 * for the event of the one before. */
static void test_continued(void **state) {
    enum { TIMES = 4 };
    const test_device *d = *state;
    clscan_desc desc = reduction(CLSCAN_LAYOUT_CONTIGUOUS);
    desc.tuning = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN).tuning;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = args_of_threes(d);
    cl_event events[TIMES];
    args.count = SCAN_COUNT;
    args.init_at = args.out[0];
    for (int i = 0; i < TIMES; i++)
        assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &args, i > 0, i > 0 ? &events[i - 1] : NULL, &events[i]));
    assert_cl(clWaitForEvents(1, &events[TIMES - 1]));
    assert_int_equal(value_at(d, args.out[0].buffer, 0), TIMES * 3 * SCAN_COUNT);
    args.out[0].offset = 1;
    args.total = args.init_at;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_int_equal(value_at(d, args.out[0].buffer, 0), (TIMES + 1) * 3 * SCAN_COUNT);
    assert_int_equal(value_at(d, args.out[0].buffer, 1), (TIMES + 1) * 3 * SCAN_COUNT);
    for (int i = 0; i < TIMES; i++)
        clReleaseEvent(events[i]);
    release(&args);
    clscan_plan_destroy(plan);
}

/* A bound reduction keeps its arguments while the plan reduces other arrays. */
static void test_bound(void **state) {
    const test_device *d = *state;
    clscan_desc desc = reduction(CLSCAN_LAYOUT_CONTIGUOUS);
    desc.tuning = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN).tuning;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_bound *bound = NULL;
    clscan_args args = args_of_threes(d);
    args.count = SCAN_COUNT;
    assert_ok(clscan_bound_create(plan, d->in_order, &args, &bound));
    args.count = 10;
    args.out[0].offset = 1;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
    assert_int_equal(value_at(d, args.out[0].buffer, 0), 3 * SCAN_COUNT);
    assert_int_equal(value_at(d, args.out[0].buffer, 1), 30);
    clscan_bound_destroy(bound);
    release(&args);
    clscan_plan_destroy(plan);
}

static void test_pointers(void **state) {
    const test_device *d = *state;
    clscan_desc desc = reduction(CLSCAN_LAYOUT_ROWS);
    if (!memory_exists(d, MEMORY_SVM))
        skip();
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    const cl_mem in = memory_create(d, MEMORY_SVM, sizeof x, x), out = memory_create(d, MEMORY_SVM, sizeof x, zeros);
    const clscan_args args = { .in[0].svm = in,
                               .out[0] = memory_ref(MEMORY_SVM, out, 0),
                               .num_dims = 2,
                               .dims = { { .n = 10 }, { .n = SCAN_COUNT / 10 } } };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    memory_read(d, MEMORY_SVM, out, sizeof x, x);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i < SCAN_COUNT / 10 ? 100 * i + 45 : 0);
    memory_release(d, MEMORY_SVM, in);
    memory_release(d, MEMORY_SVM, out);
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------------------- refused */

static void test_refused(void **state) {
    const test_device *d = *state;
    clscan_desc desc = reduction(CLSCAN_LAYOUT_CONTIGUOUS);
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = args_of_threes(d);
    args.count = SCAN_COUNT;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    REFUSE_ARGS(out[0].buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP,
                "args.in[0] and args.out[0] overlap|results of a reduction may not overlap");
    REFUSE_ARGS(count, SCAN_COUNT + 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0] holds 4000 bytes");
    REFUSE_ARGS(in[0].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL");
    REFUSE_ARGS(out[0].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL");
    REFUSE_ARGS(out[0].offset, SCAN_COUNT, CLSCAN_ERROR_BUFFER_TOO_SMALL,
                "args.out[0] holds 4000 bytes|1 element of 4");
    REFUSE_ARGS(segments.buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.segments is given");
    REFUSE_ARGS(first_index, 1, CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 1");
    release(&args);
    clscan_plan_destroy(plan);
}

/* ------------------------------------------------------------------------------------------------------- described */

/* The strategies have their public names in the information, and the text says how long rows are divided. */
static void test_described(void **state) {
    static const struct {
        clscan_strategy strategy;
        size_t launches;
        const char *words;
    } known[] = {
        { CLSCAN_STRATEGY_SINGLE_GROUP, 1,
          "reduction by add over int|in rows|strategy   single_group\n|workspace  0 bytes" },
        { CLSCAN_STRATEGY_REDUCE_SCAN, 2,
          "rows       2 of 400 elements, 1 adjacent; stride 1, pitch 400|strategy   reduce_scan|launches   2" },
        { CLSCAN_STRATEGY_LOOKBACK, 1, "strategy   lookback|launches   1: 18 work-groups|workspace  304 bytes" },
        { CLSCAN_STRATEGY_COLUMNS, 2, "strategy   columns|launches   2" },
    };
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(known); i++) {
        clscan_desc desc = reduction(CLSCAN_LAYOUT_ROWS);
        desc.tuning = small_tiles(known[i].strategy).tuning;
        clscan_plan *plan = new_plan(d->device, &desc);
        clscan_call_info info = CLSCAN_CALL_INFO_INIT;
        char text[2048];
        const clscan_args args = { .num_dims = 2, .dims = { { .n = 400 }, { .n = 2 } } };
        assert_ok(clscan_plan_call_info(plan, &args, &info));
        assert_int_equal(info.tuning.strategy, known[i].strategy);
        assert_int_equal(info.launches, known[i].launches);
        assert_int_equal(info.workspace_bytes > 0, known[i].strategy != CLSCAN_STRATEGY_SINGLE_GROUP);
        assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
        assert_has(text, known[i].words);
        clscan_plan_destroy(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capacity),  cmocka_unit_test(test_empty_rows), cmocka_unit_test(test_empty),
        cmocka_unit_test(test_continued), cmocka_unit_test(test_bound),      cmocka_unit_test(test_pointers),
        cmocka_unit_test(test_refused),   cmocka_unit_test(test_described),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
