/* The arguments of selections and partitions by segments: what is refused, and calls that only count or have no
 * elements. */
#include "api/scans.h"

static clscan_desc odd_ones(const char *count_type) {
    static const char source[] = "static int odd(int x) { return x & 1; }\n";
    return (clscan_desc) { .task = CLSCAN_TASK_SELECT,
                           .count_type.name = count_type,
                           .user = { .source = source, .keep = "odd" } };
}

/* 0, 1, ..., SCAN_COUNT - 1 */
static cl_mem numbers(const test_device *d) {
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    return test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x);
}

/* Elements 0 to 999 in segments by offsets, of which odd ones are kept. Each refused call says which argument is wrong.
 */
static void test_refused_segments(void **state) {
    static const cl_uint rows[] = { 0, 10, 10, 1000 };
    const test_device *d = *state;
    clscan_desc desc = odd_ones("uint");
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    clscan_plan *plan = new_plan(d->device, &desc);
    const cl_uint much = 0xFFFFFFFFu - SCAN_COUNT + 1;
    cl_uint got[5] = { 9, 9, 9, 9, 9 };
    clscan_args args = { .in[0].buffer = numbers(d),
                         .out[0].buffer = new_output(d),
                         .segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof rows, rows),
                         .num_segments = 3,
                         .offsets = { .buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof got, got),
                                      .offset = 1 },
                         .count = SCAN_COUNT };
    cl_mem offsets = args.offsets.buffer;
    REFUSE_ARGS(init, &much, CLSCAN_ERROR_INVALID_VALUE, "args.init is 4294966296|args.count is 1000|4294967295");
    REFUSE_ARGS(offsets.buffer, NULL, CLSCAN_ERROR_INVALID_VALUE,
                "args.offsets is NULL, but desc.segments is CLSCAN_SEGMENTS_OFFSETS");
    REFUSE_ARGS(offsets.offset, 2, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.offsets holds 20 bytes|4 elements");
    REFUSE_ARGS(offsets.capacity, 3, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.offsets.capacity is 3");
    REFUSE_ARGS(offsets.buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.in[0]|args.offsets|overlap");
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, offsets, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
    const cl_uint expected[] = { 9, 0, 5, 5, 500 };
    assert_memory_equal(got, expected, sizeof got);
    clscan_plan_destroy(plan);

    desc.segments = CLSCAN_SEGMENTS_NONE;
    plan = new_plan(d->device, &desc);
    cl_mem segments = args.segments.buffer;
    args.segments.buffer = NULL;
    args.num_segments = 0;
    REFUSE_ARGS(first_index, 0, CLSCAN_ERROR_INVALID_VALUE,
                "args.offsets is given|CLSCAN_TASK_SELECT|CLSCAN_SEGMENTS_NONE|by segments");
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(segments);
    clReleaseMemObject(offsets);
}

/* The total has the number of elements, and then that of segments, also if nothing else is written. The offsets can be
 * written alone, too. */
static void test_counted_segments(void **state) {
    static const cl_uchar heads[] = { 0, 0, 1, 0, 1, 0 };
    static const cl_int x[] = { 1, 2, 3, 5, 8, 9 };
    const test_device *d = *state;
    clscan_desc desc = odd_ones("ulong");
    desc.segments = CLSCAN_SEGMENTS_FLAGS;
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_ulong total[2] = { 7, 7 }, offsets[] = { 7, 7, 7, 7, 7 };
    size_t bytes = 0;
    assert_ok(clscan_plan_total_size(plan, &bytes));
    assert_int_equal(bytes, sizeof total);
    clscan_args args = { .in[0].host = x, .segments.host = heads, .total.host = total, .count = 6 };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_true(total[0] == 4 && total[1] == 3);
    args = (clscan_args) { .in[0].host = x, .segments.host = heads, .offsets.host = offsets, .count = 6 };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_true(offsets[0] == 0 && offsets[1] == 1 && offsets[2] == 3 && offsets[3] == 4 && offsets[4] == 7);
    offsets[0] = offsets[1] = 7;
    args = (clscan_args) { .offsets.host = offsets, .count = 0 };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_true(offsets[0] == 0 && offsets[1] == 7);
    clscan_plan_destroy(plan);
}

/* With one cell as the initial value and the first number of the total, calls append to each other: the offsets of two
 * matrices by rows become the offsets of one matrix. The number of segments is that of the last call. A bound call
 * keeps a copy of a number in host memory. */
static void test_appended_segments(void **state) {
    static const cl_uint rows[] = { 0, 4, 10 };
    const test_device *d = *state;
    clscan_desc desc = odd_ones("uint");
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_uint zeros[5] = { 0 }, got[5], total[2], *three = malloc(sizeof *three);
    clscan_args args = { .in[0].buffer = numbers(d),
                         .out[0].buffer = new_output(d),
                         .segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof rows, rows),
                         .num_segments = 2,
                         .offsets.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof zeros, zeros),
                         .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof total, zeros),
                         .count = 10 };
    args.init_at = args.total;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    args.offsets.offset = 2;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.offsets.buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof total, total, 0, NULL, NULL));
    assert_memory_equal(got, ((cl_uint[]) { 0, 2, 5, 7, 10 }), sizeof got);
    assert_true(total[0] == 10 && total[1] == 2);

    clscan_bound *bound = NULL;
    assert_non_null(three);
    *three = 3;
    args.init_at.buffer = NULL;
    args.init = three; /* an array of one number: a sanitizer sees if more is read */
    assert_ok(clscan_bound_create(plan, d->in_order, &args, &bound));
    free(three);
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.offsets.buffer, CL_TRUE, 0, sizeof got, got, 0, NULL, NULL));
    assert_memory_equal(got, ((cl_uint[]) { 0, 2, 3, 5, 8 }), sizeof got);
    clscan_bound_destroy(bound);
    cl_mem const all[] = { args.in[0].buffer, args.out[0].buffer, args.segments.buffer, args.offsets.buffer,
                           args.total.buffer };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
    clscan_plan_destroy(plan);
}

static void read_all(const test_device *d, cl_mem mem, size_t size, void *to) {
    assert_cl(clEnqueueReadBuffer(d->in_order, mem, CL_TRUE, 0, size, to, 0, NULL, NULL));
}

/* The odd elements of each segment, and then the even ones. The second segment has no elements. Two numbers for each
 * segment say where its parts begin. */
static const cl_uint rows_of_parts[] = { 0, 3, 3, 6 }, begins[] = { 0, 2, 3, 3, 3, 5, 6 };
static const cl_int mixed[] = { 1, 2, 3, 5, 8, 9 }, parts[] = { 1, 3, 2, 5, 9, 8 };

static clscan_plan *new_partition(const test_device *d) {
    clscan_desc desc = odd_ones("uint");
    desc.task = CLSCAN_TASK_PARTITION;
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    return new_plan(d->device, &desc);
}

/* The workspace is the caller's. */
static void test_partitioned_segments(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = new_partition(d);
    const cl_uint seven = 7;
    cl_uint offsets[COUNT(begins)], total[2] = { 9, 9 };
    cl_int out[COUNT(parts)];
    size_t bytes = 0;
    assert_ok(clscan_plan_workspace_size(plan, COUNT(mixed), &bytes));
    clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof mixed, mixed),
                         .out[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof out, NULL),
                         .segments.buffer =
                             test_device_buffer(d, CL_MEM_READ_WRITE, sizeof rows_of_parts, rows_of_parts),
                         .offsets.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof begins, NULL),
                         .total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof total, NULL),
                         .workspace = test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL),
                         .num_segments = 3,
                         .count = COUNT(mixed) };
    cl_mem small = test_device_buffer(d, CL_MEM_READ_WRITE, bytes - 1, NULL);
    REFUSE_ARGS(init, &seven, CLSCAN_ERROR_INVALID_VALUE, "args.init is given|PARTITION, which does not append");
    REFUSE_ARGS(offsets.capacity, 6, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.offsets.capacity is 6|needs 7 elements");
    REFUSE_ARGS(workspace, small, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.workspace");
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    read_all(d, args.out[0].buffer, sizeof out, out);
    read_all(d, args.offsets.buffer, sizeof begins, offsets);
    read_all(d, args.total.buffer, sizeof total, total);
    assert_memory_equal(out, parts, sizeof out);
    assert_memory_equal(offsets, begins, sizeof begins);
    assert_true(total[0] == 4 && total[1] == 3);
    cl_mem all[] = { args.in[0].buffer,
                     args.out[0].buffer,
                     args.segments.buffer,
                     args.offsets.buffer,
                     args.total.buffer,
                     args.workspace,
                     small };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
    clscan_plan_destroy(plan);
}

/* The elements without the offsets, the offsets without the elements, and no elements. */
static void test_outputs_of_partition(void **state) {
    clscan_plan *plan = new_partition(*state);
    cl_uint offsets[COUNT(begins) + 1];
    cl_int out[COUNT(parts)] = { 0 };
    clscan_args args = { .in[0].host = mixed,
                         .out[0].host = out,
                         .segments.host = rows_of_parts,
                         .num_segments = 3,
                         .count = COUNT(mixed) };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(out, parts, sizeof out);
    args.out[0].host = NULL;
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE, "args.out[0]");
    memset(offsets, 9, sizeof offsets);
    args.offsets.host = offsets;
    assert_ok(clscan_plan_execute(plan, &args));
    assert_memory_equal(offsets, begins, sizeof begins);
    args.count = 0;
    assert_ok(clscan_plan_execute(plan, &args));
    for (size_t i = 0; i < COUNT(begins); i++)
        assert_int_equal(offsets[i], 0);
    assert_int_equal(offsets[COUNT(begins)], 0x09090909);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_refused_segments),
                                        cmocka_unit_test(test_counted_segments),
                                        cmocka_unit_test(test_appended_segments),
                                        cmocka_unit_test(test_partitioned_segments),
                                        cmocka_unit_test(test_outputs_of_partition) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
