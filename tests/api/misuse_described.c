/* What clscan_enqueue refuses of the arguments that a description asks for, or may have, one at a time: with the name
 * and the numbers in the sentence, the caller's event as it is, and nothing written. */
#include "api/scans.h"
#include "support/enqueued.h"

enum { BYTES = SCAN_COUNT * sizeof(cl_int) };

/* A plan and a call that is right, for the tests to spoil a copy of. */
typedef struct fixture {
    const dut *d;
    clscan_plan *plan;
    clscan_args good;
} fixture;

static fixture open_fixture(const dut *d, const clscan_desc *desc) {
    const clscan_args good = { .in = new_input(d, 1), .out = new_input(d, 7), .count = SCAN_COUNT };
    return (fixture) { d, new_plan(d->device, desc), good };
}

static void close_fixture(fixture *f) {
    assert_ok(clscan_enqueue(f->plan, f->d->in_order, &f->good, 0, NULL, NULL)); /* it was right indeed */
    assert_cl(clFinish(f->d->in_order));
    clReleaseMemObject(f->good.in);
    clReleaseMemObject(f->good.out);
    clscan_plan_destroy(f->plan);
}

static void refuse(const fixture *f, const clscan_args *spoilt, clscan_status status, const char *words) {
    cl_int x[SCAN_COUNT], place;
    cl_event event = (cl_event)(void *)&place;
    const size_t commands = enqueued();
    const cl_uint objects = references(f->d);
    assert_fails(clscan_enqueue(f->plan, f->d->in_order, spoilt, 0, NULL, &event), status, words);
    assert_ptr_equal(event, &place);
    assert_int_equal(enqueued(), commands);
    assert_nothing_lost(f->d, objects);
    assert_cl(clFinish(f->d->in_order));
    assert_cl(clEnqueueReadBuffer(f->d->in_order, f->good.out, CL_TRUE, 0, BYTES, x, 0, NULL, NULL));
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

/* Buffers that no argument may be. */
typedef struct wrong {
    cl_context context;
    cl_mem foreign, read_only, write_only, empty;
} wrong;

static wrong open_wrong(const dut *d) {
    cl_int error = CL_SUCCESS;
    wrong w = { .context = another_context(d) };
    w.foreign = clCreateBuffer(w.context, CL_MEM_READ_WRITE, BYTES, NULL, &error);
    assert_cl(error);
    w.read_only = dut_buffer(d, CL_MEM_READ_ONLY, BYTES, NULL);
    w.write_only = dut_buffer(d, CL_MEM_WRITE_ONLY, BYTES, NULL);
    w.empty = dut_buffer(d, CL_MEM_READ_WRITE, 3, NULL);
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
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    const cl_int seven = 7;
    REFUSE(CLSCAN_INVALID_VALUE, "args.init and args.init_buffer", a.init = &seven, a.init_buffer = a.in);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.init_buffer|another context", a.init_buffer = w.foreign);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.init_buffer|CL_MEM_WRITE_ONLY", a.init_buffer = w.write_only);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.init_buffer|3 bytes|1 element of 4 bytes", a.init_buffer = w.empty);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.init_buffer|4000 bytes|element 1000", a.init_buffer = a.in,
           a.init_offset = SCAN_COUNT);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.init_buffer", a.init_buffer = a.in, a.init_offset = SIZE_MAX);
    cl_mem both = dut_buffer(d, CL_MEM_READ_WRITE, BYTES, NULL);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "args.workspace overlaps args.init_buffer", a.workspace = a.init_buffer = both);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "args.workspace overlaps args.count_buffer", a.workspace = a.count_buffer = both);
    clReleaseMemObject(both);
    close_wrong(&w);
    close_fixture(&f);
}

static void test_init_of_many_bytes(void **state) {
    static char init[1024];
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = NULL;
    const dut *d = *state;
    cl_mem in = dut_buffer(d, CL_MEM_READ_WRITE, sizeof init, init), out = dut_buffer(d, CL_MEM_READ_WRITE, 1024, init);
    desc.type = CLSCAN_USER;
    desc.wg_size = 1;
    desc.items = 2;
    desc.user = (clscan_user) { "wide", 1024,
                                "typedef struct { char c[1024]; } wide;\n"
                                "static wide later(wide a, wide b) { return b; }",
                                "later", NULL };
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    const clscan_args args = { .in = in, .out = out, .count = 1, .init = init };
    assert_fails(clscan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_INVALID_VALUE,
                 "args.init has 1024 bytes|512|args.init_buffer");
    clscan_plan_destroy(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
}

static void test_total(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_LOOKBACK);
    if (!dut_runs(d, desc.strategy))
        desc.strategy = CLSCAN_REDUCE_SCAN;
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.total|another context", a.total = w.foreign);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.total|CL_MEM_READ_ONLY", a.total = w.read_only);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.total|3 bytes", a.total = w.empty);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.total|element 1000", a.total = a.out, a.total_offset = SCAN_COUNT);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "args.out and args.total", a.total = a.out, a.total_offset = SCAN_COUNT - 1);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "args.in and args.total", a.total = a.in);
    assert_null(strstr(clscan_last_message(), "in place")); /* no scan puts its total where it reads */
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.total|3 bytes", a.total = w.empty, a.count = 0);
    close_wrong(&w);
    close_fixture(&f);
}

static void test_count(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN), rows = desc;
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    REFUSE(CLSCAN_INVALID_VALUE, "args.count_type is float|ulong", a.count_buffer = a.in, a.count_type = CLSCAN_FLOAT);
    REFUSE(CLSCAN_INVALID_VALUE, "args.count_type is short", a.count_buffer = a.in, a.count_type = CLSCAN_SHORT);
    REFUSE(CLSCAN_INVALID_VALUE, "args.count_type is no clscan_type", a.count_buffer = a.in,
           a.count_type = (clscan_type)99);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.count_buffer|another context", a.count_buffer = w.foreign);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.count_buffer|CL_MEM_WRITE_ONLY", a.count_buffer = w.write_only);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.count_buffer|3 bytes|4 bytes", a.count_buffer = w.empty);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.count_buffer|8 bytes from element 500", a.count_buffer = a.in,
           a.count_type = CLSCAN_LONG, a.count_offset = SCAN_COUNT / 2);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.in|1001 elements", a.count_buffer = a.in, a.count = SCAN_COUNT + 1);
    close_fixture(&f);
    rows.layout = CLSCAN_ROWS;
    f = open_fixture(d, &rows);
    REFUSE(CLSCAN_INVALID_VALUE, "args.count_buffer|1000 in rows of 500", a.count_buffer = a.in, a.length = 500);
    REFUSE(CLSCAN_INVALID_VALUE, "args.first_index is 3|argmin", a.first_index = 3);
    close_wrong(&w);
    close_fixture(&f);
}

static void test_segments(void **state) {
    const dut *d = *state;
    static const char *const words[] = { "", "args.segments|1000 elements of 1 byte", "args.segments|32 elements of 4",
                                         "args.segments|1000 elements of 8" };
    for (clscan_segments segments = CLSCAN_HEAD_FLAGS; segments <= CLSCAN_EQUAL_KEYS; segments++) {
        clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
        desc.segments = segments;
        desc.keys.type = segments == CLSCAN_EQUAL_KEYS ? "ulong" : NULL;
        fixture f = open_fixture(d, &desc);
        wrong w = open_wrong(d);
        cl_mem marks = f.good.segments = dut_buffer(d, CL_MEM_READ_ONLY, 2 * BYTES, NULL);
        REFUSE(CLSCAN_INVALID_VALUE, "args.segments is NULL", a.segments = NULL);
        REFUSE(CLSCAN_INVALID_BUFFER, "args.segments|another context", a.segments = w.foreign);
        REFUSE(CLSCAN_INVALID_BUFFER, "args.segments|CL_MEM_WRITE_ONLY", a.segments = w.write_only);
        REFUSE(CLSCAN_BUFFER_TOO_SMALL, words[segments], a.segments = w.empty);
        REFUSE(CLSCAN_BUFFER_TOO_SMALL, words[segments], a.segments_offset = 2 * BYTES);
        REFUSE(CLSCAN_BUFFER_OVERLAP, "args.segments and args.out overlap", a.segments = a.out,
               a.count = SCAN_COUNT / 2);
        close_wrong(&w);
        close_fixture(&f);
        clReleaseMemObject(marks);
    }
}

/* What would have no effect was meant to have one. */
static void test_what_the_plan_passes_over(void **state) {
    const clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    fixture f = open_fixture(*state, &desc);
    const size_t dimensions[] = { 10, SCAN_COUNT / 10 };
    REFUSE(CLSCAN_INVALID_VALUE, "args.segments is given|desc.segments is CLSCAN_NO_SEGMENTS", a.segments = a.in);
    REFUSE(CLSCAN_INVALID_VALUE, "args.num_segments is 3|desc.segments is not CLSCAN_OFFSETS", a.num_segments = 3);
    REFUSE(CLSCAN_INVALID_VALUE, "args.more_in[0] is given|desc.in[1].type is NULL", a.more_in[0] = a.in);
    REFUSE(CLSCAN_INVALID_VALUE, "args.more_out[2] is given|desc.out[3].type is NULL", a.more_out[2] = a.in);
    REFUSE(CLSCAN_INVALID_VALUE, "args.length is 10|desc.layout is CLSCAN_CONTIGUOUS",
           assert_ok(clscan_args_axis(&a, dimensions, 2, 0)));
    REFUSE(CLSCAN_INVALID_VALUE, "args.columns is 2|CONTIGUOUS", a.columns = 2);
    REFUSE(CLSCAN_INVALID_VALUE, "args.in_stride is 2|CONTIGUOUS", a.in_stride = 2);
    REFUSE(CLSCAN_INVALID_VALUE, "args.in_pitch is 2|CONTIGUOUS", a.in_pitch = 2);
    REFUSE(CLSCAN_INVALID_VALUE, "args.out_stride is 2|CONTIGUOUS", a.out_stride = 2);
    REFUSE(CLSCAN_INVALID_VALUE, "args.out_pitch is 2|CONTIGUOUS", a.out_pitch = 2);
    close_fixture(&f);
}

static void test_rows(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    desc.layout = CLSCAN_ROWS;
    fixture f = open_fixture(d, &desc);
    REFUSE(CLSCAN_INVALID_VALUE, "args.count is 1000|no multiple of args.length, 7", a.length = 7);
    REFUSE(CLSCAN_INVALID_VALUE, "args.length, 1001", a.length = SCAN_COUNT + 1);
    REFUSE(CLSCAN_INVALID_VALUE, "10 rows of 100|no multiple of args.columns, 3", a.length = 100, a.columns = 3);
    REFUSE(CLSCAN_INVALID_VALUE, "args.out_stride is 3|10 columns", a.length = 100, a.columns = 10, a.out_stride = 3);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "rows of args.out overlap|pitch of 99", a.length = 100, a.out_pitch = 99);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "rows of args.out overlap|2 apart", a.length = 100, a.count = 200, a.out_stride = 2,
           a.out_pitch = 2);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.in|1009 elements", a.length = 100, a.in_pitch = 101);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.out|1999 elements", a.out_stride = 2);
    REFUSE(CLSCAN_INVALID_VALUE, "args.in_pitch 18446744073709551615|past all memory", a.length = 100,
           a.in_pitch = SIZE_MAX);
    REFUSE(CLSCAN_INVALID_VALUE, "args.out_stride 9223372036854775807|past all memory", a.length = 100,
           a.out_stride = SIZE_MAX / 2);
    /* from the first element to the last there are SIZE_MAX */
    REFUSE(CLSCAN_INVALID_VALUE, "args.in_pitch 18446744073709551614|past all memory", a.count = 2, a.length = 1,
           a.in_pitch = SIZE_MAX - 1);
    REFUSE(CLSCAN_INVALID_VALUE, "args.out_pitch 18446744073709551614|past all memory", a.count = 2, a.length = 1,
           a.out_pitch = SIZE_MAX - 1);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "args.in and args.out", a.in = a.out, a.count = 500, a.length = 50, a.in_pitch = 60);
    close_fixture(&f);
}

static void test_no_identity(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    const cl_int none = -1;
    desc.user.combine = "max";
    desc.kind = CLSCAN_EXCLUSIVE;
    fixture f = open_fixture(d, &desc);
    f.good.init = &none;
    REFUSE(CLSCAN_INVALID_VALUE, "args.init is NULL|no identity", a.init = NULL);
    close_fixture(&f);
}

static void test_more_arrays(void **state) {
    const dut *d = *state;
    clscan_desc desc = small_tiles(CLSCAN_REDUCE_SCAN);
    desc.user.source =
        "int get(const global int *in, const global int *more, ulong i) { return in[i] + more[i]; }\n"
        "void put(global int *out, global int *more, const global int *in, const global int *in1, ulong i,\n"
        "         int x, int up_to, int before) {\n"
        "    out[i] = before;\n    more[i] = up_to;\n}";
    desc.load = "get";
    desc.store = "put";
    desc.in[1].type = desc.out[1].type = "int";
    fixture f = open_fixture(d, &desc);
    wrong w = open_wrong(d);
    cl_mem in = f.good.more_in[0] = new_input(d, 1), out = f.good.more_out[0] = new_output(d);
    REFUSE(CLSCAN_INVALID_VALUE, "args.more_in[0] is NULL", a.more_in[0] = NULL);
    REFUSE(CLSCAN_INVALID_VALUE, "args.more_out[0] is NULL", a.more_out[0] = NULL);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.more_in[0]|another context", a.more_in[0] = w.foreign);
    REFUSE(CLSCAN_INVALID_BUFFER, "args.more_out[0]|CL_MEM_READ_ONLY", a.more_out[0] = w.read_only);
    REFUSE(CLSCAN_BUFFER_TOO_SMALL, "args.more_out[0]|4000 bytes|element 1001", a.more_out_offset[0] = SCAN_COUNT + 1);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "args.more_in[0] and args.out", a.more_in[0] = a.out);
    REFUSE(CLSCAN_BUFFER_OVERLAP, "args.out and args.more_out[0]", a.more_out[0] = a.out);
    close_wrong(&w);
    close_fixture(&f);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
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
        cmocka_unit_test(test_more_arrays),
        cmocka_unit_test(test_what_the_plan_passes_over),
    };
    return cmocka_run_group_tests(tests, dut_open, dut_close);
}
