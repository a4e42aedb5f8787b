/* The arguments of selections: capacities, what is refused, and user functions of the wrong type. */
#include "api/scans.h"

static const char source[] = "static int odd(int x) { return x & 1; }\n";

static clscan_desc odd_ones(void) {
    return (clscan_desc) { .task = CLSCAN_TASK_SELECT, .user = { .source = source, .keep = "odd" } };
}

/* 0, 1, ..., SCAN_COUNT - 1 */
static cl_mem numbers(const test_device *d) {
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    return test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x);
}

/* A capacity ends the output before the buffer's end. All elements are counted, and the rest of the buffer stays. */
static void test_capacity(void **state) {
    enum { ROOM = 7, OFFSET = 2 };
    const test_device *d = *state;
    const clscan_desc desc = odd_ones();
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[SCAN_COUNT] = { 0 };
    cl_uint n = 0;
    clscan_args args = { .in[0].buffer = numbers(d),
                         .out[0] = { .buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                                     .offset = OFFSET,
                                     .capacity = ROOM },
                         .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof n, NULL),
                         .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    assert_int_equal(n, SCAN_COUNT / 2);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i < OFFSET || i >= OFFSET + ROOM ? 0 : 2 * (i - OFFSET) + 1);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(args.total.buffer);
    clscan_plan_destroy(plan);
}

/* Selects the odd numbers `times` times into one output of `room` elements. The same cell is the initial value and the
 * total, so each call appends to the one before. Returns the last total. */
static cl_int append(const test_device *d, clscan_strategy strategy, const char *count_type, cl_int begin, int times,
                     size_t room, cl_int *x) {
    clscan_desc desc = odd_ones();
    desc.tuning.strategy = strategy;
    desc.count_type.name = count_type;
    clscan_plan *plan = new_plan(d->device, &desc);
    const cl_mem cell = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof begin, &begin);
    const clscan_args args = { .in[0].buffer = numbers(d),
                               .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, room * sizeof *x, x),
                               .init_at.buffer = cell,
                               .total.buffer = cell,
                               .count = SCAN_COUNT };
    for (int time = 0; time < times; time++)
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    cl_int n = 0;
    assert_cl(clEnqueueReadBuffer(d->in_order, cell, CL_TRUE, 0, sizeof n, &n, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, room * sizeof *x, x, 0, NULL, NULL));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(cell);
    clscan_plan_destroy(plan);
    return n;
}

/* Calls append to the same output until it is full. */
static void test_appends(void **state) {
    enum { TIMES = 3, ROOM = SCAN_COUNT + 1 };
    cl_int x[ROOM] = { 0 };
    assert_int_equal(append(*state, CLSCAN_STRATEGY_AUTO, NULL, 0, TIMES, ROOM, x), TIMES * (SCAN_COUNT / 2));
    for (int i = 0; i < ROOM; i++)
        assert_int_equal(x[i], 2 * (i % (SCAN_COUNT / 2)) + 1);
}

/* The count starts below zero, or so near to the end of an unsigned type that it wraps. Elements at negative places,
 * and before the count wraps, are counted but not written. */
static void test_places_before_zero(void **state) {
    enum { BEFORE = 3 };
    static const char *const types[] = { "int", "uint" };
    static const clscan_strategy strategies[] = { CLSCAN_STRATEGY_AUTO, CLSCAN_STRATEGY_LOOKBACK,
                                                  CLSCAN_STRATEGY_REDUCE_SCAN };
    for (size_t k = 0; k < COUNT(types) * COUNT(strategies); k++) {
        const clscan_strategy strategy = strategies[k / COUNT(types)];
        cl_int x[SCAN_COUNT] = { 0 };
        if (!test_device_runs(*state, strategy))
            continue;
        const cl_int n = append(*state, strategy, types[k % COUNT(types)], -BEFORE, 1, SCAN_COUNT, x);
        assert_int_equal(n, SCAN_COUNT / 2 - BEFORE);
        for (int i = 0; i < SCAN_COUNT; i++)
            assert_int_equal(x[i], i < n ? 2 * (i + BEFORE) + 1 : 0);
    }
}

/* A bound selection keeps its capacity while the plan selects into other outputs. */
static void test_bound(void **state) {
    enum { ROOM = 4 };
    const test_device *d = *state;
    const clscan_desc desc = odd_ones();
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_bound *bound = NULL;
    cl_int x[SCAN_COUNT] = { 0 };
    clscan_args args = { .in[0].buffer = numbers(d),
                         .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                         .count = SCAN_COUNT };
    const cl_mem whole = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x);
    args.out[0].capacity = ROOM;
    assert_ok(clscan_bound_create(plan, d->in_order, &args, &bound));
    clscan_args all = args;
    all.out[0] = (clscan_ref) { .buffer = whole, .capacity = SIZE_MAX };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &all, 0, NULL, NULL));
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &all, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i < ROOM ? 2 * i + 1 : 0);
    assert_cl(clEnqueueReadBuffer(d->in_order, whole, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    assert_int_equal(x[SCAN_COUNT / 2 - 1], SCAN_COUNT - 1);
    clscan_bound_destroy(bound);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(whole);
    clscan_plan_destroy(plan);
}

static void test_refused(void **state) {
    const test_device *d = *state;
    clscan_desc desc = odd_ones();
    clscan_plan *plan = new_plan(d->device, &desc);
    size_t size = 0, bytes = 0;
    const clscan_args args = { .in[0].buffer = numbers(d), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    assert_ok(clscan_plan_total_size(plan, &size));
    assert_int_equal(size, sizeof(cl_uint));
    REFUSE_ARGS(out[0].buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP,
                "args.in[0] and args.out[0]|not possible in place");
    REFUSE_ARGS(out[0].offset, SCAN_COUNT + 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0].offset is 1001|4000 bytes");
    const cl_uint much = (cl_uint)-SCAN_COUNT;
    REFUSE_ARGS(init, &much, CLSCAN_ERROR_INVALID_VALUE, "args.init is 4294966296|args.count is 1000|4294967295");
    assert_fails(clscan_plan_workspace_size(plan, (size_t)1 << 32, &bytes), CLSCAN_ERROR_INVALID_VALUE,
                 "args.count is 4294967296");
    REFUSE_ARGS(out[1].buffer, args.out[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "desc.out[1].name is NULL");
    REFUSE_ARGS(mask.buffer, args.out[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.mask is given|desc.mask");
    REFUSE_ARGS(indices.buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.indices is given|desc.index_type");
    REFUSE_ARGS(first_index, 1, CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 1|no indices");
    REFUSE_ARGS(count, SCAN_COUNT + 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0] holds 4000 bytes");
    REFUSE_ARGS(count, (size_t)1 << 32, CLSCAN_ERROR_INVALID_VALUE, "args.count is 4294967296|4294967295");
    clscan_plan_destroy(plan);

    desc = (clscan_desc) { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_BITS, .count_type.name = "int" };
    plan = new_plan(d->device, &desc);
    REFUSE_ARGS(count, (size_t)1 << 31, CLSCAN_ERROR_INVALID_VALUE, "args.count is 2147483648|2147483647");
    REFUSE_ARGS(mask.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.mask is NULL, but desc.mask is CLSCAN_MASK_BITS:");
    REFUSE_ARGS(in[1].buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is given|desc.in[1].name");
    const cl_mem few_bits = test_device_buffer(d, CL_MEM_READ_WRITE, SCAN_COUNT / 32 * sizeof(cl_uint), NULL);
    REFUSE_ARGS(mask.buffer, few_bits, CLSCAN_ERROR_BUFFER_TOO_SMALL,
                "args.mask holds 124 bytes; the call needs 32 elements");
    clReleaseMemObject(few_bits);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_plan_destroy(plan);
}

/* Wrong arguments for second arrays and for indices. */
static void test_refused_beside(void **state) {
    const test_device *d = *state;
    clscan_desc desc = odd_ones();
    desc.index_type.name = "int";
    desc.in[1].name = desc.out[1].name = "ulong";
    clscan_plan *plan = new_plan(d->device, &desc);
    const cl_mem short_array = test_device_buffer(d, CL_MEM_READ_WRITE, SCAN_COUNT * sizeof(cl_ulong) - 1, NULL);
    const cl_mem long_array = test_device_buffer(d, CL_MEM_READ_WRITE, SCAN_COUNT * sizeof(cl_ulong), NULL);
    clscan_args more = { .in[0].buffer = numbers(d), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    more.in[1].buffer = short_array;
    more.out[1].buffer = more.indices.buffer = long_array;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &more, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.in[1] holds 7999 bytes; the call needs 1000 elements");
    more.first_index = ((cl_ulong)1 << 31) - SCAN_COUNT + 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &more, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.first_index is 2147482649|2147483647");
    more.first_index--;
    more.in[1].buffer = long_array;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &more, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.in[1] and args.out[1] overlap");
    clReleaseMemObject(short_array);
    clReleaseMemObject(long_array);
    clReleaseMemObject(more.in[0].buffer);
    clReleaseMemObject(more.out[0].buffer);
    clscan_plan_destroy(plan);
}

/* Without a capacity, the output overlaps the input that follows it. The message names the capacity, unless the output
 * begins within the input, where no capacity helps. */
static void test_overlap_without_capacity(void **state) {
    enum { ROOM = 4 };
    const test_device *d = *state;
    const clscan_desc desc = odd_ones();
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[ROOM + SCAN_COUNT] = { [ROOM] = 1, 2, 3, 5, 7, 9 };
    clscan_args args = { .in[0].host = x + ROOM, .out[0].host = x, .count = SCAN_COUNT };
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_BUFFER_OVERLAP, "args.out[0].capacity is 0, so 1000 ");
    args.out[0].capacity = ROOM;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_true(x[0] == 1 && x[ROOM - 1] == 7 && x[ROOM] == 1);
    args.out[0] = (clscan_ref) { .host = x + ROOM + 1 };
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_BUFFER_OVERLAP, "4 apart; the outputs of a selection");
    args.in[0] = (clscan_ref) { .buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x), .offset = ROOM };
    args.out[0] = (clscan_ref) { .buffer = args.in[0].buffer };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "; args.out[0].capacity is 0, so 1004 elements|up to the end of its buffer");
    clReleaseMemObject(args.in[0].buffer);
    clscan_plan_destroy(plan);
}

/* A function whose parameter or result is of another type is not converted silently. */
static void test_wrong_functions(void **state) {
    static const struct {
        const char *source, *words;
    } wrong[] = { { "int odd(float x) { return 1; }", "desc.user.keep" },
                  { "float odd(int x) { return 1; }", "desc.user.keep" },
                  { "int even(int x) { return 1; }", "desc.user.keep" } };
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const clscan_desc desc = { .task = CLSCAN_TASK_SELECT, .user = { .source = wrong[i].source, .keep = "odd" } };
        clscan_plan *plan = NULL;
        assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, wrong[i].words);
    }
    const clscan_desc macro = { .task = CLSCAN_TASK_SELECT,
                                .user = { .source = "#define ODD_ONE(x) ((x) & 1)", .keep = "ODD_ONE" } };
    clscan_plan_destroy(new_plan(d->device, &macro));
}

/* The elements 0, 0, 0, 0, 1, 1, 1, 1, ... have runs of four. A run of keys needs the array of keys. */
static void test_runs(void **state) {
    enum { LENGTH = 4 };
    const test_device *d = *state;
    clscan_desc desc = { .task = CLSCAN_TASK_UNIQUE_LAST };
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i / LENGTH;
    clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                         .out[0].buffer = new_output(d),
                         .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    for (int i = 0; i < SCAN_COUNT / LENGTH; i++)
        assert_int_equal(x[i], i);
    REFUSE_ARGS(mask.buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.mask is given|desc.mask");
    REFUSE_ARGS(segments.buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.segments is given|desc.segments");
    REFUSE_ARGS(out[0].buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "not possible in place");
    clscan_plan_destroy(plan);

    desc.segments = CLSCAN_SEGMENTS_KEYS;
    plan = new_plan(d->device, &desc);
    REFUSE_ARGS(segments.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE,
                "args.segments is NULL, but desc.segments is CLSCAN_SEGMENTS_KEYS:");
    args.segments = (clscan_ref) { .buffer = args.in[0].buffer, .offset = 1 };
    REFUSE_ARGS(first_index, 0, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.segments holds 4000 bytes");
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);

    desc = (clscan_desc) { .task = CLSCAN_TASK_UNIQUE,
                           .value = { .name = "pair", .size = 8 },
                           .user.source = "typedef struct { int a, b; } pair;" };
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.value.name is \"pair\"|desc.user.same_key");
}

static void assert_lengths(const test_device *d, cl_mem lengths, cl_event done) {
    cl_int x[SCAN_COUNT];
    assert_cl(clEnqueueReadBuffer(d->out_of_order, lengths, CL_TRUE, 0, SCAN_COUNT / 4 * sizeof *x, x, 1, &done, NULL));
    for (int i = 0; i < SCAN_COUNT / 4; i++)
        assert_int_equal(x[i], 4);
    clReleaseEvent(done);
}

/* The event of a run-length encoding is that of the launch that computes the lengths, also of a bound one. */
static void test_lengths(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_RUN_LENGTH, .length_type.name = "int" };
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_bound *bound = NULL;
    cl_event done;
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i / 4;
    const clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                               .out[0].buffer = new_output(d),
                               .lengths.buffer = new_output(d),
                               .indices.buffer = new_output(d),
                               .total.buffer = new_output(d),
                               .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &args, 0, NULL, &done));
    assert_lengths(d, args.lengths.buffer, done);
    assert_ok(clscan_bound_create(plan, d->out_of_order, &args, &bound));
    for (int time = 0; time < 2; time++) {
        assert_ok(clscan_bound_enqueue(bound, 0, NULL, &done));
        assert_lengths(d, args.lengths.buffer, done);
    }
    char text[2048];
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    assert_non_null(strstr(text, "with lengths"));
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    assert_ok(clscan_plan_call_info(plan, &args, &info));
    assert_true(info.launches >= 2);
    REFUSE_ARGS(total.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE,
                "args.total is NULL|desc.task is CLSCAN_TASK_RUN_LENGTH");
    REFUSE_ARGS(indices.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE,
                "args.indices is NULL, but desc.task is CLSCAN_TASK_RUN_LENGTH:");
    REFUSE_ARGS(lengths.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE,
                "args.lengths is NULL, but desc.task is CLSCAN_TASK_RUN_LENGTH:");
    REFUSE_ARGS(count, 1U << 31, CLSCAN_ERROR_INVALID_VALUE, "args.count is 2147483648|desc.length_type|2147483647");
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
    cl_mem const all[] = { args.in[0].buffer, args.out[0].buffer, args.lengths.buffer, args.indices.buffer,
                           args.total.buffer };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
}

/* Writes the indices without the elements, from and to host memory. The guards are elements of the array of indices. */
static void check_indices_alone(clscan_plan *plan, const cl_int *x, bool runs) {
    enum { ROOM = 100 };
    cl_uint indices[ROOM + 1], n = 0;
    memset(indices, 0xff, sizeof indices);
    const clscan_args args = {
        .in[0].host = x, .indices = { .host = indices, .capacity = ROOM }, .first_index = 5, .count = SCAN_COUNT
    };
    assert_ok(clscan_plan_execute(plan, &args));
    for (cl_uint k = 0; k < SCAN_COUNT; k++)
        if (n < ROOM && (runs ? k == 0 || x[k] != x[k - 1] : x[k] & 1))
            assert_int_equal(indices[n++], 5 + k);
    assert_int_equal(n, ROOM);
    assert_int_equal(indices[ROOM], CL_UINT_MAX);
}

/* A selection with a total and without an output counts, also on the host. */
static void test_counting(void **state) {
    static const clscan_task tasks[] = { CLSCAN_TASK_SELECT, CLSCAN_TASK_PARTITION, CLSCAN_TASK_UNIQUE };
    const test_device *d = *state;
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i / 3;
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x), total = new_output(d);
    for (size_t i = 0; i < COUNT(tasks); i++) {
        const bool runs = tasks[i] == CLSCAN_TASK_UNIQUE;
        const clscan_desc desc = { .task = tasks[i],
                                   .index_type.name = "uint",
                                   .user = { .source = runs ? NULL : "int odd(int x) { return x & 1; }",
                                             .keep = runs ? NULL : "odd" } };
        cl_uint expected = 0, by_enqueue = 0, by_execute = 0;
        for (int k = 0; k < SCAN_COUNT; k++)
            expected += runs ? k == 0 || x[k] != x[k - 1] : x[k] & 1;
        clscan_plan *plan = new_plan(d->device, &desc);
        clscan_args args = { .in[0].buffer = in, .total.buffer = total, .count = SCAN_COUNT };
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, total, CL_TRUE, 0, sizeof by_enqueue, &by_enqueue, 0, NULL, NULL));
        assert_int_equal(by_enqueue, expected);
        args.total.buffer = NULL;
        assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                     "args.out[0] is NULL");
        args = (clscan_args) { .in[0].buffer = in, .out[0].buffer = total, .count = 1 };
        assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                     "args.indices is NULL");
        check_indices_alone(plan, x, runs);
        args = (clscan_args) { .in[0].host = x, .count = SCAN_COUNT };
        assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL: set its host");
        args = (clscan_args) { .in[0].host = x, .total.host = &by_execute, .count = SCAN_COUNT };
        assert_ok(clscan_plan_execute(plan, &args));
        assert_int_equal(by_execute, expected);
        clscan_plan_destroy(plan);
    }
    clReleaseMemObject(in);
    clReleaseMemObject(total);
}

int main(int argc, char **argv) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_appends),
        cmocka_unit_test(test_places_before_zero),
        cmocka_unit_test(test_bound),
        cmocka_unit_test(test_refused),
        cmocka_unit_test(test_refused_beside),
        cmocka_unit_test(test_overlap_without_capacity),
        cmocka_unit_test(test_wrong_functions),
        cmocka_unit_test(test_runs),
        cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_counting),
    };
    if (argc > 1)
        cmocka_set_test_filter(argv[1]);
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
