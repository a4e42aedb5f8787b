/* Wait lists and events, for every strategy on both kinds of queue: a scan runs after the events of its wait list, and
 * its event completes with its last command. A clscan_plan_enqueue that waited for the device would never return here.
 */
#include "api/scans.h"

/* A scan of ones held back by `hold`. */
typedef struct held {
    clscan_plan *plan;
    cl_mem in, out;
    cl_event hold, done;
} held;

static held enqueue_held(const test_device *d, const clscan_desc *desc, cl_command_queue queue) {
    held h = { .plan = new_plan(d->device, desc), .in = new_input(d, 1), .out = new_output(d) };
    const clscan_args args = { .in[0].buffer = h.in, .out[0].buffer = h.out, .count = SCAN_COUNT };
    h.hold = user_event(d->context);
    assert_ok(clscan_plan_enqueue(h.plan, queue, &args, 1, &h.hold, &h.done));
    assert_non_null(h.done);
    assert_cl(clFlush(queue));
    return h;
}

static void release_held(held *h) {
    clReleaseEvent(h->hold);
    clReleaseEvent(h->done);
    clReleaseMemObject(h->in);
    clReleaseMemObject(h->out);
    clscan_plan_destroy(h->plan);
}

static cl_command_queue another_queue(const test_device *d) {
    cl_int error = CL_SUCCESS;
    cl_command_queue queue = clCreateCommandQueue(d->context, d->id, 0, &error);
    assert_cl(error);
    return queue;
}

/* While the scan is held back, another queue replaces the input: the scan must see the new input. Then the other queue
 * reads the output, and waits for the scan's event only: it must see the results. */
static void try_held(const test_device *d, const clscan_desc *desc, cl_command_queue queue) {
    held h = enqueue_held(d, desc, queue);
    cl_command_queue other = another_queue(d);
    cl_int threes[SCAN_COUNT], x[SCAN_COUNT];
    for (int i = 0; i < SCAN_COUNT; i++)
        threes[i] = 3;
    assert_cl(clEnqueueWriteBuffer(other, h.in, CL_TRUE, 0, sizeof threes, threes, 0, NULL, NULL));
    assert_cl(clFinish(other)); /* see test_device_write */
    assert_int_not_equal(event_state(h.done), CL_COMPLETE);
    assert_cl(clSetUserEventStatus(h.hold, CL_COMPLETE));
    assert_cl(clEnqueueReadBuffer(other, h.out, CL_TRUE, 0, sizeof x, x, 1, &h.done, NULL));
    assert_int_equal(event_state(h.done), CL_COMPLETE);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], 3 * (i + 1));
    clReleaseCommandQueue(other);
    release_held(&h);
}

static void try_strategies(const test_device *d, cl_command_queue queue) {
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = small_tiles(strategy);
        try_held(d, &desc, queue);
    }
}

static void test_in_order(void **state) {
    const test_device *d = *state;
    skip_where_user_events_hang(d);
    try_strategies(d, d->in_order);
}

static void test_out_of_order(void **state) {
    const test_device *d = *state;
    skip_where_user_events_hang(d);
    try_strategies(d, d->out_of_order);
}

/* Without an event in the wait list or for the result, waiting for the queue is enough. */
static void test_without_events(void **state) {
    const test_device *d = *state;
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = small_tiles(strategy);
        clscan_plan *plan = new_plan(d->device, &desc);
        const clscan_args args = { .in[0].buffer = new_input(d, 2),
                                   .out[0].buffer = new_output(d),
                                   .count = SCAN_COUNT };
        assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &args, 0, NULL, NULL));
        assert_cl(clFinish(d->out_of_order));
        assert_sums(d, args.out[0].buffer, 2);
        clReleaseMemObject(args.in[0].buffer);
        clReleaseMemObject(args.out[0].buffer);
        clscan_plan_destroy(plan);
    }
}

static void test_no_elements_no_wait(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args nothing = { .count = 0 }; /* and no buffers are given */
    cl_event done = NULL;
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &nothing, 0, NULL, NULL));
    assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &nothing, 0, NULL, &done));
    assert_non_null(done);
    assert_cl(clWaitForEvents(1, &done));
    clReleaseEvent(done);
    clscan_plan_destroy(plan);
}

static void try_no_elements(const test_device *d, cl_command_queue queue) {
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args nothing = { .in[0].offset = 5, .out[0].offset = 7 };
    cl_event hold = user_event(d->context), done = NULL;
    assert_ok(clscan_plan_enqueue(plan, queue, &nothing, 1, &hold, &done));
    assert_cl(clFlush(queue));
    assert_int_not_equal(event_state(done), CL_COMPLETE);
    assert_cl(clSetUserEventStatus(hold, CL_COMPLETE));
    assert_cl(clWaitForEvents(1, &done));
    clReleaseEvent(hold);
    clReleaseEvent(done);
    clscan_plan_destroy(plan);
}

static void test_no_elements_wait_list(void **state) {
    const test_device *d = *state;
    skip_where_user_events_hang(d);
    try_no_elements(d, d->in_order);
    try_no_elements(d, d->out_of_order);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_in_order),
        cmocka_unit_test(test_out_of_order),
        cmocka_unit_test(test_without_events),
        cmocka_unit_test(test_no_elements_no_wait),
        cmocka_unit_test(test_no_elements_wait_list),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
