/* The arguments of partitions: launches, events, totals, and what is refused. */
#include "api/scans.h"

/* A partition has two launches and an event like any other call, and appends to nothing. */
static void test_partition(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .task = CLSCAN_TASK_PARTITION, .mask = CLSCAN_MASK_FLAGS };
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_bound *bound = NULL;
    cl_int x[SCAN_COUNT], parts[SCAN_COUNT];
    cl_uint already = 1, kept = 0;
    unsigned char flags[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++) {
        x[i] = i;
        flags[i] = i % 4 == 1;
    }
    const clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                               .mask.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof flags, flags),
                               .out[0].buffer = new_output(d),
                               .total.buffer = new_output(d),
                               .count = SCAN_COUNT };
    clscan_call_info info = CLSCAN_CALL_INFO_INIT;
    assert_ok(clscan_plan_call_info(plan, &args, &info));
    assert_true(info.launches == 2 && info.tuning.strategy == CLSCAN_STRATEGY_REDUCE_SCAN);
    assert_ok(clscan_bound_create(plan, d->out_of_order, &args, &bound));
    for (int time = 0; time < 2; time++) {
        cl_event done;
        assert_ok(clscan_bound_enqueue(bound, 0, NULL, &done));
        assert_cl(
            clEnqueueReadBuffer(d->out_of_order, args.out[0].buffer, CL_TRUE, 0, sizeof parts, parts, 1, &done, NULL));
        assert_cl(
            clEnqueueReadBuffer(d->out_of_order, args.total.buffer, CL_TRUE, 0, sizeof kept, &kept, 1, &done, NULL));
        clReleaseEvent(done);
        assert_true(kept == SCAN_COUNT / 4 && parts[1] == 5 && parts[kept] == 0 &&
                    parts[SCAN_COUNT - 1] == x[SCAN_COUNT - 1]);
    }
    REFUSE_ARGS(init, &already, CLSCAN_ERROR_INVALID_VALUE, "args.init is given|CLSCAN_TASK_PARTITION");
    REFUSE_ARGS(init_at.buffer, args.total.buffer, CLSCAN_ERROR_INVALID_VALUE, "args.init_at is given|does not append");
    clscan_bound_destroy(bound);
    cl_mem const all[] = { args.in[0].buffer, args.mask.buffer, args.out[0].buffer, args.total.buffer };
    for (size_t i = 0; i < COUNT(all); i++)
        clReleaseMemObject(all[i]);
    clscan_plan_destroy(plan);
}

/* The total of three parts is three numbers, in device memory and in host memory. Host memory needs no total. */
static void test_three_parts(void **state) {
    enum { FOURTH = SCAN_COUNT / 4 };
    const test_device *d = *state;
    static const char by_four[] = "static int by_four(int x) { return x & 3; }\n";
    const clscan_desc desc = { .task = CLSCAN_TASK_PARTITION,
                               .parts = 3,
                               .user = { .source = by_four, .keep = "by_four" } };
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_int x[SCAN_COUNT], parts[SCAN_COUNT], same[SCAN_COUNT];
    cl_uint sizes[5] = { 7, 7, 7, 7, 7 }, already = 0;
    cl_mem total = test_device_buffer(d, CL_MEM_READ_WRITE, 2 * sizeof *sizes, NULL);
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = i;
    clscan_args args = { .in[0].buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, x),
                         .out[0].buffer = new_output(d),
                         .count = SCAN_COUNT };
    REFUSE_ARGS(total.buffer, total, CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.total holds 8 bytes|3 elements of 4 bytes");
    REFUSE_ARGS(init, &already, CLSCAN_ERROR_INVALID_VALUE, "args.init is given|CLSCAN_TASK_PARTITION");
    REFUSE_ARGS(out[0].buffer, args.in[0].buffer, CLSCAN_ERROR_BUFFER_OVERLAP, "args.out[0]");
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    args = (clscan_args) { .in[0].host = x, .out[0].host = parts, .count = SCAN_COUNT };
    args.total = (clscan_ref) { .host = sizes, .offset = 1, .capacity = 2 };
    assert_fails(clscan_plan_execute(plan, &args), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.total.capacity is 2|3 elements");
    args.total.capacity = 3;
    assert_ok(clscan_plan_execute(plan, &args));
    args.out[0].host = same;
    args.total = (clscan_ref) { .host = NULL };
    assert_ok(clscan_plan_execute(plan, &args));
    assert_true(sizes[0] == 7 && sizes[1] == FOURTH && sizes[2] == FOURTH && sizes[3] == SCAN_COUNT - 2 * FOURTH &&
                sizes[4] == 7);
    assert_memory_equal(parts, same, sizeof parts);
    assert_true(parts[1] == 4 && parts[FOURTH] == 1 && parts[2 * FOURTH] == 2 && parts[2 * FOURTH + 1] == 3);
    clReleaseMemObject(total);
    clscan_plan_destroy(plan);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_partition), cmocka_unit_test(test_three_parts) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
