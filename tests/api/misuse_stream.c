/* Streams refuse wrong descriptions and arguments, stay failed after a failure, and take bounded memory. */
#include "api/scans.h"

/* --------------------------------------------------------------------------------------- calls of OpenCL, observed */

static size_t buffers, bytes;
static bool breaks;

cl_mem __real_clCreateBuffer(cl_context c, cl_mem_flags flags, size_t size, void *host, cl_int *error);
cl_mem __wrap_clCreateBuffer(cl_context c, cl_mem_flags flags, size_t size, void *host, cl_int *error);
cl_mem __wrap_clCreateBuffer(cl_context c, cl_mem_flags flags, size_t size, void *host, cl_int *error) {
    buffers++;
    bytes += size;
    return __real_clCreateBuffer(c, flags, size, host, error);
}

cl_int __real_clEnqueueMarkerWithWaitList(cl_command_queue q, cl_uint n, const cl_event *wait, cl_event *event);
cl_int __wrap_clEnqueueMarkerWithWaitList(cl_command_queue q, cl_uint n, const cl_event *wait, cl_event *event);
cl_int __wrap_clEnqueueMarkerWithWaitList(cl_command_queue q, cl_uint n, const cl_event *wait, cl_event *event) {
    return breaks ? CL_OUT_OF_RESOURCES : __real_clEnqueueMarkerWithWaitList(q, n, wait, event);
}

/* ---------------------------------------------------------------------------------------------------- the stream */

static cl_int x[SCAN_COUNT], y[SCAN_COUNT];

static clscan_stream *new_stream(const test_device *d, clscan_desc desc, size_t piece) {
    clscan_stream *stream = NULL;
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    options.piece_elements = piece;
    assert_ok(clscan_stream_create(d->device, &desc, &options, &stream));
    return stream;
}

static clscan_args arrays(size_t count) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].host = x;
    args.out[0].host = y;
    args.count = count;
    return args;
}

static void refuses(const test_device *d, clscan_desc desc, const char *words) {
    clscan_stream *stream = (clscan_stream *)&desc;
    assert_fails(clscan_stream_create(d->device, &desc, NULL, &stream), CLSCAN_ERROR_INVALID_DESC, words);
    assert_null(stream);
}

static void test_descriptions(void **state) {
    static const char source[] = "int f(const global int *in, ulong i) { return in[i]; }\n"
                                 "void g(global int *out, const global int *in, ulong i, int x, int a, int b) {}\n"
                                 "int same(int a, int b) { return a == b; }\n"
                                 "int h(int x, ulong position, ulong count) { return x; }\n"
                                 "typedef uint number;\n";
    const test_device *d = *state;
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_SORT }, "CLSCAN_TASK_SORT|cannot compute|first one of the output");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_TOP_K, .sort.k = 3 }, "CLSCAN_TASK_TOP_K");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_FLAGS },
            "CLSCAN_TASK_PARTITION|is known only when all elements are counted");
    refuses(d, (clscan_desc) { .reverse = 1 }, "desc.reverse|before the last one is known");
    refuses(d, (clscan_desc) { .layout = CLSCAN_LAYOUT_ROWS }, "CLSCAN_LAYOUT_ROWS|CLSCAN_SEGMENTS_FLAGS");
    refuses(d, (clscan_desc) { .segments = CLSCAN_SEGMENTS_OFFSETS }, "CLSCAN_SEGMENTS_OFFSETS|flags, bits or keys");
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_UNIQUE, .segments = CLSCAN_SEGMENTS_BITS },
            "CLSCAN_SEGMENTS_BITS|CLSCAN_TASK_UNIQUE|push flags");
    refuses(d, (clscan_desc) { .user = { .source = source, .load = "f" } }, "desc.user.load is \"f\"|desc.user.map");
    refuses(d, (clscan_desc) { .user = { .source = source, .store = "g" } }, "desc.user.store is \"g\"");
    refuses(d, (clscan_desc) { .user = { .source = source, .map = "h", .with_position = 1 } },
            "desc.user.with_position is 1|not known before the last piece");
    refuses(d, (clscan_desc) { .segments = CLSCAN_SEGMENTS_KEYS, .user = { .source = source, .same_key = "same" } },
            "desc.user.same_key is \"same\"|push flags");
    refuses(d, (clscan_desc) { .segments = CLSCAN_SEGMENTS_KEYS, .user = { .source = source, .key = "h" } },
            "desc.user.key is \"h\"|push flags");
    refuses(d,
            (clscan_desc) {
                .segments = CLSCAN_SEGMENTS_KEYS, .key = { .name = "number", .size = 4 }, .user.source = source },
            "desc.key.name is \"number\"|push flags");
}

/* A stream of runs or counts that do not fit their types says so, and so does one of indices. */
static void test_tasks(void **state) {
    const test_device *d = *state;
    const cl_int seven = 7;
    clscan_stream *s = NULL;
    cl_uint total = 0;
    const clscan_desc selection = { .task = CLSCAN_TASK_SELECT, .mask = CLSCAN_MASK_BITS, .index_type.name = "uint" };
    const clscan_desc histogram = { .task = CLSCAN_TASK_HISTOGRAM,
                                    .value.name = "int",
                                    .bins = { .count = 3, .lower = 0, .upper = 3 } };
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    clscan_args args = arrays(40);
    size_t n;
    refuses(d, (clscan_desc) { .task = CLSCAN_TASK_REDUCE, .segments = CLSCAN_SEGMENTS_FLAGS },
            "CLSCAN_SEGMENTS_FLAGS|CLSCAN_TASK_REDUCE|crosses pieces");
    refuses(d,
            (clscan_desc) { .task = CLSCAN_TASK_HISTOGRAM,
                            .segments = CLSCAN_SEGMENTS_FLAGS,
                            .bins = { .count = 3, .lower = 0, .upper = 3 } },
            "CLSCAN_SEGMENTS_FLAGS|CLSCAN_TASK_HISTOGRAM|crosses pieces");
    options.init = &seven;
    assert_fails(clscan_stream_create(d->device, &selection, &options, &s), CLSCAN_ERROR_INVALID_VALUE,
                 "options.init is given|CLSCAN_TASK_SELECT|counts from 0");
    assert_fails(clscan_stream_create(d->device, &histogram, &options, &s), CLSCAN_ERROR_INVALID_VALUE,
                 "options.init is given|CLSCAN_TASK_HISTOGRAM");

    s = new_stream(d, histogram, 10);
    assert_ok(clscan_stream_finish(s));
    assert_fails(clscan_stream_total(s, &total, sizeof total), CLSCAN_ERROR_INVALID_VALUE,
                 "no total|CLSCAN_TASK_HISTOGRAM");
    clscan_stream_destroy(s);

    options = (clscan_stream_options) { .piece_elements = 20, .first_index = CL_UINT_MAX - 25 };
    assert_ok(clscan_stream_create(d->device, &selection, &options, &s));
    assert_fails(clscan_stream_reserve(s, &args), CLSCAN_ERROR_INVALID_DESC, "one bit for each element");
    assert_fails(clscan_stream_push(s, &args, &n), CLSCAN_ERROR_INVALID_VALUE, "args.mask is NULL");
    args.mask.host = y;
    assert_fails(clscan_stream_push(s, &args, &n), CLSCAN_ERROR_INVALID_VALUE, "desc.index_type");
    clscan_stream_destroy(s);
}

static void refuses_options(const test_device *d, clscan_desc desc, clscan_stream_options options, const char *words) {
    clscan_stream *stream = (clscan_stream *)&desc;
    assert_fails(clscan_stream_create(d->device, &desc, &options, &stream), CLSCAN_ERROR_INVALID_VALUE, words);
    assert_null(stream);
}

static void test_options(void **state) {
    static const char source[] = "int last(int a, int b) { return b; }\n";
    const test_device *d = *state;
    const clscan_desc sums = CLSCAN_DESC_INIT;
    clscan_desc last = sums;
    last.kind = CLSCAN_KIND_EXCLUSIVE;
    last.user = (clscan_user) { .source = source, .combine = "last" };
    refuses_options(d, sums, (clscan_stream_options) { .num_pieces = 1 }, "options.num_pieces is 1|2 to 64");
    refuses_options(d, sums, (clscan_stream_options) { .num_pieces = 65 }, "options.num_pieces is 65");
    refuses_options(d, sums, (clscan_stream_options) { .copy_threads = 65 }, "options.copy_threads is 65");
    refuses_options(d, sums, (clscan_stream_options) { .piece_elements = SIZE_MAX / 2 },
                    "options.piece_elements is|bytes at most");
    refuses_options(d, sums, (clscan_stream_options) { .first_index = 5 }, "options.first_index is 5");
    refuses_options(d, last, (clscan_stream_options) { .num_pieces = 0 }, "options.init is NULL|no identity");
    refuses_options(d, sums, (clscan_stream_options) { .struct_size = 3 }, "options.struct_size is 3");
    refuses_options(d, sums, (clscan_stream_options) { .reserved[1] = 3 }, "options.reserved is not zero");
}

/* A call that is refused changes nothing: the sums are right afterwards. */
static void test_calls(void **state) {
    const test_device *d = *state;
    clscan_stream *s = new_stream(d, (clscan_desc)CLSCAN_DESC_INIT, 4);
    size_t n = 77;
    cl_int total = 0;
    clscan_args args = arrays(10), none = CLSCAN_ARGS_INIT, short_of = args, where = CLSCAN_ARGS_INIT;
    none.count = 10;
    short_of.in[0].capacity = short_of.out[0].capacity = 9;
    assert_fails(clscan_stream_push(s, NULL, &n), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    assert_fails(clscan_stream_push(s, &args, NULL), CLSCAN_ERROR_INVALID_VALUE, "taken is NULL");
    assert_fails(clscan_stream_push(NULL, &args, &n), CLSCAN_ERROR_INVALID_VALUE, "stream is NULL");
    assert_fails(clscan_stream_push(s, &none, &n), CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL: set its host");
    assert_fails(clscan_stream_pull(s, &none, &n), CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL: set its host");
    assert_fails(clscan_stream_push(s, &short_of, &n), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.in[0].capacity is 9, but args.count is 10");
    assert_fails(clscan_stream_pull(s, &short_of, &n), CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.out[0].capacity is 9");
    assert_fails(clscan_stream_total(s, &total, sizeof total), CLSCAN_ERROR_INVALID_VALUE,
                 "clscan_stream_finish first");
    assert_fails(clscan_stream_commit(s, 5), CLSCAN_ERROR_INVALID_VALUE, "count is 5|room for 4");
    assert_fails(clscan_stream_release(s, 1), CLSCAN_ERROR_INVALID_VALUE, "count is 1|gives 0 results");
    assert_fails(clscan_stream_reserve(s, NULL), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    assert_fails(clscan_stream_peek(s, NULL), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    assert_int_equal(n, 77);

    for (int i = 0; i < 10; i++)
        x[i] = i;
    assert_ok(clscan_stream_push(s, &args, &n));
    assert_int_equal(n, 10);
    assert_fails(clscan_stream_execute(s, &args), CLSCAN_ERROR_INVALID_VALUE, "elements have been pushed");
    assert_ok(clscan_stream_finish(s));
    assert_ok(clscan_stream_finish(s));
    assert_fails(clscan_stream_push(s, &args, &n), CLSCAN_ERROR_INVALID_VALUE, "the stream is finished");
    assert_fails(clscan_stream_reserve(s, &where), CLSCAN_ERROR_INVALID_VALUE, "the stream is finished");
    assert_fails(clscan_stream_total(s, &total, 3), CLSCAN_ERROR_INVALID_VALUE, "size is 3|has 4 bytes");
    assert_ok(clscan_stream_total(s, &total, sizeof total)); /* before any result is pulled */
    assert_int_equal(total, 45);
    for (size_t at = 0; at < 10; at += n) {
        args.out[0].offset = at;
        args.count = 3;
        assert_ok(clscan_stream_pull(s, &args, &n));
        assert_true(n > 0 && n <= 3);
    }
    for (int i = 0; i < 10; i++)
        assert_int_equal(y[i], i * (i + 1) / 2);
    clscan_stream_destroy(s);
    clscan_stream_destroy(NULL);
}

static void test_execute(void **state) {
    const test_device *d = *state;
    clscan_stream *s = new_stream(d, (clscan_desc)CLSCAN_DESC_INIT, 4);
    const cl_int init = 3;
    clscan_args with_init = arrays(10), with_index = arrays(10), on_device = arrays(10), over = arrays(10);
    with_init.init = &init;
    with_index.first_index = 3;
    on_device.in[0] = (clscan_ref) { .buffer = new_input(d, 1) };
    on_device.out[0] = (clscan_ref) { .buffer = on_device.in[0].buffer };
    over.out[0] = (clscan_ref) { .host = x, .offset = 1 };
    assert_fails(clscan_stream_execute(s, &with_init), CLSCAN_ERROR_INVALID_VALUE, "args.init is given|options.init");
    assert_fails(clscan_stream_execute(s, &with_index), CLSCAN_ERROR_INVALID_VALUE, "args.first_index is 3");
    assert_fails(clscan_stream_execute(s, &on_device), CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is not in host memory");
    assert_fails(clscan_stream_execute(s, &over), CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0] and args.out[0] overlap");
    clReleaseMemObject(on_device.in[0].buffer);

    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = 1;
    clscan_args in_place = arrays(SCAN_COUNT);
    in_place.out[0].host = x;
    assert_ok(clscan_stream_execute(s, &in_place));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i + 1);
    clscan_stream_destroy(s);
}

/* The total of no elements is the initial value or the identity. */
static void test_nothing(void **state) {
    const test_device *d = *state;
    const cl_int seven = 7;
    for (int i = 0; i < 2; i++) {
        clscan_stream *s = NULL;
        cl_int total = 99;
        size_t n = 99;
        const clscan_desc desc = CLSCAN_DESC_INIT;
        clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
        options.init = i ? &seven : NULL;
        options.piece_elements = 4;
        assert_ok(clscan_stream_create(d->device, &desc, &options, &s));
        assert_ok(clscan_stream_finish(s));
        const clscan_args args = arrays(1);
        assert_ok(clscan_stream_pull(s, &args, &n));
        assert_int_equal(n, 0);
        assert_ok(clscan_stream_total(s, &total, sizeof total));
        assert_int_equal(total, i ? 7 : 0);
        clscan_stream_destroy(s);
    }
}

/* Elements are computed with before the piece is full. */
static void test_flush(void **state) {
    const test_device *d = *state;
    clscan_stream *s = new_stream(d, (clscan_desc)CLSCAN_DESC_INIT, 100);
    x[0] = 5;
    for (int i = 1; i < 20; i++) {
        size_t n = 0;
        const clscan_args args = arrays(1);
        assert_ok(clscan_stream_push(s, &args, &n));
        assert_ok(clscan_stream_pull(s, &args, &n));
        assert_int_equal(n, 0);
        assert_ok(clscan_stream_flush(s));
        assert_ok(clscan_stream_flush(s));
        assert_ok(clscan_stream_pull(s, &args, &n));
        assert_int_equal(n, 1);
        assert_int_equal(y[0], 5 * i);
    }
    clscan_stream_destroy(s);
}

static void test_failure(void **state) {
    const test_device *d = *state;
    clscan_stream *s = new_stream(d, (clscan_desc)CLSCAN_DESC_INIT, 4);
    const clscan_args args = arrays(10);
    size_t n = 0;
    breaks = true;
    assert_fails(clscan_stream_push(s, &args, &n), CLSCAN_ERROR_OPENCL, "clEnqueueMarkerWithWaitList");
    breaks = false;
    assert_fails(clscan_stream_push(s, &args, &n), CLSCAN_ERROR_OPENCL,
                 "an earlier call for this stream failed|can only be destroyed: clEnqueueMarkerWithWaitList");
    assert_fails(clscan_stream_finish(s), CLSCAN_ERROR_OPENCL, "an earlier call for this stream failed");
    assert_int_equal(clscan_last_cl_error(), CL_OUT_OF_RESOURCES);
    clscan_stream_destroy(s);
}

/* Scans ones: the memory does not depend on how many there are. */
static void test_memory(void **state) {
    enum { PIECE = 50, PIECES = 3 };
    const test_device *d = *state;
    size_t before = buffers, bytes_before = bytes;
    clscan_stream *s = new_stream(d, (clscan_desc)CLSCAN_DESC_INIT, PIECE);
    size_t created = 0, largest = 0;
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = 1;
    for (int round = 0; round < 40; round++) {
        size_t given = 1;
        for (size_t pushed = 0, pulled = 0, n; pulled < SCAN_COUNT / PIECE * PIECE; pulled += given) {
            clscan_args args = arrays(SCAN_COUNT - pushed);
            args.in[0].offset = pushed;
            args.out[0].offset = pulled;
            assert_ok(clscan_stream_push(s, &args, &n));
            pushed += n;
            args.count = SCAN_COUNT - pulled;
            assert_ok(clscan_stream_pull(s, &args, &given));
        }
        assert_int_equal(y[SCAN_COUNT - 1], (round + 1) * SCAN_COUNT);
        if (round == 0) {
            created = buffers - before;
            largest = bytes - bytes_before;
        }
    }
    assert_int_equal(buffers - before, created);
    assert_true(largest <= 4 * PIECES * PIECE * sizeof *x + (1 << 16)); /* the ring, cells and workspaces */
    clscan_stream_destroy(s);
}

/* The plan of a stream answers questions about a piece, and refuses more elements than a piece has. */
static void test_plan(void **state) {
    enum { PIECE = 100 };
    const test_device *d = *state;
    clscan_stream *s = new_stream(d, (clscan_desc) { .op = CLSCAN_OP_MAX }, PIECE);
    const clscan_plan *plan = clscan_stream_plan(s);
    const clscan_args piece = { .count = PIECE }, more = { .count = PIECE + 1 };
    char text[4096];
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    assert_null(clscan_stream_plan(NULL));
    assert_non_null(plan);
    assert_int_equal(clscan_plan_num_replaced(plan), 0);
    assert_ok(clscan_plan_describe(plan, &piece, text, sizeof text, NULL));
    assert_non_null(strstr(text, "max"));
    assert_ok(clscan_plan_call_info(plan, &piece, &info));
    assert_true(info.launches > 0);
    assert_fails(clscan_plan_describe(plan, &more, text, sizeof text, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "101 elements|desc.max_count of its plan is 100");
    clscan_stream_destroy(s);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_plan),   cmocka_unit_test(test_descriptions), cmocka_unit_test(test_options),
        cmocka_unit_test(test_calls),  cmocka_unit_test(test_execute),      cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_flush),  cmocka_unit_test(test_failure),      cmocka_unit_test(test_tasks),
        cmocka_unit_test(test_memory),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
