/* The arguments of histograms: capacities, calls without elements, events, bound calls, arrays in host memory, the
 * caller's workspace, the user's functions, and what is refused. */
#include "api/scans.h"
#include "support/guarded.h"

enum { BINS = 10, EACH = SCAN_COUNT / BINS };

static const clscan_desc tenths = { .struct_size = sizeof(clscan_desc),
                                    .task = CLSCAN_TASK_HISTOGRAM,
                                    .in[0].name = "int",
                                    .bins = { .count = BINS, .upper = SCAN_COUNT } };

/* The elements 0, 1, 2 and so on, as many in each bin. */
static clscan_args args_of_numbers(const test_device *d) {
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    return (clscan_args) { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                           .out[0].buffer = new_output(d),
                           .count = SCAN_COUNT };
}

static void release(const clscan_args *args) {
    clReleaseMemObject(args->in[0].buffer);
    clReleaseMemObject(args->out[0].buffer);
}

/* Asserts that BINS counts from `offset` on are `each`. */
static void assert_counts(const test_device *d, cl_mem out, size_t offset, cl_uint each) {
    cl_uint counts[BINS];
    assert_cl(
        clEnqueueReadBuffer(d->in_order, out, CL_TRUE, offset * sizeof *counts, sizeof counts, counts, 0, NULL, NULL));
    for (int i = 0; i < BINS; i++)
        assert_int_equal(counts[i], each);
}

static void test_capacity(void **state) {
    enum { OFFSET = 3, BEFORE = 77 };
    const test_device *d = *state;
    clscan_plan *plan = new_plan(d->device, &tenths);
    clscan_args args = args_of_numbers(d);
    cl_uint all[OFFSET + BINS + 1];
    for (size_t i = 0; i < COUNT(all); i++)
        all[i] = BEFORE;
    test_device_write(d, args.out[0].buffer, 0, sizeof all, all);
    args.out[0].offset = OFFSET;
    args.out[0].capacity = BINS - 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.out[0].capacity is 9|needs 10 elements");
    args.out[0].capacity = BINS;
    for (int again = 0; again < 2; again++) {
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_counts(d, args.out[0].buffer, OFFSET, EACH);
    }
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof all, all, 0, NULL, NULL));
    assert_true(all[OFFSET - 1] == BEFORE && all[OFFSET + BINS] == BEFORE);
    args.out[0] = (clscan_ref) { .buffer = args.out[0].buffer, .offset = SCAN_COUNT - BINS + 1 };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.out[0] holds 4000 bytes|10 elements of 4 bytes from element 991");
    release(&args);
    clscan_plan_destroy(plan);
}

/* Without elements all counts are 0. Only the output has to be given then. */
static void test_nothing(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = new_plan(d->device, &tenths);
    clscan_args args = args_of_numbers(d);
    args.count = 0;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_counts(d, args.out[0].buffer, 0, 0);
    const cl_mem out = args.out[0].buffer;
    args.out[0].buffer = NULL;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.out[0] is NULL");
    args.out[0].buffer = out;
    const clscan_args no_input = { .out[0].buffer = out };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &no_input, 0, NULL, NULL));
    assert_counts(d, out, 0, 0);
    release(&args);
    clscan_plan_destroy(plan);
}

/* Two launches on an out-of-order queue, bound to their arguments, with an event and a workspace of the caller's. */
static void test_bound(void **state) {
    const test_device *d = *state;
    clscan_desc desc = tenths;
    desc.tuning.num_groups = 3;
    desc.tuning.items = 1; /* so that the elements fill three spans on every device */
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = args_of_numbers(d);
    clscan_bound *bound = NULL;
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    cl_event done;
    size_t bytes = 0;
    assert_ok(clscan_plan_call_info(plan, &args, &info));
    assert_true(info.launches == 2 && info.tuning.strategy == CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_ok(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
    assert_true(bytes >= info.workspace_bytes && info.workspace_bytes > 0);
    args.workspace = test_device_buffer(d, CL_MEM_READ_WRITE, info.workspace_bytes, NULL);
    assert_ok(clscan_bound_create(plan, d->out_of_order, &args, &bound));
    clscan_plan_destroy(plan);
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, &done));
    assert_cl(clWaitForEvents(1, &done));
    assert_counts(d, args.out[0].buffer, 0, EACH);
    clReleaseEvent(done);
    clscan_bound_destroy(bound);
    clReleaseMemObject(args.workspace);
    release(&args);
}

static void test_host(void **state) {
    const test_device *d = *state;
    const double edges[] = { -1, 0.5, 2.5, 100, 5000 };
    const clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                               .task = CLSCAN_TASK_HISTOGRAM,
                               .value.name = "long",
                               .in[0].name = "ushort",
                               .bins = { .kind = CLSCAN_BIN_KIND_EDGES, .count = 4, .edges = edges } };
    static const cl_long expected[] = { 1, 2, 97, 900, -5 };
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_ushort x[SCAN_COUNT];
    cl_long counts[5] = { -5, -5, -5, -5, -5 };
    for (cl_ushort i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    clscan_args args = { .in[0].host = x, .out[0].host = counts, .count = SCAN_COUNT };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(counts, expected, sizeof counts);
    args.out[0].capacity = 3;
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0].capacity is 3");
    clscan_plan_destroy(plan);
}

/* SVM pointers, on devices that have them. */
static void test_svm(void **state) {
    const test_device *d = *state;
    cl_int x[SCAN_COUNT];
    cl_uint counts[BINS] = { 0 };
    if (!memory_exists(d, MEMORY_SVM))
        skip();
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    clscan_plan *plan = new_plan(d->device, &tenths);
    cl_mem in = memory_create(d, MEMORY_SVM, sizeof x, x), out = memory_create(d, MEMORY_SVM, sizeof counts, counts);
    const clscan_args args = { .in[0] = memory_ref(MEMORY_SVM, in, 0),
                               .out[0] = memory_ref(MEMORY_SVM, out, 0),
                               .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    memory_read(d, MEMORY_SVM, out, sizeof counts, counts);
    for (int i = 0; i < BINS; i++)
        assert_int_equal(counts[i], EACH);
    memory_release(d, MEMORY_SVM, in);
    memory_release(d, MEMORY_SVM, out);
    clscan_plan_destroy(plan);
}

/* Functions of the user compute the bins of structs, and load elements from two arrays. Weights of 64 bits overflow the
 * low word. */
static void check_functions(const test_device *d, size_t shape) {
    static const char source[] =
        "typedef struct { uint a, b, c; } record;\n"
        "uint bin(record r) { return r.a % 11; }\n"
        "long weight(record r) { return r.b * 0x180000001l; }\n"
        "record load(const global record *in, const global uint *more, ulong i) { record r = in[i]; r.b += more[0]; "
        "return r; }\n";
    enum { COUNT_IN = 5000 };
    static cl_uint records[COUNT_IN * 3];
    const cl_uint more = 5;
    cl_ulong expected[BINS] = { 0 }, got[BINS];
    clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                         .task = CLSCAN_TASK_HISTOGRAM,
                         .value.name = "long",
                         .in = { { .name = "record", .size = 12 }, { .name = "uint" } },
                         .user = { .source = source, .map = "weight", .load = "load" },
                         .bins = { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = BINS, .function = "bin" } };
    desc.tuning.num_groups = shape > 0 ? 3 : 0;
    desc.tuning.wg_size = shape == 1 ? 1 : shape == 2 ? test_device_small_group() : 0;
    for (size_t i = 0; i < COUNT_IN; i++) {
        records[3 * i] = (cl_uint)(i * 2654435761u);
        records[3 * i + 1] = (cl_uint)(i % 3000);
        if (records[3 * i] % 11 < BINS)
            expected[records[3 * i] % 11] += (records[3 * i + 1] + more) * 0x180000001ul;
    }
    clscan_plan *plan = NULL;
    guarded in = guarded_create(d, sizeof records, records), second = guarded_create(d, sizeof more, &more),
            out = guarded_create(d, sizeof got, NULL);
    const clscan_args args = { .in = { { .buffer = in.part }, { .buffer = second.part } },
                               .out[0].buffer = out.part,
                               .count = COUNT_IN };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_true(guarded_read(d, &out, got));
    assert_memory_equal(got, expected, sizeof got);
    clscan_plan_destroy(plan);
    guarded *const arrays[] = { &in, &second, &out };
    for (size_t i = 0; i < COUNT(arrays); i++)
        guarded_release(arrays[i]);
}

static void try_functions(const test_device *d, size_t shape) {
    UNLESS_REFUSED(check_functions(d, shape));
}

static void test_functions(void **state) {
    for (size_t shape = 0; shape < 3; shape++)
        try_functions(*state, shape);
    skip_if_all_refused();
}

static void test_refused(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = new_plan(d->device, &tenths);
    const clscan_args args = args_of_numbers(d);
    const cl_uint init = 0;
    REFUSE_ARGS(init, &init, CLSCAN_ERROR_INVALID_VALUE, "args.init is given|CLSCAN_TASK_HISTOGRAM");
    REFUSE_ARGS(init_at.buffer, args.out[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.init_at is given");
    REFUSE_ARGS(total.buffer, args.out[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.total is given|args.out[0]");
    REFUSE_ARGS(first_index, 1, CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 1");
    REFUSE_ARGS(mask.buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.mask is given");
    REFUSE_ARGS(indices.buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.indices is given");
    REFUSE_ARGS(segments.buffer, args.in[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.segments is given");
    REFUSE_ARGS(num_dims, 1, CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is 1");
    REFUSE_ARGS(out[0].buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP,
                "args.in[0] and args.out[0] overlap|the counts of a histogram");
    REFUSE_ARGS(count, (size_t)1 << 32, CLSCAN_ERROR_INVALID_VALUE, "more than desc.value can count: 4294967295");
    clscan_plan_destroy(plan);
    clscan_desc floats = tenths;
    floats.value.name = "float";
    plan = new_plan(d->device, &floats);
    REFUSE_ARGS(count, ((size_t)1 << 24) + 1, CLSCAN_ERROR_INVALID_VALUE, "more than desc.value can count: 16777216");
    release(&args);
    clscan_plan_destroy(plan);
}

/* A function of the wrong type does not compile, and the message says how to declare it. */
static void test_wrong_functions(void **state) {
    const test_device *d = *state;
    clscan_desc desc = { .struct_size = sizeof(clscan_desc),
                         .task = CLSCAN_TASK_HISTOGRAM,
                         .in[0].name = "float",
                         .user.source = "int bin(float x) { return 0; }\n",
                         .bins = { .kind = CLSCAN_BIN_KIND_FUNCTION, .count = 3, .function = "bin" } };
    clscan_plan *plan = NULL;
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE,
                 "desc.bins.function|uint bin(float x)");
    desc.user.source = "uint bin(float x) { return (uint)x; }\nint weight(float x) { return 1; }\n";
    desc.user.map = "weight";
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE,
                 "desc.user.map|uint weight(float x)");
    desc.user.map = "no_such_function";
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, "");
    desc.user.map = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    clscan_plan_destroy(plan);
}

/* Two rows of tenths, the second of which begins at element OFFSET, and columns. A row without elements has zeros. */
static void test_rows(void **state) {
    enum { ROWS = 2, LENGTH = SCAN_COUNT - ROWS };
    const test_device *d = *state;
    clscan_desc desc = tenths;
    desc.layout = CLSCAN_LAYOUT_ROWS;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = args_of_numbers(d);
    args.count = 0;
    args.num_dims = 2;
    args.dims[0] = (clscan_dim) { .n = LENGTH, .out_stride = 7 };
    args.dims[1] = (clscan_dim) { .n = ROWS, .in_stride = ROWS, .out_stride = 3 };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    cl_uint counts[ROWS * BINS];
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof counts, counts, 0, NULL, NULL));
    for (int i = 0; i < ROWS * BINS; i++)
        assert_int_equal(counts[i], i == BINS - 1 || i == BINS ? EACH - ROWS : EACH);
    args.out[0].capacity = ROWS * BINS - 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.out[0].capacity is 19|needs 20 elements");
    args.out[0].capacity = ROWS * BINS;
    args.dims[0].n = 0;
    args.in[0].buffer = NULL;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_counts(d, args.out[0].buffer, 0, 0);
    assert_counts(d, args.out[0].buffer, BINS, 0);
    args.dims[1].n = SIZE_MAX / 2;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.dims has 9223372036854775807 rows of 10 results each: no memory holds that many");
    args.num_dims = 0;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.num_dims is 0");
    clReleaseMemObject(args.out[0].buffer);
    clscan_plan_destroy(plan);
}

/* Rows in host memory, and no row at all. */
static void test_host_rows(void **state) {
    const test_device *d = *state;
    clscan_desc desc = tenths;
    desc.layout = CLSCAN_LAYOUT_ROWS;
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[SCAN_COUNT];
    cl_uint counts[EACH * BINS + 1];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i / 10;
    memset(counts, -1, sizeof counts);
    const size_t shape[] = { EACH, 1, BINS }; /* each row has equal elements, which are all in bin 0 */
    clscan_args args = { .in[0].host = x, .out[0].host = counts };
    assert_ok(clscan_args_set_axis(&args, shape, 3, 2));
    assert_ok(clscan_plan_execute(plan, &args));
    for (int i = 0; i < EACH * BINS; i++)
        assert_int_equal(counts[i], i % BINS ? 0 : BINS);
    assert_true(counts[EACH * BINS] == UINT32_MAX);
    counts[0] = 5;
    args.dims[1].n = 0;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_int_equal(counts[0], 5);
    clscan_plan_destroy(plan);
}

static void test_described(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = new_plan(d->device, &tenths);
    char text[2000];
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = 100 }, text, sizeof text, NULL));
    assert_has(text, "histogram of int (4 bytes) in 10 bins from 0 to 1000, counted in uint|launches   1");
    clscan_plan_destroy(plan);
    clscan_desc rows = tenths;
    rows.layout = CLSCAN_LAYOUT_ROWS;
    plan = new_plan(d->device, &rows);
    const clscan_args args = { .num_dims = 2, .dims = { { .n = 20 }, { .n = 30 } } };
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_has(text, "counted in uint, in rows|rows       30 of 20 elements|launches   1");
    const clscan_args columns = { .num_dims = 2, .dims = { { .n = 2000000, .in_stride = 3 }, { 3, .in_stride = 1 } } };
    assert_ok(clscan_plan_describe(plan, &columns, text, sizeof text, NULL));
    assert_has(text, "rows       3 of 2000000 elements, 3 adjacent|launches   2");
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_capacity),  cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_bound),     cmocka_unit_test(test_host),
        cmocka_unit_test(test_svm),       cmocka_unit_test(test_refused),
        cmocka_unit_test(test_described), cmocka_unit_test(test_wrong_functions),
        cmocka_unit_test(test_functions), cmocka_unit_test(test_rows),
        cmocka_unit_test(test_host_rows),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
