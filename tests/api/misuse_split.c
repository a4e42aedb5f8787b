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
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_SORT },
            "CLSCAN_TASK_SORT|not computed part by part|first one of the output; clscan_team_execute sorts");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_TOP_K, .sort.k = 1 }, "CLSCAN_TASK_TOP_K|first one of the output");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_FLAGS },
            "CLSCAN_TASK_PARTITION|is known only when all elements are counted");
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

/* Two parts of SCAN_COUNT ones, which are the same array. */
typedef struct ones {
    clscan_split *split;
    clscan_args args;
    char summaries[MOST_SUMMARY];
} ones;

static void open_ones(const test_device *d, ones *o) {
    const cl_int before = 99;
    *o = (ones) { .split = new_split(d, (clscan_desc)CLSCAN_DESC_INIT), .args = CLSCAN_ARGS_INIT };
    o->args.count = SCAN_COUNT;
    o->args.in[0].buffer = new_input(d, 1);
    o->args.out[0].buffer = new_output(d);
    o->args.total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof before, &before);
    summarize(d, o->split, &o->args, o->summaries);
}

/* Refused calls have written nothing, and the split works. */
static void close_ones(const test_device *d, ones *o) {
    cl_int x[SCAN_COUNT], total = 0;
    clEnqueueReadBuffer(d->in_order, o->args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL);
    assert_int_equal(total, 99);
    assert_ok(clscan_split_enqueue(o->split, d->in_order, &o->args, 1, PARTS, o->summaries, 0, NULL, NULL));
    clEnqueueReadBuffer(d->in_order, o->args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL);
    clEnqueueReadBuffer(d->in_order, o->args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    assert_int_equal(total, PARTS * SCAN_COUNT);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], SCAN_COUNT + 1 + i);
    clReleaseMemObject(o->args.in[0].buffer);
    clReleaseMemObject(o->args.out[0].buffer);
    clReleaseMemObject(o->args.total.buffer);
    clscan_split_destroy(o->split);
}

static void test_summaries(void **state) {
    const test_device *d = *state;
    ones o;
    char bytes[MOST_SUMMARY];
    clscan_args none = CLSCAN_ARGS_INIT;
    cl_event event = NULL;
    none.count = SCAN_COUNT;
    open_ones(d, &o);
    assert_fails(clscan_split_summarize(o.split, d->in_order, &none, bytes, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL: set its buffer");
    assert_null(strstr(clscan_last_message(), "svm"));
    assert_fails(clscan_split_summarize(o.split, d->in_order, &o.args, NULL, 0, NULL, &event),
                 CLSCAN_ERROR_INVALID_VALUE, "summary is NULL");
    assert_fails(clscan_split_summarize(NULL, d->in_order, &o.args, bytes, 0, NULL, &event), CLSCAN_ERROR_INVALID_VALUE,
                 "split is NULL");
    assert_fails(clscan_split_summarize(o.split, NULL, &o.args, bytes, 0, NULL, &event), CLSCAN_ERROR_INVALID_VALUE,
                 "queue is NULL");
    assert_fails(clscan_split_summarize(o.split, d->in_order, &o.args, bytes, 1, NULL, &event),
                 CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list is NULL");
    none.in[0].host = bytes;
    assert_fails(clscan_split_summarize(o.split, d->in_order, &none, bytes, 0, NULL, &event),
                 CLSCAN_ERROR_UNSUPPORTED_MEMORY, "args.in[0] is not a buffer");
    assert_fails(clscan_split_summary_size(o.split, NULL), CLSCAN_ERROR_INVALID_VALUE, "bytes is NULL");
    assert_null(event);
    close_ones(d, &o);
}

static void refuses_part(const test_device *d, const ones *o, const clscan_args *args, size_t part,
                         clscan_status status, const char *words) {
    cl_event event = NULL;
    assert_fails(clscan_split_enqueue(o->split, d->in_order, args, part, PARTS, o->summaries, 0, NULL, &event), status,
                 words);
    assert_null(event);
}

static void test_parts(void **state) {
    const test_device *d = *state;
    ones o;
    cl_int x[SCAN_COUNT];
    open_ones(d, &o);
    clscan_args less = o.args, small = o.args, index = o.args, host = CLSCAN_ARGS_INIT;
    refuses_part(d, &o, &o.args, 2, CLSCAN_ERROR_INVALID_VALUE, "part is 2, but num_parts is 2");
    less.count = SCAN_COUNT - 1;
    refuses_part(d, &o, &less, 1, CLSCAN_ERROR_INVALID_VALUE, "args.count is 999, but summary 1 is of 1000 elements");
    small.out[0].capacity = 10;
    refuses_part(d, &o, &small, 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0]");
    small.out[0] = (clscan_ref) { 0 };
    refuses_part(d, &o, &small, 1, CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL: set its buffer");
    assert_null(strstr(clscan_last_message(), "svm"));
    index.first_index = 3;
    refuses_part(d, &o, &index, 1, CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 3");
    host.count = SCAN_COUNT;
    host.in[0].host = host.out[0].host = x;
    refuses_part(d, &o, &host, 1, CLSCAN_ERROR_UNSUPPORTED_MEMORY, "args.in[0] is not a buffer");
    assert_fails(clscan_split_enqueue(o.split, d->in_order, &o.args, 0, PARTS, NULL, 0, NULL, NULL),
                 CLSCAN_ERROR_INVALID_VALUE, "summaries is NULL");
    assert_fails(clscan_split_enqueue(o.split, d->in_order, &o.args, 0, PARTS, o.summaries, 1, NULL, NULL),
                 CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list is NULL");
    close_ones(d, &o);
    assert_null(clscan_split_plan(NULL));
    clscan_split_destroy(NULL);
}

/* Summaries of another description are refused. */
static void test_others(void **state) {
    const test_device *d = *state;
    ones o;
    char others[MOST_SUMMARY];
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    open_ones(d, &o);
    const clscan_desc few = { .task = CLSCAN_TASK_HISTOGRAM, .in[0].name = "int", .bins = { .count = 2, .upper = 4 } };
    const clscan_desc wide = { .task = CLSCAN_TASK_HISTOGRAM, .in[0].name = "int", .bins = { .count = 2, .upper = 8 } };
    clscan_split *narrow_bins = new_split(d, few), *wide_bins = new_split(d, wide);
    clscan_split *longs = new_split(d, (clscan_desc) { .value.name = "long" });
    summarize(d, wide_bins, &(clscan_args) { .count = 0 }, others);
    assert_fails(clscan_split_enqueue(narrow_bins, d->in_order, &o.args, 0, 1, others, 0, NULL, NULL),
                 CLSCAN_ERROR_INVALID_VALUE, "summary 0 of 1 was not made for this description");
    clscan_split_destroy(narrow_bins);
    clscan_split_destroy(wide_bins);
    summarize(d, longs, &(clscan_args) { .count = 0 }, others);
    assert_fails(clscan_split_enqueue(o.split, d->in_order, &o.args, 0, PARTS, others, 0, NULL, NULL),
                 CLSCAN_ERROR_INVALID_VALUE, "summary 0 of 2 was not made for this description");
    assert_fails(clscan_split_part_info(o.split, 5, PARTS, o.summaries, &info), CLSCAN_ERROR_INVALID_VALUE,
                 "part is 5");
    assert_fails(clscan_split_part_info(o.split, 0, PARTS, others, &info), CLSCAN_ERROR_INVALID_VALUE,
                 "summary 0 of 2");
    assert_fails(clscan_split_part_info(o.split, 0, PARTS, o.summaries, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "info is NULL");
    clscan_split_destroy(longs);
    close_ones(d, &o);
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

/* Each part has half of the elements that floats can count, and one more. */
static void test_too_many_counts(void **state) {
    enum { HALF = (1 << 23) + 1 };
    const test_device *d = *state;
    const clscan_desc bins = {
        .task = CLSCAN_TASK_HISTOGRAM, .value.name = "float", .in[0].name = "uchar", .bins = { .count = 2, .upper = 2 }
    };
    clscan_split *split = new_split(d, bins);
    char summaries[MOST_SUMMARY];
    const cl_uchar zero = 0;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = HALF;
    args.in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, HALF, NULL);
    args.out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, 2 * sizeof(cl_float), NULL);
    clEnqueueFillBuffer(d->in_order, args.in[0].buffer, &zero, 1, 0, HALF, 0, NULL, NULL);
    summarize(d, split, &args, summaries);
    assert_fails(clscan_split_enqueue(split, d->in_order, &args, 0, PARTS, summaries, 0, NULL, NULL),
                 CLSCAN_ERROR_INVALID_VALUE, "all parts have 16777218 elements|can count: 16777216");
    assert_ok(clscan_split_enqueue(split, d->in_order, &args, 0, 1, summaries, 0, NULL, NULL));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_split_destroy(split);
}

/* ------------------------------------------------------------------------------ teams, on arrays in host memory */

static clscan_team *new_team(const test_device *d, clscan_desc desc) {
    clscan_team *team = NULL;
    assert_ok(clscan_team_create(&d->device, 1, &desc, &team));
    return team;
}

/* In place, in rounds of 32 elements, with the initial value and the count in host memory. */
static void test_host_arrays(void **state) {
    enum { HERE = SCAN_COUNT / 2 };
    const test_device *d = *state;
    const cl_int seven = 7;
    const cl_uint count = HERE;
    clscan_team *team = new_team(d, (clscan_desc)CLSCAN_DESC_INIT);
    cl_int x[SCAN_COUNT], total = 0;
    clscan_args args = CLSCAN_ARGS_INIT;
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = 1;
    args.count = SCAN_COUNT;
    args.in[0].host = args.out[0].host = x;
    args.init_at.host = &seven;
    args.count_at.host = &count;
    args.total.host = &total;
    assert_ok(clscan_team_execute(team, &args, 32));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i < HERE ? 8 + i : 1);
    assert_int_equal(total, 7 + HERE);
    args.count_at.host = NULL;
    args.count = 0;
    args.in[0].host = args.out[0].host = NULL; /* which a call without elements does not need */
    assert_ok(clscan_team_execute(team, &args, 0));
    assert_int_equal(total, 7);
    clscan_team_destroy(team);
}

/* Elements that do not fit are counted only. The outputs have three elements already. */
static void test_host_selection(void **state) {
    enum { HELD = 3, ROOM = 50 };
    clscan_team *team = new_team(*state, (clscan_desc) { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_FLAGS });
    cl_int x[SCAN_COUNT], kept[ROOM + 1] = { 0 };
    cl_uchar odd[SCAN_COUNT];
    const cl_uint held = HELD;
    cl_uint total = 0;
    for (int i = 0; i < SCAN_COUNT; i++) {
        x[i] = i;
        odd[i] = (cl_uchar)(i % 2);
    }
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].host = x;
    args.mask.host = odd;
    args.init = &held;
    args.out[0] = (clscan_ref) { .host = kept, .capacity = ROOM };
    args.total.host = &total;
    assert_ok(clscan_team_execute(team, &args, 64));
    assert_int_equal(total, HELD + SCAN_COUNT / 2);
    for (int i = 0; i <= ROOM; i++)
        assert_int_equal(kept[i], i < HELD || i == ROOM ? 0 : 2 * (i - HELD) + 1);
    args.out[0] = (clscan_ref) { .host = NULL };
    args.init = NULL;
    assert_ok(clscan_team_execute(team, &args, 64));
    assert_int_equal(total, SCAN_COUNT / 2);
    clscan_team_destroy(team);
}

static void test_refused_host_arrays(void **state) {
    static const char load[] = "static int l(const global int *in, ulong i) { return in[i]; }";
    static const char store[] =
        "static void s(global int *out, const global int *in, ulong i, int x, int a, int b) { out[i] = a; }";
    const test_device *d = *state;
    clscan_team *team = new_team(d, (clscan_desc)CLSCAN_DESC_INIT);
    cl_int x[2] = { 5, 6 }, y[2] = { 0, 0 };
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = 2;
    args.in[0].host = x;
    args.out[0] = (clscan_ref) { .host = y, .capacity = 1 };
    assert_fails(clscan_team_execute(team, &args, 0), CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0].capacity is 1");
    args.out[0].capacity = 2;
    assert_fails(clscan_team_execute(team, &args, SIZE_MAX), CLSCAN_ERROR_INVALID_VALUE,
                 "piece_elements is|bytes at most (devices[0], ");
    args.workspace = test_device_buffer(d, CL_MEM_READ_WRITE, 64, NULL);
    assert_fails(clscan_team_execute(team, &args, 0), CLSCAN_ERROR_INVALID_VALUE, "args.workspace is given");
    clReleaseMemObject(args.workspace);
    args.workspace = NULL;
    assert_fails(clscan_team_execute(NULL, &args, 0), CLSCAN_ERROR_INVALID_VALUE, "team is NULL");
    assert_fails(clscan_team_execute(team, NULL, 0), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    clscan_team *loads = new_team(d, (clscan_desc) { .user = { .source = load, .load = "l" } });
    clscan_team *stores = new_team(d, (clscan_desc) { .user = { .source = store, .store = "s" } });
    assert_fails(clscan_team_execute(loads, &args, 0), CLSCAN_ERROR_INVALID_DESC, "desc.user.load is given");
    assert_fails(clscan_team_execute(stores, &args, 0), CLSCAN_ERROR_INVALID_DESC, "desc.user.store is given");
    clscan_team *bits = new_team(d, (clscan_desc) { .task = CLSCAN_TASK_UNIQUE, .segments = CLSCAN_SEGMENTS_BITS });
    assert_fails(clscan_team_execute(bits, &args, 0), CLSCAN_ERROR_INVALID_DESC,
                 "CLSCAN_SEGMENTS_BITS|CLSCAN_TASK_UNIQUE|give flags, or use clscan_team_enqueue");
    clscan_team *runs = new_team(d, (clscan_desc) { .task = CLSCAN_TASK_RUN_LENGTH, .min_run_length = 3 });
    assert_fails(clscan_team_execute(runs, &args, 0), CLSCAN_ERROR_INVALID_DESC,
                 "desc.min_run_length is 3|clscan_team_enqueue|clscan_stream_execute");
    clscan_team_destroy(runs);
    clscan_team_destroy(bits);
    clscan_team_destroy(loads);
    clscan_team_destroy(stores);
    assert_int_equal(y[0] + y[1], 0);
    args.in[0] = args.out[0] = (clscan_ref) { .buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL) };
    assert_fails(clscan_team_execute(team, &args, 0), CLSCAN_ERROR_INVALID_VALUE,
                 "args.in[0] is not in host memory|clscan_team_enqueue the field buffer");
    clReleaseMemObject(args.in[0].buffer);
    clscan_team_destroy(team);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_descriptions),   cmocka_unit_test(test_summaries),
        cmocka_unit_test(test_parts),          cmocka_unit_test(test_others),
        cmocka_unit_test(test_exclusive),      cmocka_unit_test(test_cells),
        cmocka_unit_test(test_host_arrays),    cmocka_unit_test(test_too_many_counts),
        cmocka_unit_test(test_host_selection), cmocka_unit_test(test_refused_host_arrays)
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
