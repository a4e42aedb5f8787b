/* The descriptions and the arguments of sorts: what is refused, and with which words. */
#include "api/scans.h"

#include <stdlib.h>

static void test_descriptions(void **state) {
    static const char source[] = "static int f(int x) { return x; }\n";
    const test_device *d = *state;
    REFUSE_SORT("desc.op is max|combines nothing", .op = CLSCAN_OP_MAX);
    REFUSE_SORT("desc.kind is exclusive|combines nothing", .kind = CLSCAN_KIND_EXCLUSIVE);
    REFUSE_SORT("desc.value.name is \"float4\"|keys are numbers|desc.user.map", .value.name = "float4");
    REFUSE_SORT("desc.value.name is \"pair\"|keys are numbers", .value = { .name = "pair", .size = 8 });
    REFUSE_SORT("desc.in[0].name is uint|desc.value.name int", .in[0].name = "uint");
    REFUSE_SORT("desc.out[0].name is uint|of type int|does not convert", .out[0].name = "uint");
    REFUSE_SORT("desc.in[1].name is uint|desc.out[1].name ulong|CLSCAN_TASK_SORT copies", .in[1].name = "uint",
                .out[1].name = "ulong");
    REFUSE_SORT("desc.out[1].name is uint|desc.in[1].name is NULL|CLSCAN_TASK_SORT writes", .out[1].name = "uint");
    REFUSE_SORT("desc.in[1].name is uint|no desc.out[1].name|no desc.user.load", .in[1].name = "uint");
    REFUSE_SORT("desc.user.combine is given", .user = { .source = source, .combine = "f" });
    REFUSE_SORT("desc.user.store is given", .user = { .source = source, .store = "f" });
    REFUSE_SORT("desc.user.keep is given", .user = { .source = source, .keep = "f" });
    REFUSE_SORT("desc.user.same_key is given|not CLSCAN_SEGMENTS_KEYS", .user = { .source = source, .same_key = "f" });
    REFUSE_SORT("desc.user.with_position is 1", .user = { .source = source, .map = "f", .with_position = 1 });
    REFUSE_SORT("desc.mask is given|keeps all", .mask = CLSCAN_MASK_FLAGS);
    REFUSE_SORT("CLSCAN_SEGMENTS_OFFSETS|CLSCAN_LAYOUT_ROWS", .layout = CLSCAN_LAYOUT_ROWS,
                .segments = CLSCAN_SEGMENTS_OFFSETS);
    REFUSE_SORT("desc.key is given|not CLSCAN_SEGMENTS_KEYS", .key.name = "int");
    REFUSE_SORT("desc.tuning.strategy is chained|strategies are single_group, reduce_scan and lookback",
                .tuning.strategy = CLSCAN_STRATEGY_CHAINED);
    REFUSE_SORT("desc.sort.first_bit is 32|num_bits 0|type int has 32 bits", .sort.first_bit = 32);
    REFUSE_SORT("desc.sort.first_bit is 4|num_bits 29|type int has 32 bits", .sort = { 4, 29 });
    REFUSE_SORT("desc.sort.first_bit is 0|num_bits 9|type uchar has 8 bits", .value.name = "uchar", .sort.num_bits = 9);
    REFUSE_SORT("desc.sort.reserved is not zero", .sort.reserved = { 1 });
    const clscan_desc scan = { .struct_size = sizeof scan, .sort.num_bits = 8 };
    clscan_plan *plan = NULL;
    assert_fails(clscan_plan_create(d->device, &scan, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.sort is given|desc.task is CLSCAN_TASK_SCAN");
}

static void test_arguments(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = {
        .task = CLSCAN_TASK_SORT, .in[1].name = "int", .out[1].name = "int", .index_type.name = "int"
    };
    clscan_plan *plan = new_plan(d->device, &desc);
    const cl_mem other = new_output(d);
    const clscan_args args = { .in = { { .buffer = new_output(d) }, { .buffer = new_output(d) } },
                               .out = { { .buffer = new_output(d) }, { .buffer = new_output(d) } },
                               .indices.buffer = new_output(d),
                               .count = SCAN_COUNT };
    const cl_int zero = 0;
    REFUSE_ARGS(in[0].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL");
    REFUSE_ARGS(in[1].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is NULL");
    REFUSE_ARGS(out[1].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.out[1] is NULL");
    REFUSE_ARGS(indices.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.indices is NULL");
    REFUSE_ARGS(total.buffer, other, CLSCAN_ERROR_INVALID_VALUE, "args.total is given|CLSCAN_TASK_SORT");
    REFUSE_ARGS(init, &zero, CLSCAN_ERROR_INVALID_VALUE, "args.init is given|CLSCAN_TASK_SORT");
    REFUSE_ARGS(init_at.buffer, other, CLSCAN_ERROR_INVALID_VALUE, "args.init_at is given|CLSCAN_TASK_SORT");
    REFUSE_ARGS(mask.buffer, other, CLSCAN_ERROR_INVALID_VALUE, "args.mask is given");
    REFUSE_ARGS(segments.buffer, other, CLSCAN_ERROR_INVALID_VALUE, "args.segments is given");
    REFUSE_ARGS(in[0].offset, 1, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0] holds 4000 bytes");
    REFUSE_ARGS(out[1].buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP,
                "args.in[0] and args.out[1] overlap|overlaps no other input");
    REFUSE_ARGS(indices.buffer, args.in[1].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[1] and args.indices overlap");
    REFUSE_ARGS(out[1].buffer, args.out[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.out[0] and args.out[1] overlap");
    clscan_args shifted = args;
    shifted.out[0] = (clscan_ref) { .buffer = args.in[0].buffer, .offset = 1, .capacity = 10 };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &shifted, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.in[0] and args.out[0] overlap|out[i] may be in[i] with the same offset");
    shifted = args; /* no capacity could end the output without a loss */
    shifted.in[0].offset = SCAN_COUNT - 1;
    shifted.out[0].buffer = args.in[0].buffer;
    shifted.count = 1;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &shifted, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.in[0] and args.out[0] overlap|out[i] may be in[i] with the same offset");
    const clscan_args nothing = CLSCAN_ARGS_INIT;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &nothing, 0, NULL, NULL));
    cl_mem const all[] = {
        other, args.in[0].buffer, args.in[1].buffer, args.out[0].buffer, args.out[1].buffer, args.indices.buffer
    };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
    clscan_plan_destroy(plan);
}

/* A top-k refuses what a sort refuses, and needs to know how many elements are wanted. */
static void test_top_k(void **state) {
    const test_device *d = *state;
    clscan_desc top = { .struct_size = sizeof top, .task = CLSCAN_TASK_TOP_K, .index_type.name = "int" };
    clscan_plan *plan = NULL;
    char text[2048];
    assert_fails(clscan_plan_create(d->device, &top, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.sort.k is 0|CLSCAN_TASK_TOP_K|number of elements that are wanted");
    REFUSE_SORT("desc.sort.k is 3|CLSCAN_TASK_SORT, which sorts all", .sort.k = 3);
    top.sort.k = 10;
    top.value.name = "float4";
    assert_fails(clscan_plan_create(d->device, &top, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "CLSCAN_TASK_TOP_K, whose keys are numbers");
    top.value.name = NULL;
    plan = new_plan(d->device, &top);
    const clscan_args args = { .in[0].buffer = new_output(d), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    REFUSE_ARGS(in[0].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.in[0] is NULL");
    REFUSE_ARGS(total.buffer, args.out[0].buffer, CLSCAN_ERROR_INVALID_VALUE, "args.total is given|CLSCAN_TASK_TOP_K");
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.indices is NULL");
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    assert_has(text, "first 10 of a sort of int (4 bytes), with indices, 1000 elements|launches   10");
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_plan_destroy(plan);
}

/* A top-k by segments counts the wanted elements, and writes those that fit, from host arrays, too. */
static void test_top_k_of_segments(void **state) {
    enum { ALL = 9 };
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_TOP_K,
                               .sort.k = 2,
                               .segments = CLSCAN_SEGMENTS_OFFSETS,
                               .index_type.name = "uint",
                               .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN };
    const cl_int x[ALL] = { 7, 3, 5, 1, 2, 9, 8, 4, 6 };
    const cl_uint offsets[] = { 0, 3, 3, 4, ALL }, indices[] = { 1, 2, 3, 4, 7 };
    const cl_int first[] = { 3, 5, 1, 2, 4 };
    cl_int got[ALL] = { 0 };
    cl_uint index[ALL] = { 0 }, total = 0;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = { .in[0].host = x,
                         .out[0].host = got,
                         .indices.host = index,
                         .segments.host = offsets,
                         .num_segments = 4,
                         .count = ALL };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(got, first, sizeof first);
    assert_memory_equal(index, indices, sizeof indices);
    assert_int_equal(got[5], 0);
    memset(got, 0, sizeof got);
    args.out[0].capacity = 3;
    args.total.host = &total;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(got, first, 3 * sizeof *first);
    assert_true(got[3] == 0 && total == 5);
    args.out[0] = args.indices = (clscan_ref) { .host = NULL };
    total = 0;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_int_equal(total, 5);
    args.total.host = NULL;
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, "args.out[0] is NULL");
    char text[2048];
    args.count = SCAN_COUNT;
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_has(text, "first 2 of a sort of int (4 bytes), with indices, segments by offsets, 1000|launches   25");
    clscan_plan_destroy(plan);
}

/* Rows and columns are sorted whatever the dimensions are, also with gaps, unless they overlap in the output. */
static void test_rows(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .layout = CLSCAN_LAYOUT_ROWS,
                               .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN };
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in[0].buffer = new_output(d),
                               .out[0].buffer = new_output(d),
                               .num_dims = 2,
                               .dims = { { .n = 10 }, { .n = 20 } } };
    REFUSE_ARGS(dims[1].out_stride, 9, CLSCAN_ERROR_BUFFER_OVERLAP, "rows of args.out[0] overlap: 10 elements");
    REFUSE_ARGS(dims[1].in_stride, 60, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0] holds 4000 bytes|needs 1150 elem");
    REFUSE_ARGS(count, 200, CLSCAN_ERROR_INVALID_VALUE, "args.count is 200|CLSCAN_LAYOUT_ROWS");
    clscan_args columns = args;
    columns.dims[0] = (clscan_dim) { .n = 10, .in_stride = 20, .out_stride = 20 };
    columns.dims[1] = (clscan_dim) { .n = 20, .in_stride = 1, .out_stride = 1 };
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &columns, 0, NULL, NULL));
    columns.dims[0].in_stride = 21;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &columns, 0, NULL, NULL));
    columns.dims[0].n = 1; /* rows of one element each, adjacent */
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &columns, 0, NULL, NULL));
    clscan_args cube = args;
    cube.num_dims = 3;
    cube.dims[2].n = 5;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &cube, 0, NULL, NULL));
    char text[2048];
    assert_ok(clscan_plan_describe(plan, &cube, text, sizeof text, NULL));
    assert_has(text, "sort of int (4 bytes), in rows, 1000 elements|rows       100 of 10 elements|launches   15");
    assert_cl(clFinish(d->in_order));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_plan_destroy(plan);
}

/* Segments are given, have the number of offsets that they need, and are not among the outputs. */
static void test_segments(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .segments = CLSCAN_SEGMENTS_OFFSETS,
                               .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN };
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in[0].buffer = new_output(d),
                               .out[0].buffer = new_output(d),
                               .segments.buffer = new_output(d),
                               .num_segments = 10,
                               .count = SCAN_COUNT };
    REFUSE_ARGS(segments.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.segments is NULL|CLSCAN_SEGMENTS_OFFSETS");
    REFUSE_ARGS(num_segments, 0, CLSCAN_ERROR_INVALID_VALUE, "args.num_segments is 0");
    REFUSE_ARGS(num_segments, SCAN_COUNT, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.segments holds 4000 bytes");
    REFUSE_ARGS(segments.buffer, args.out[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP,
                "args.segments and args.out[0] overlap");
    char text[2048];
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    /* one launch makes head bits, three number the segments, and numbers below 2^16 have two digits */
    assert_has(text, "sort of int (4 bytes), segments by offsets, 1000 elements|launches   22");
    cl_mem const all[] = { args.in[0].buffer, args.out[0].buffer, args.segments.buffer };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
    clscan_plan_destroy(plan);
}

/* Elements are loaded by one launch more, into a workspace that has room for them. They lie without gaps, and arrays
 * that only the function reads are not overwritten. */
static void test_loaded(void **state) {
    static const char source[] = "int get(const global int *in, const global int *more, ulong i) { return more[i]; }";
    enum { ROW = 10, ROWS = 20, BIG = 1 << 20 };
    const test_device *d = *state;
    clscan_desc desc = { .task = CLSCAN_TASK_SORT, .layout = CLSCAN_LAYOUT_ROWS, .in[1].name = "int" };
    desc.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    const clscan_args args = { .in = { { .buffer = new_output(d) }, { .buffer = new_output(d) } },
                               .out[0].buffer = new_output(d),
                               .num_dims = 2,
                               .dims = { { .n = ROW }, { .n = ROWS } } };
    size_t bytes[2], launches[2];
    char text[2048];
    for (int loads = 0; loads < 2; loads++) {
        clscan_call_info info = CLSCAN_CALL_INFO_INIT;
        desc.user = loads ? (clscan_user) { .source = source, .load = "get" } : (clscan_user) { .source = NULL };
        desc.in[1].name = loads ? "int" : NULL;
        clscan_plan *plan = new_plan(d->device, &desc);
        assert_ok(clscan_plan_call_info(plan, &args, &info));
        launches[loads] = info.launches;
        assert_ok(clscan_plan_workspace_size(plan, BIG, &bytes[loads]));
        clscan_plan_destroy(plan);
    }
    assert_int_equal(launches[1], launches[0] + 1);
    assert_true(bytes[1] >= bytes[0] + BIG * sizeof(cl_int));
    clscan_plan *plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_describe(plan, &args, text, sizeof text, NULL));
    assert_has(text, "sort of int (4 bytes), loaded by get, in rows, 200 elements|launches   16");
    REFUSE_ARGS(in[1].buffer, NULL, CLSCAN_ERROR_INVALID_VALUE, "args.in[1] is NULL");
    REFUSE_ARGS(dims[1].in_stride, 11, CLSCAN_ERROR_INVALID_VALUE,
                "20 rows of 10 elements|11 between rows|take 219 places|desc.user.load is given|no gaps");
    REFUSE_ARGS(out[0].buffer, args.in[1].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[1] and args.out[0] overlap");
    clscan_plan_destroy(plan);
    desc.user.source = "float get(const global int *in, const global int *more, ulong i) { return 1; }";
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, "types of desc.user.load");
    cl_mem const all[] = { args.in[0].buffer, args.in[1].buffer, args.out[0].buffer };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
}

/* A workspace in memory of the host is aligned to the elements that are loaded there. Some drivers refuse such memory
 * themselves. */
static void test_loaded_alignment(void **state) {
    static const char source[] = "long4 same(const global long4 *in, ulong i) { return in[i]; }\n"
                                 "int first(long4 x) { return (int)x.x; }";
    enum { FEW = 10, BYTES = FEW * sizeof(cl_long4), ALIGNMENT = 32 };
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT,
                               .in[0].name = "long4",
                               .user = { .source = source, .load = "same", .map = "first" } };
    size_t bytes = 0;
    cl_int error = CL_SUCCESS;
    clscan_plan *plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_workspace_size(plan, FEW, &bytes));
    char *const memory = malloc(bytes + 2 * ALIGNMENT);
    assert_non_null(memory);
    char *const odd = memory + ALIGNMENT + ALIGNMENT / 2 - (uintptr_t)memory % ALIGNMENT;
    const clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, BYTES, NULL),
                               .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, BYTES, NULL),
                               .count = FEW };
    const cl_mem misplaced = clCreateBuffer(d->context, CL_MEM_USE_HOST_PTR, bytes, odd, &error);
    if (error == CL_SUCCESS) {
        REFUSE_ARGS(workspace, misplaced, CLSCAN_ERROR_INVALID_BUFFER,
                    "args.workspace uses host memory|multiple of 32");
        clReleaseMemObject(misplaced);
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    free(memory);
    clscan_plan_destroy(plan);
}

/* Without indices and further arrays, the sorted elements are the only output, which has to be given. */
static void test_no_output(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT };
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in[0].buffer = new_output(d), .count = SCAN_COUNT };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.out[0] is NULL");
    clReleaseMemObject(args.in[0].buffer);
    clscan_plan_destroy(plan);
}

/* A workspace of the caller's, on a queue without an order, with an event; and the words of the plan. */
static void test_workspace(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .reverse = 1, .tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN };
    clscan_plan *plan = new_plan(d->device, &desc);
    size_t bytes = 0;
    cl_event done;
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i * 7919 % SCAN_COUNT - 500;
    assert_ok(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
    assert_true(bytes >= 2 * sizeof x);
    const clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                               .out[0].buffer = new_output(d),
                               .workspace = test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL),
                               .count = SCAN_COUNT };
    assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &args, 0, NULL, &done));
    assert_cl(clEnqueueReadBuffer(d->out_of_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 1, &done, NULL));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], SCAN_COUNT - 1 - i - 500);
    const cl_mem small = test_device_buffer(d, CL_MEM_READ_WRITE, bytes - 1, NULL);
    REFUSE_ARGS(workspace, small, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.workspace holds");
    char text[2048];
    assert_ok(clscan_plan_describe(plan, &(clscan_args) { .count = SCAN_COUNT }, text, sizeof text, NULL));
    assert_has(text, "descending sort of int (4 bytes), 1000 elements|launches   12");
    clReleaseEvent(done);
    cl_mem const all[] = { args.in[0].buffer, args.out[0].buffer, args.workspace, small };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
    clscan_plan_destroy(plan);
}

/* One work-group sorts few elements in one launch, unless the caller names a strategy. More elements take more. */
static void test_launches(void **state) {
    const test_device *d = *state;
    clscan_desc desc = { .task = CLSCAN_TASK_SORT };
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_call_info(plan, &(clscan_args) { .count = SCAN_COUNT }, &info));
    assert_int_equal(info.launches, 1);
    assert_ok(clscan_plan_call_info(plan, &(clscan_args) { .count = 1 << 20 }, &info));
    assert_true(info.launches > 4);
    clscan_plan_destroy(plan);
    desc.tuning.strategy = CLSCAN_STRATEGY_REDUCE_SCAN;
    plan = new_plan(d->device, &desc);
    assert_ok(clscan_plan_call_info(plan, &(clscan_args) { .count = SCAN_COUNT }, &info));
    assert_int_equal(info.launches, 12);
    clscan_plan_destroy(plan);
}

/* A function whose parameter or result is of another type is not converted silently. */
static void test_wrong_functions(void **state) {
    static const char *const wrong[] = { "int key(float x) { return 1; }", "float key(int x) { return 1; }",
                                         "int other(int x) { return 1; }" };
    const test_device *d = *state;
    for (size_t i = 0; i < COUNT(wrong); i++) {
        const clscan_desc desc = { .task = CLSCAN_TASK_SORT, .user = { .source = wrong[i], .map = "key" } };
        clscan_plan *plan = NULL;
        assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_BUILD_FAILURE, "desc.user.map");
    }
}

/* Each element takes 64 bytes in each of two buffers, so that 2^57 of them take 2^64 bytes, which size_t cannot count.
 */
static void test_huge_workspace(void **state) {
    static const char *const types[] = { NULL, "long4", "long2", "long", "int" };
    const test_device *d = *state;
    clscan_desc desc = { .task = CLSCAN_TASK_SORT, .count_type.name = "ulong" };
    size_t bytes = 0;
    for (int i = 1; i < 5; i++)
        desc.in[i].name = desc.out[i].name = types[i];
    clscan_plan *plan = new_plan(d->device, &desc);
    if (sizeof bytes == 8)
        assert_fails(clscan_plan_workspace_size(plan, (size_t)1 << 57, &bytes), CLSCAN_ERROR_UNSUPPORTED_SHAPE,
                     "9223372036854775807 bytes of workspace");
    if (sizeof bytes == 8) /* a scan's strategy with less workspace is no advice for a sort */
        assert_null(strstr(clscan_last_message(), "single_group"));
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_descriptions),
                                        cmocka_unit_test(test_arguments),
                                        cmocka_unit_test(test_rows),
                                        cmocka_unit_test(test_segments),
                                        cmocka_unit_test(test_no_output),
                                        cmocka_unit_test(test_top_k),
                                        cmocka_unit_test(test_top_k_of_segments),
                                        cmocka_unit_test(test_workspace),
                                        cmocka_unit_test(test_launches),
                                        cmocka_unit_test(test_wrong_functions),
                                        cmocka_unit_test(test_huge_workspace),
                                        cmocka_unit_test(test_loaded),
                                        cmocka_unit_test(test_loaded_alignment) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
