/* Bound scans give the results of clscan_plan_enqueue, refuse the same arguments, and hold references to their objects.
 */
#include "api/scans.h"

#include <pthread.h>

static clscan_bound *new_bound(clscan_plan *plan, cl_command_queue queue, const clscan_args *args) {
    clscan_bound *bound = NULL;
    assert_ok(clscan_bound_create(plan, queue, args, &bound));
    return bound;
}

static void fill(const test_device *d, cl_mem buffer, cl_int value) {
    cl_int x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        x[i] = value;
    test_device_write(d, buffer, 0, sizeof x, x);
}

/* Scans new elements each time, on both kinds of queue. Between two bound scans, the plan scans other arrays. */
static void test_scans_again(void **state) {
    const test_device *d = *state;
    const cl_command_queue queues[] = { d->in_order, d->out_of_order };
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        if (!test_device_runs(d, strategy))
            continue;
        const clscan_desc desc = small_tiles(strategy);
        clscan_plan *plan = new_plan(d->device, &desc);
        for (size_t q = 0; q < COUNT(queues); q++) {
            clscan_bound *bound = new_bound(plan, queues[q], &args);
            for (cl_int value = 1; value < 4; value++) {
                fill(d, args.in[0].buffer, value);
                assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
                assert_cl(clFinish(queues[q]));
                assert_sums(d, args.out[0].buffer, value);
                assert_scans(d, plan);
            }
            clscan_bound_destroy(bound);
        }
        clscan_plan_destroy(plan);
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* The total of each scan is the initial value of the next one, in the same cell. So the prologue copies the cell first,
 * and the other kernels get different arguments. */
static void test_continues(void **state) {
    enum { SCANS = 5 };
    const test_device *d = *state;
    const cl_int zero = 0;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    const cl_mem cell = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof zero, &zero);
    const clscan_args args = { .in[0].buffer = new_input(d, 3),
                               .out[0].buffer = new_output(d),
                               .init_at.buffer = cell,
                               .total.buffer = cell,
                               .count = SCAN_COUNT };
    clscan_bound *bound = new_bound(plan, d->in_order, &args);
    for (int i = 0; i < SCANS; i++)
        assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
    cl_int total = 0;
    assert_cl(clEnqueueReadBuffer(d->in_order, cell, CL_TRUE, 0, sizeof total, &total, 0, NULL, NULL));
    assert_int_equal(total, SCANS * 3 * SCAN_COUNT);
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(cell);
}

/* Offsets become head bits in a prologue. The second scan has other offsets. */
static void test_offsets(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .segments = CLSCAN_SEGMENTS_OFFSETS };
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_uint offsets[] = { 0, 400, SCAN_COUNT };
    const clscan_args args = { .in[0].buffer = new_input(d, 1),
                               .out[0].buffer = new_output(d),
                               .segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof offsets, offsets),
                               .num_segments = COUNT(offsets) - 1,
                               .count = SCAN_COUNT };
    clscan_bound *bound = new_bound(plan, d->in_order, &args);
    for (int scan = 0; scan < 2; scan++, offsets[1] = 700) {
        cl_int x[SCAN_COUNT];
        test_device_write(d, args.segments.buffer, 0, sizeof offsets, offsets);
        assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
        assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
        for (int i = 0; i < SCAN_COUNT; i++)
            assert_int_equal(x[i], 1 + i - (i < (int)offsets[1] ? 0 : (int)offsets[1]));
    }
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(args.segments.buffer);
}

/* Two scans in flight have head bits in two buffers. The first scan waits, so its head bits are not made yet when the
 * second one runs. NVIDIA's driver keeps commands in order even on an out-of-order queue: there the second scan does
 * not run before the first one, and writes the results last. */
static void test_prologues_in_flight(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .segments = CLSCAN_SEGMENTS_OFFSETS };
    const cl_uint offsets[] = { 0, 400, SCAN_COUNT };
    skip_where_user_events_hang(d);
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in[0].buffer = new_input(d, 1),
                               .out[0].buffer = new_output(d),
                               .segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof offsets, offsets),
                               .num_segments = COUNT(offsets) - 1,
                               .count = SCAN_COUNT };
    clscan_bound *bound = new_bound(plan, d->out_of_order, &args);
    cl_event hold = user_event(d->context), done = NULL;
    cl_int x[SCAN_COUNT];
    assert_ok(clscan_bound_enqueue(bound, 1, &hold, NULL));
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, &done));
    assert_cl(clFlush(d->out_of_order));
    for (int i = 0; i < 500 && event_state(done) != CL_COMPLETE; i++)
        wait_a_moment();
    const bool overtakes = event_state(done) == CL_COMPLETE;
    if (!overtakes)
        drop_user_event(hold);
    assert_cl(clWaitForEvents(1, &done));
    clReleaseEvent(done);
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
    if (overtakes)
        drop_user_event(hold);
    assert_cl(clFinish(d->out_of_order));
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], 1 + i - (i < 400 ? 0 : 400));
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseMemObject(args.segments.buffer);
}

/* The caller has released the plan, the device, the queue and the input, and changed the initial value. */
static void test_holds_what_it_needs(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    cl_int error = CL_SUCCESS, init = 0;
    const cl_uint before = references(d);
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    clscan_plan *plan = new_plan(device, &desc);
    const cl_command_queue queue = clCreateCommandQueue(d->context, d->id, 0, &error);
    assert_cl(error);
    const clscan_args args = {
        .in[0].buffer = new_input(d, 2), .out[0].buffer = new_output(d), .init = &init, .count = SCAN_COUNT
    };
    clscan_bound *bound = new_bound(plan, queue, &args);
    init = 1000;
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    clReleaseMemObject(args.in[0].buffer);
    cl_event done = NULL;
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
    clReleaseCommandQueue(queue);
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, &done));
    assert_cl(clWaitForEvents(1, &done));
    clReleaseEvent(done);
    assert_sums(d, args.out[0].buffer, 2);
    clscan_bound_destroy(bound);
    clReleaseMemObject(args.out[0].buffer);
    assert_nothing_lost(d, before);
}

static void test_waits(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    skip_where_user_events_hang(d);
    if (d->out_of_order == d->in_order) /* there, the input cannot be written while the scan waits */
        skip();
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    clscan_bound *bound = new_bound(plan, d->out_of_order, &args);
    cl_event hold = user_event(d->context), done = NULL;
    assert_ok(clscan_bound_enqueue(bound, 1, &hold, &done));
    fill(d, args.in[0].buffer, 5);
    drop_user_event(hold);
    assert_cl(clWaitForEvents(1, &done));
    clReleaseEvent(done);
    assert_sums(d, args.out[0].buffer, 5);
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* Like clscan_plan_enqueue, a bound scan of nothing provides an event. */
static void test_nothing(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    const clscan_args args = CLSCAN_ARGS_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_bound *bound = new_bound(plan, d->in_order, &args);
    cl_event done = NULL;
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, &done));
    assert_cl(clWaitForEvents(1, &done));
    clReleaseEvent(done);
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
}

/* A bound scan of no elements keeps nothing, not even an initial value that is too large for a copy. */
static void test_nothing_with_a_large_init(void **state) {
    const test_device *d = *state;
    static const char source[] = "typedef struct { int x[1024]; } large;\n"
                                 "large both(large a, large b) { a.x[0] += b.x[0]; return a; }\n";
    static const cl_int init[1024] = { 1 };
    const clscan_desc desc = { .value = { "large", sizeof init }, .user = { .source = source, .combine = "both" } };
    const clscan_args args = { .init = init };
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_bound *bound = new_bound(plan, d->in_order, &args);
    assert_ok(clscan_bound_enqueue(bound, 0, NULL, NULL));
    assert_cl(clFinish(d->in_order));
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
}

static void test_misuse(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    clscan_bound *bound = (clscan_bound *)&args; /* not NULL */
    const cl_event none = NULL;
    assert_fails(clscan_bound_create(plan, d->in_order, &args, NULL), CLSCAN_ERROR_INVALID_VALUE, "bound is NULL");
    assert_fails(clscan_bound_create(NULL, d->in_order, &args, &bound), CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    assert_null(bound);
    assert_fails(clscan_bound_create(plan, NULL, &args, &bound), CLSCAN_ERROR_INVALID_VALUE, "queue is NULL");
    assert_fails(clscan_bound_create(plan, d->in_order, NULL, &bound), CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    args.count++;
    assert_fails(clscan_bound_create(plan, d->in_order, &args, &bound), CLSCAN_ERROR_BUFFER_TOO_SMALL,
                 "args.in[0] holds 4000 bytes");
    args.count--;
    assert_fails(clscan_bound_enqueue(NULL, 0, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE, "bound is NULL");
    bound = new_bound(plan, d->in_order, &args);
    assert_fails(clscan_bound_enqueue(bound, 1, NULL, NULL), CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list is NULL");
    assert_fails(clscan_bound_enqueue(bound, 1, &none, NULL), CLSCAN_ERROR_INVALID_WAIT_LIST, "event_wait_list[0]");
    clscan_bound_destroy(bound);
    clscan_bound_destroy(NULL);
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

static void *enqueue_many(void *of) {
    enum { TIMES = 50 };
    clscan_status status = CLSCAN_OK;
    for (int i = 0; i < TIMES && status == CLSCAN_OK; i++)
        status = clscan_bound_enqueue(of, 0, NULL, NULL);
    return status == CLSCAN_OK ? NULL : of;
}

/* The scans are the same, so it does not matter which thread's is the last. */
static void test_threads(void **state) {
    enum { THREADS = 4 };
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    clscan_bound *bound = new_bound(plan, d->in_order, &args);
    pthread_t threads[THREADS];
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&threads[i], NULL, enqueue_many, bound), 0);
    for (int i = 0; i < THREADS; i++) {
        void *failed = NULL;
        assert_int_equal(pthread_join(threads[i], &failed), 0);
        assert_null(failed);
    }
    assert_cl(clFinish(d->in_order));
    assert_sums(d, args.out[0].buffer, 1);
    clscan_bound_destroy(bound);
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_scans_again),
        cmocka_unit_test(test_continues),
        cmocka_unit_test(test_offsets),
        cmocka_unit_test(test_prologues_in_flight),
        cmocka_unit_test(test_holds_what_it_needs),
        cmocka_unit_test(test_waits),
        cmocka_unit_test(test_nothing),
        cmocka_unit_test(test_nothing_with_a_large_init),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_threads),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
