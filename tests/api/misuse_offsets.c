/* Segments by offsets that are refused: wrong descriptions, and arrays and numbers that do not fit. */
#include "support/check.h"
#include "support/test_device.h"

static void test_refused(void **state) {
    const test_device *d = *state;
    clscan_plan *plan = NULL;
    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.segments = CLSCAN_SEGMENTS_OFFSETS;
    desc.key.name = "short";
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "desc.key|\"short\"|uint, ulong, int or long");
    desc.key.name = NULL;
    desc.layout = CLSCAN_LAYOUT_ROWS;
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_INVALID_DESC,
                 "CLSCAN_SEGMENTS_OFFSETS|CLSCAN_LAYOUT_ROWS");
    desc.layout = CLSCAN_LAYOUT_CONTIGUOUS;
    desc.user.same_key = "same";
    assert_fails(clscan_plan_create(d->device, &desc, &plan), CLSCAN_ERROR_INVALID_DESC, "desc.user.same_key");
    desc.user.same_key = NULL;
    assert_ok(clscan_plan_create(d->device, &desc, &plan));
    cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, 40, NULL),
           out = test_device_buffer(d, CL_MEM_READ_WRITE, 40, NULL);
    clscan_args args = {
        .in[0].buffer = in, .out[0].buffer = out, .count = 10, .segments.buffer = in, .num_segments = 10
    };
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.segments holds 40 bytes|11 elements of 4 bytes");
    args.num_segments = 0;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.num_segments is 0, but args.count is 10");
    args.segments.buffer = NULL;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.segments and args.num_segments must be given: desc.segments is CLSCAN_SEGMENTS_OFFSETS");
    args.segments.buffer = in;
    args.num_segments = SIZE_MAX;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE,
                 "args.num_segments is");
    args.num_segments = 2;
    args.segments.buffer = out;
    assert_fails(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.segments and args.out[0] overlap");
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clscan_plan_destroy(plan);
}

/* Without segments there can be no elements, whatever the task is. Without both, nothing is written but the total. */
static void test_no_segments(void **state) {
    static const clscan_desc descs[] = {
        { .task = CLSCAN_TASK_REDUCE },
        { .task = CLSCAN_TASK_UNIQUE },
        { .task = CLSCAN_TASK_TOP_K, .sort.k = 1 },
        { .task = CLSCAN_TASK_HISTOGRAM, .in[0].name = "int", .bins = { .count = 2, .upper = 2 } },
    };
    const test_device *d = *state;
    for (size_t i = 0; i < sizeof descs / sizeof *descs; i++) {
        static const cl_int in[] = { 1 };
        static const cl_uint offset = 0;
        cl_int out[] = { 7, 7 };
        cl_uint total = 7;
        clscan_desc desc = descs[i];
        clscan_plan *plan = NULL;
        desc.segments = CLSCAN_SEGMENTS_OFFSETS;
        assert_ok(clscan_plan_create(d->device, &desc, &plan));
        clscan_args args = {
            .count = 1, .in[0].host = in, .out[0].host = out, .segments.host = &offset, .total.host = &total
        };
        assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_INVALID_VALUE,
                     "args.num_segments is 0, but args.count is 1");
        args.count = 0;
        assert_ok(clscan_plan_execute(plan, &args));
        assert_true(out[0] == 7 && out[1] == 7 && total == 0);
        clscan_plan_destroy(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_refused), cmocka_unit_test(test_no_segments) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
