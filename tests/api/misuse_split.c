/* Splits refuse wrong descriptions and arguments, and a call that is refused has no effect. */
#include "api/scans.h"

enum { PARTS = 2, MOST_SUMMARY = 256 };

static clscan_split *new_split(const test_device *d, clscan_desc desc) {
    clscan_split *split = NULL;
    assert_ok(clscan_split_create(d->device, &desc, &split));
    return split;
}

static void refuses(const test_device *d, clscan_desc desc, const char *words) {
    clscan_split *split = (clscan_split *)&desc;
    assert_fails(clscan_split_create(d->device, &desc, &split), CLSCAN_ERROR_INVALID_DESC, words);
    assert_null(split);
}

static void test_descriptions(void **state) {
    static const char source[] = "int h(int x, ulong position, ulong count) { return x; }\n";
    const test_device *d = *state;
    const clscan_desc sums = CLSCAN_DESC_INIT;
    clscan_split *split = NULL;
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_SORT }, "CLSCAN_TASK_SORT|cannot compute|to other parts");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_UNIQUE }, "CLSCAN_TASK_UNIQUE|crosses parts");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_FLAGS }, "CLSCAN_TASK_PARTITION");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_HISTOGRAM, .bins = { .count = 3, .upper = 3 } },
            "CLSCAN_TASK_HISTOGRAM|add the counts");
    refuses(d, (clscan_desc) { .layout = CLSCAN_LAYOUT_ROWS }, "CLSCAN_LAYOUT_ROWS|need a plan only");
    refuses(d, (clscan_desc) { .segments = CLSCAN_SEGMENTS_OFFSETS }, "CLSCAN_SEGMENTS_OFFSETS|flags, bits or keys");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_BITS },
            "CLSCAN_SEGMENTS_BITS|CLSCAN_TASK_REDUCE|crosses parts");
    refuses(d, (clscan_desc) { .user = { .source = source, .map = "h", .with_position = 1 } },
            "desc.user.with_position is 1");
    refuses(d, (clscan_desc) { .value.name = "number" }, "desc.value.name is \"number\"");
    assert_fails(clscan_split_create(NULL, &sums, &split), CLSCAN_ERROR_INVALID_VALUE, "device is NULL");
    assert_fails(clscan_split_create(d->device, NULL, &split), CLSCAN_ERROR_INVALID_VALUE, "desc is NULL");
    assert_fails(clscan_split_create(d->device, &sums, NULL), CLSCAN_ERROR_INVALID_VALUE, "split is NULL");
}

/* Summarizes an array of SCAN_COUNT ones as each of two parts. */
static void summarize(const test_device *d, clscan_split *split, const clscan_args *args, char *summaries) {
    size_t bytes = 0;
    assert_ok(clscan_split_summary_size(split, &bytes));
    assert_in_range(PARTS * bytes, 1, MOST_SUMMARY);
    for (size_t i = 0; i < PARTS; i++)
        assert_ok(clscan_split_summarize(split, d->in_order, args, summaries + i * bytes, 0, NULL, NULL));
    clFinish(d->in_order);
}

static void test_calls(void **state) {
    const test_device *d = *state;
    const clscan_desc sums = CLSCAN_DESC_INIT;
    clscan_split *split = new_split(d, sums);
    clscan_split *longs = new_split(d, (clscan_desc) { .value.name = "long" });
    char summaries[MOST_SUMMARY], others[MOST_SUMMARY];
    clscan_args args = CLSCAN_ARGS_INIT, none = CLSCAN_ARGS_INIT, less = CLSCAN_ARGS_INIT;
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    cl_int x[SCAN_COUNT], total = 99;
    cl_event event = NULL;
    args.count = none.count = SCAN_COUNT;
    args.in[0].buffer = new_input(d, 1);
    args.out[0].buffer = new_output(d);
    args.total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof total, &total);
    less = args;
    less.count = SCAN_COUNT - 1;
    assert_fails(clscan_split_summarize(split, d->in_order, &none, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL");
    assert_fails(clscan_split_summarize(split, d->in_order, &args, NULL, 0, NULL, &event), CLSCAN_ERROR_INVALID_VALUE,
                 "summary is NULL");
    assert_fails(clscan_split_summarize(NULL, d->in_order, &args, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "split is NULL");
    assert_fails(clscan_split_summarize(split, NULL, &args, summaries, 0, NULL, &event), CLSCAN_ERROR_INVALID_VALUE,
                 "queue is NULL");
    assert_fails(clscan_split_summarize(split, d->in_order, &args, summaries, 1, NULL, &event),
                 CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list is NULL");
    assert_null(event);
    summarize(d, split, &args, summaries);
    summarize(d, longs, &(clscan_args) { .count = 0, .in[0].buffer = args.in[0].buffer }, others);

    assert_fails(clscan_split_enqueue(split, d->in_order, &args, 2, PARTS, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "part is 2, but num_parts is 2");
    assert_fails(clscan_split_enqueue(split, d->in_order, &args, 0, PARTS, others, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "summary 0 of 2 was not made for this description");
    assert_fails(clscan_split_enqueue(split, d->in_order, &less, 1, PARTS, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "args.count is 999, but summary 1 is of 1000 elements");
    assert_fails(clscan_split_enqueue(split, d->in_order, &args, 0, PARTS, NULL, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "summaries is NULL");
    assert_fails(clscan_split_enqueue(split, d->in_order, &args, 0, PARTS, summaries, 1, NULL, &event),
                 CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list is NULL");
    less = args;
    less.out[0].capacity = 10;
    assert_fails(clscan_split_enqueue(split, d->in_order, &less, 1, PARTS, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0]");
    less = args;
    less.first_index = 3;
    assert_fails(clscan_split_enqueue(split, d->in_order, &less, 1, PARTS, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 3");
    less.first_index = 0;
    less.in[0] = less.out[0] = less.total = (clscan_ref) { .host = x };
    assert_fails(clscan_split_enqueue(split, d->in_order, &less, 1, PARTS, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_UNSUPPORTED_MEMORY, "args.in[0] is not a buffer");
    assert_fails(clscan_split_summarize(split, d->in_order, &less, summaries, 0, NULL, &event),
                 CLSCAN_ERROR_UNSUPPORTED_MEMORY, "args.in[0] is not a buffer");
    assert_null(event);
    assert_fails(clscan_split_part_info(split, 5, PARTS, summaries, &info), CLSCAN_ERROR_INVALID_VALUE, "part is 5");
    assert_fails(clscan_split_part_info(split, 0, PARTS, others, &info), CLSCAN_ERROR_INVALID_VALUE, "summary 0 of 2");
    assert_fails(clscan_split_part_info(split, 0, PARTS, summaries, NULL), CLSCAN_ERROR_INVALID_VALUE, "info is NULL");
    assert_fails(clscan_split_summary_size(split, NULL), CLSCAN_ERROR_INVALID_VALUE, "bytes is NULL");

    /* Refused calls wrote nothing. */
    clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL);
    assert_int_equal(total, 99);
    assert_ok(clscan_split_enqueue(split, d->in_order, &args, 1, PARTS, summaries, 0, NULL, &event));
    assert_int_equal(clWaitForEvents(1, &event), CL_SUCCESS);
    clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL);
    clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    assert_int_equal(total, PARTS * SCAN_COUNT);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], SCAN_COUNT + 1 + i);
    clReleaseEvent(event);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(args.total.buffer);
    clscan_split_destroy(longs);
    clscan_split_destroy(split);
    clscan_split_destroy(NULL);
    assert_null(clscan_split_plan(NULL));
}

/* An exclusive scan by an operator without an identity needs an initial value in every part, also in one that does not
 * use it. */
static void test_exclusive(void **state) {
    const test_device *d = *state;
    clscan_split *split = new_split(
        d, (clscan_desc) { .kind = CLSCAN_KIND_EXCLUSIVE,
                           .user = { .source = "int last(int a, int b) { return b; }\n", .combine = "last" } });
    char summaries[MOST_SUMMARY];
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].buffer = new_input(d, 1);
    args.out[0].buffer = new_output(d);
    summarize(d, split, &args, summaries);
    for (size_t i = 0; i < PARTS; i++)
        assert_fails(clscan_split_enqueue(split, d->in_order, &args, i, PARTS, summaries, 0, NULL, NULL),
                     CLSCAN_ERROR_INVALID_VALUE, "args.init and args.init_at are not given|no identity");
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_split_destroy(split);
}

/* The count of a part may be on the device, the initial value too, and scans may be in place. */
static void test_cells(void **state) {
    const test_device *d = *state;
    const cl_uint count = SCAN_COUNT / 2;
    const cl_int seven = 7;
    clscan_split *split = new_split(d, (clscan_desc)CLSCAN_DESC_INIT);
    char summaries[MOST_SUMMARY];
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    cl_int x[SCAN_COUNT];
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].buffer = args.out[0].buffer = new_input(d, 1);
    args.count_at.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof count, &count);
    args.init_at.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof seven, &seven);
    args.total = args.init_at;
    summarize(d, split, &args, summaries);
    assert_ok(clscan_split_part_info(split, 1, PARTS, summaries, &info));
    assert_int_equal(info.elements, count);
    assert_int_equal(info.elements_before, count);
    assert_ok(clscan_split_enqueue(split, d->in_order, &args, 1, PARTS, summaries, 0, NULL, NULL));
    clEnqueueReadBuffer(d->in_order, args.in[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i < SCAN_COUNT / 2 ? 7 + SCAN_COUNT / 2 + 1 + i : 1);
    clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof *x, x, 0, NULL, NULL);
    assert_int_equal(*x, 7 + SCAN_COUNT);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.count_at.buffer);
    clReleaseMemObject(args.init_at.buffer);
    clscan_split_destroy(split);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_descriptions), cmocka_unit_test(test_calls),
                                        cmocka_unit_test(test_exclusive), cmocka_unit_test(test_cells) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
