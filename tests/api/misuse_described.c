/* Wrong arguments of clscan_plan_enqueue, one at a time, that depend on the description. Each is refused with its name
 * and the numbers in the message, the caller's event is untouched, and nothing is written. */
#include "api/scans.h"
#include "support/enqueued.h"

enum { BYTES = SCAN_COUNT * sizeof(cl_int) };

/* A plan and a valid call. Each test changes a copy of the arguments. */
typedef struct fixture {
    const test_device *d;
    clscan_plan *plan;
    clscan_args good;
} fixture;

static fixture open_fixture(const test_device *d, const clscan_desc *desc) {
    const clscan_args good = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_input(d, 7), .count = SCAN_COUNT };
    return (fixture) { d, new_plan(d->device, desc), good };
}

static void close_fixture(fixture *f) {
    assert_ok(clscan_plan_enqueue(f->plan, f->d->in_order, &f->good, 0, NULL, NULL)); /* it was right indeed */
    assert_cl(clFinish(f->d->in_order));
    clReleaseMemObject(f->good.in[0].buffer);
    clReleaseMemObject(f->good.out[0].buffer);
    clscan_plan_destroy(f->plan);
}

static void refuse(const fixture *f, const clscan_args *corrupt, clscan_status status, const char *words) {
    cl_int x[SCAN_COUNT], place;
    cl_event event = (cl_event)(void *)&place;
    const size_t commands = enqueued();
    const cl_uint objects = references(f->d);
    assert_fails(clscan_plan_enqueue(f->plan, f->d->in_order, corrupt, 0, NULL, &event), status, words);
    assert_ptr_equal(event, &place);
    assert_int_equal(enqueued(), commands);
    assert_nothing_lost(f->d, objects);
    assert_cl(clFinish(f->d->in_order));
    assert_cl(clEnqueueReadBuffer(f->d->in_order, f->good.out[0].buffer, CL_TRUE, 0, BYTES, x, 0, NULL, NULL));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], 7);
}

/* REFUSE(status, words, a.field = value, ...): the good call with these fields changed. */
#define REFUSE(status, words, ...)                                                                                     \
    do {                                                                                                               \
        clscan_args a = f.good;                                                                                        \
        __VA_ARGS__;                                                                                                   \
        refuse(&f, &a, (status), (words));                                                                             \
    } while (0)

/* Sets `n` rows of `length` elements, or one row if `n` is 0. In the output, elements are `out_stride` apart. */
static void rows_of(clscan_args *args, size_t length, size_t n, size_t out_stride) {
    args->count = 0;
    args->num_dims = n ? 2 : 1;
    args->dims[0] = (clscan_dim) { .n = length, 1, out_stride };
    args->dims[1] = (clscan_dim) { .n = n };
}

/* Buffers that are refused for every argument. */
typedef struct wrong {
    cl_context context;
    cl_mem foreign, read_only, write_only, empty;
} wrong;

static wrong open_wrong(const test_device *d) {
    cl_int error = CL_SUCCESS;
    wrong w = { .context = another_context(d) };
    w.foreign = clCreateBuffer(w.context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    assert_cl(error);
    w.read_only = test_device_buffer(d, CL_MEM_READ_ONLY, BYTES, NULL);
    w.write_only = test_device_buffer(d, CL_MEM_WRITE_ONLY, BYTES, NULL);
    w.empty = test_device_buffer(d, CL_MEM_READ_WRITE, 3, NULL);
    return w;
}

static void close_wrong(wrong *w) {
    clReleaseMemObject(w->foreign);
    clReleaseMemObject(w->read_only);
    clReleaseMemObject(w->write_only);
    clReleaseMemObject(w->empty);
    clReleaseContext(w->context);
}

static void test_init(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    const cl_int seven = 7;
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.init and args.init_at", a.init = &seven,
           a.init_at.buffer = a.in[0].buffer);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.init_at|another context", a.init_at.buffer = w.foreign);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.init_at|CL_MEM_WRITE_ONLY", a.init_at.buffer = w.write_only);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.init_at|3 bytes|1 element of 4 bytes", a.init_at.buffer = w.empty);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.init_at|4000 bytes|element 1000", a.init_at.buffer = a.in[0].buffer,
           a.init_at.offset = SCAN_COUNT);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.init_at", a.init_at.buffer = a.in[0].buffer,
           a.init_at.offset = SIZE_MAX);
    cl_mem both = test_device_buffer(d, CL_MEM_READ_WRITE, BYTES, NULL);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.workspace overlaps args.init_at", a.workspace = a.init_at.buffer = both);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.workspace overlaps args.count_at",
           a.workspace = a.count_at.buffer = both);
    clReleaseMemObject(both);
    close_wrong(&w);
    close_fixture(&f);
}

static void test_init_of_many_bytes(void **state) {
    static cl_uint init[129];
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    const test_device *d = *state;
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof init, init),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof init, init);
    desc.value = (clscan_type) { .name = "wide", .size = sizeof init };
    desc.tuning.wg_size = 1;
    desc.tuning.items = 2;
    desc.user = (clscan_user) { .source = "typedef struct { uint c[129]; } wide;\n"
                                          "static wide later(wide a, wide b) { return b; }",
                                .combine = "later" };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = 1, .init = init };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.init has 516 bytes|512|args.init_at");
    clscan_plan_destroy(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static void test_total(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_LOOKBACK);
    if (!test_device_runs(d, desc.tuning.strategy))
        desc.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.total|another context", a.total.buffer = w.foreign);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.total|CL_MEM_READ_ONLY", a.total.buffer = w.read_only);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.total|3 bytes", a.total.buffer = w.empty);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.total|element 1000", a.total.buffer = a.out[0].buffer,
           a.total.offset = SCAN_COUNT);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.out[0] and args.total", a.total.buffer = a.out[0].buffer,
           a.total.offset = SCAN_COUNT - 1);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.total", a.total.buffer = a.in[0].buffer);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.total|3 bytes", a.total.buffer = w.empty, a.count = 0);
    close_wrong(&w);
    close_fixture(&f);
}

static void test_count(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN), wide = desc;
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.count_at|another context", a.count_at.buffer = w.foreign);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.count_at|CL_MEM_WRITE_ONLY", a.count_at.buffer = w.write_only);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.count_at|3 bytes|4 bytes", a.count_at.buffer = w.empty);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0]|1001 elements", a.count_at.buffer = a.in[0].buffer,
           a.count = SCAN_COUNT + 1);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 3|argmin", a.first_index = 3);
    close_wrong(&w);
    close_fixture(&f);
    wide.count_type.name = "long";
    f = open_fixture(d, &wide);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.count_at|8 bytes from element 500", a.count_at.buffer = a.in[0].buffer,
           a.count_at.offset = SCAN_COUNT / 2);
    close_fixture(&f);
}

static void test_segments(void **state) {
    const test_device *d = *state;
    static const char *const words[] = { "", "args.segments|1000 elements of 1 byte", "args.segments|32 elements of 4",
                                         "args.segments|1000 elements of 8" };
    static const char *const missing[] = { "", "args.segments is NULL, but desc.segments is CLSCAN_SEGMENTS_FLAGS:",
                                           "args.segments is NULL, but desc.segments is CLSCAN_SEGMENTS_BITS:",
                                           "args.segments is NULL, but desc.segments is CLSCAN_SEGMENTS_KEYS:" };
    for (clscan_segments segments = CLSCAN_SEGMENTS_FLAGS; segments <= CLSCAN_SEGMENTS_KEYS; segments++) {
        clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
        desc.segments = segments;
        desc.key.name = segments == CLSCAN_SEGMENTS_KEYS ? "ulong" : NULL;
        fixture f = open_fixture(d, &desc);
        wrong w = open_wrong(d);
        cl_mem marks = f.good.segments.buffer = test_device_buffer(d, CL_MEM_READ_ONLY, 2 * BYTES, NULL);
        REFUSE(CLSCAN_ERROR_INVALID_VALUE, missing[segments], a.segments.buffer = NULL);
        REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.segments|another context", a.segments.buffer = w.foreign);
        REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.segments|CL_MEM_WRITE_ONLY", a.segments.buffer = w.write_only);
        REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, words[segments], a.segments.buffer = w.empty);
        REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, words[segments], a.segments.offset = 2 * BYTES);
        REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.segments and args.out[0] overlap",
               a.segments.buffer = a.out[0].buffer, a.count = SCAN_COUNT / 2);
        close_wrong(&w);
        close_fixture(&f);
        clReleaseMemObject(marks);
    }
}

/* Arguments that would have no effect are refused, because the caller expects an effect. */
static void test_what_the_plan_passes_over(void **state) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    fixture f = open_fixture(*state, &desc);
    const size_t shape[] = { 10, SCAN_COUNT / 10 };
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.segments is given|desc.segments is CLSCAN_SEGMENTS_NONE",
           a.segments.buffer = a.in[0].buffer);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.num_segments is 3|desc.segments is not CLSCAN_SEGMENTS_OFFSETS",
           a.num_segments = 3);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is given|desc.in[1].name is NULL", a.in[1].buffer = a.in[0].buffer);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.out[3] is given|desc.out[3].name is NULL",
           a.out[3].buffer = a.in[0].buffer);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is 3|desc.layout is CLSCAN_LAYOUT_CONTIGUOUS",
           assert_ok(clscan_args_set_axis(&a, shape, 2, 0)));
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is 1|desc.layout is CLSCAN_LAYOUT_CONTIGUOUS",
           rows_of(&a, SCAN_COUNT, 0, 0));
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.dims[0] is given|args.num_dims is 0", a.dims[0].n = SCAN_COUNT);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.dims[3] is given|args.num_dims is 0", a.dims[3].out_stride = 1);
    close_fixture(&f);
}

static void test_rows(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.layout = CLSCAN_LAYOUT_ROWS;
    fixture f = open_fixture(d, &desc);
    rows_of(&f.good, 100, 10, 0);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is 0|desc.layout is CLSCAN_LAYOUT_ROWS", a.num_dims = 0);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.num_dims is 5; at most 4", a.num_dims = 5);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.count is 1000|desc.layout is CLSCAN_LAYOUT_ROWS", a.count = SCAN_COUNT);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE,
           "besides dims[0], args.dims has 2 dimensions with strides other than 1 (101 and 7 in the input)",
           a.num_dims = 3, a.dims[1].in_stride = 101, a.dims[2] = (clscan_dim) { .n = 2, 7, 7 });
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.count_at is given|10 rows of 100", a.count_at.buffer = a.in[0].buffer);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.dims[0].out_stride is 3|10 rows are adjacent",
           a.dims[0] = (clscan_dim) { .n = 100, 10, 3 }, a.dims[1] = (clscan_dim) { .n = 10, 1, 1 });
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "rows of args.out[0] overlap|pitch of 99", a.dims[1].out_stride = 99);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "rows of args.out[0] overlap|2 apart", a.dims[0].out_stride = 2,
           a.dims[1] = (clscan_dim) { .n = 2, 100, 2 });
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0]|1009 elements", a.dims[1].in_stride = 101);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0]|1999 elements", rows_of(&a, SCAN_COUNT, 0, 2));
    REFUSE(CLSCAN_ERROR_INVALID_VALUE,
           "input strides of 18446744073709551615 and 1: the last element would be past SIZE_MAX",
           a.dims[1].in_stride = SIZE_MAX);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "output strides|9223372036854775807: the last element would be past SIZE_MAX",
           a.dims[0].out_stride = SIZE_MAX / 2);
    /* the distance from the first element to the last is SIZE_MAX */
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "input strides of 18446744073709551614|past SIZE_MAX", rows_of(&a, 1, 2, 0),
           a.dims[1].in_stride = SIZE_MAX - 1);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "output strides of 18446744073709551614|past SIZE_MAX", rows_of(&a, 1, 2, 0),
           a.dims[1].out_stride = SIZE_MAX - 1);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.out[0]", a.in[0].buffer = a.out[0].buffer,
           rows_of(&a, 50, 10, 0), a.dims[1].in_stride = 60);
    close_fixture(&f);
}

static void test_no_identity(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    const cl_int none = -1;
    desc.user.combine = "max";
    desc.kind = CLSCAN_KIND_EXCLUSIVE;
    fixture f = open_fixture(d, &desc);
    f.good.init = &none;
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.init and args.init_at are not given|no identity", a.init = NULL);
    cl_mem zero = test_device_buffer(d, CL_MEM_READ_ONLY, sizeof(cl_int), &(cl_int) { 0 });
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.init and args.init_at are not given|no identity", a.init = NULL,
           a.count_at.buffer = zero);
    clReleaseMemObject(zero);
    close_fixture(&f);
}

/* Without elements and without an identity, the total is zero bytes, whatever the kind of the scan is. */
static void test_total_of_nothing(void **state) {
    const test_device *d = *state;
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        clscan_desc desc = small_tiles(strategy);
        cl_int total = 7;
        desc.user.combine = "max";
        desc.kind = CLSCAN_KIND_EXCLUSIVE;
        desc.segments = strategy % 2 ? CLSCAN_SEGMENTS_FLAGS : CLSCAN_SEGMENTS_NONE;
        if (!test_device_runs(d, strategy))
            continue;
        clscan_plan *plan = new_plan(d->device, &desc);
        clscan_args args = { .in[0].buffer = new_input(d, 1),
                             .out[0].buffer = new_input(d, 7),
                             .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof total, &total) };
        args.segments.buffer = desc.segments ? args.in[0].buffer : NULL;
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL));
        assert_int_equal(total, 0);
        clReleaseMemObject(args.in[0].buffer);
        clReleaseMemObject(args.out[0].buffer);
        clReleaseMemObject(args.total.buffer);
        clscan_plan_destroy(plan);
    }
}

static void test_more_arrays(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.user.source =
        "int get(const global int *in, const global int *more, ulong i) { return in[i] + more[i]; }\n"
        "void put(global int *out, global int *more, const global int *in, const global int *in1, ulong i,\n"
        "         int x, int up_to, int before) {\n"
        "    out[i] = before;\n    more[i] = up_to;\n}";
    desc.user.load = "get";
    desc.user.store = "put";
    desc.in[1].name = desc.out[1].name = "int";
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    cl_mem in = f.good.in[1].buffer = new_input(d, 1), out = f.good.out[1].buffer = new_output(d);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is NULL, but desc.in[1].name", a.in[1].buffer = NULL);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.out[1] is NULL, but desc.out[1].name", a.out[1].buffer = NULL);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.in[1]|another context", a.in[1].buffer = w.foreign);
    REFUSE(CLSCAN_ERROR_INVALID_BUFFER, "args.out[1]|CL_MEM_READ_ONLY", a.out[1].buffer = w.read_only);
    REFUSE(CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[1].offset is 1001|4000 bytes", a.out[1].offset = SCAN_COUNT + 1);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[1] and args.out[0]", a.in[1].buffer = a.out[0].buffer);
    REFUSE(CLSCAN_ERROR_BUFFER_OVERLAP, "args.out[0] and args.out[1]", a.out[1].buffer = a.out[0].buffer);
    close_wrong(&w);
    close_fixture(&f);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

/* Only the store function reads the second array of the input. */
static void test_array_for_store(void **state) {
    const test_device *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    desc.user.source = "void put(global int *out, const global int *in, const global int *more, ulong i, int x,\n"
                       "         int up_to, int before) {\n"
                       "    out[i] = up_to * more[i];\n}";
    desc.user.store = "put";
    desc.in[1].name = "int";
    fixture f = open_fixture(d, &desc);
    cl_mem factors = f.good.in[1].buffer = new_input(d, 5);
    REFUSE(CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is NULL, but desc.in[1].name", a.in[1].buffer = NULL);
    assert_ok(clscan_plan_enqueue(f.plan, d->in_order, &f.good, 0, NULL, NULL));
    assert_sums(d, f.good.out[0].buffer, 5);
    close_fixture(&f);
    clReleaseMemObject(factors);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_init),
        cmocka_unit_test(test_init_of_many_bytes),
        cmocka_unit_test(test_total),
        cmocka_unit_test(test_count),
        cmocka_unit_test(test_segments),
        cmocka_unit_test(test_rows),
        cmocka_unit_test(test_no_identity),
        cmocka_unit_test(test_total_of_nothing),
        cmocka_unit_test(test_more_arrays),
        cmocka_unit_test(test_array_for_store),
        cmocka_unit_test(test_what_the_plan_passes_over),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
