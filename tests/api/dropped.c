/* A scan is dropped if an event of its wait list fails. The next scan by the same plan must still be right, for the
 * strategies whose workspace keeps records from launch to launch. (PoCL 3.1 crashes if several commands pass a failure
 * on.) After a failed command, a queue of Mesa 26.2.6 drops all further commands, so the next scans use a new queue.
 */
#include "api/scans.h"
#include "device/device.h"
#include "opencl/driver_fault.h"

#include <stdio.h>

enum { FEW = SCAN_COUNT / 2 };

static void scan_twos(const test_device *d, clscan_plan *plan, cl_command_queue queue, size_t count) {
    const clscan_args args = { .in[0].buffer = new_input(d, 2), .out[0].buffer = new_output(d), .count = count };
    cl_int x[SCAN_COUNT];
    assert_ok(clscan_plan_enqueue(plan, queue, &args, 0, NULL, NULL));
    assert_cl(clFinish(queue));
    assert_cl(clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, count * sizeof *x, x, 0, NULL, NULL));
    for (size_t i = 0; i < count; i++)
        assert_int_equal(x[i], 2 * (i + 1));
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* Returns true if the event of a dropped command reports the failure. If it does not, a dropped command on an
 * out-of-order queue ends the process. */
static bool tells_of_dropped(const test_device *d) {
    return !cs_driver_has(d->device->caps.faults, CS_FAULT_DROPS);
}

static void drop_scan(const test_device *d, clscan_plan *plan, cl_command_queue queue) {
    const clscan_args args = { .in[0].buffer = new_input(d, 2), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    cl_event hold = user_event(d->context), done = NULL;
    assert_ok(clscan_plan_enqueue(plan, queue, &args, 1, &hold, &done));
    assert_cl(clSetUserEventStatus(hold, CL_OUT_OF_RESOURCES));
    clWaitForEvents(1, &done); /* fails */
    assert_true(event_state(done) < 0 || !tells_of_dropped(d));
    clReleaseEvent(hold);
    clReleaseEvent(done);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

static cl_command_queue new_queue(const test_device *d, cl_command_queue like) {
    cl_command_queue_properties properties = 0;
    cl_int error = CL_SUCCESS;
    assert_cl(clGetCommandQueueInfo(like, CL_QUEUE_PROPERTIES, sizeof properties, &properties, NULL));
    const cl_command_queue queue = clCreateCommandQueue(d->context, d->id, properties, &error);
    assert_cl(error);
    return queue;
}

/* Returns true if the queue also drops a command that waits for nothing. */
static bool is_dead(cl_command_queue queue) {
    cl_event marker = NULL;
    assert_cl(clEnqueueMarkerWithWaitList(queue, 0, NULL, &marker));
    clFinish(queue);
    const bool dead = event_state(marker) < 0;
    clReleaseEvent(marker);
    return dead;
}

/* Runs a scan of `first` elements, a scan of all, a dropped scan, and two more scans. */
static void try_queue(const test_device *d, clscan_plan *plan, cl_command_queue like, size_t first) {
    cl_command_queue queue = new_queue(d, like);
    scan_twos(d, plan, queue, first);
    scan_twos(d, plan, queue, SCAN_COUNT);
    drop_scan(d, plan, queue);
    if (is_dead(queue)) {
        clReleaseCommandQueue(queue);
        queue = new_queue(d, like);
    }
    for (int i = 0; i < 2; i++)
        scan_twos(d, plan, queue, SCAN_COUNT);
    clReleaseCommandQueue(queue);
}

/* Tries an in-order queue and, if the driver can, an out-of-order queue. */
static void try_queues(const test_device *d, clscan_device *device, const clscan_desc *desc, size_t first) {
    const cl_command_queue queues[] = { d->in_order, d->out_of_order };
    for (size_t q = 0; q < (tells_of_dropped(d) ? COUNT(queues) : 1); q++) {
        clscan_plan *plan = new_plan(device, desc);
        try_queue(d, plan, queues[q], first);
        clscan_plan_destroy(plan);
    }
}

static void test_dropped(void **state) {
    const test_device *d = *state;
    skip_where_user_events_hang(d);
    for (clscan_strategy strategy = CLSCAN_STRATEGY_LOOKBACK; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(d, strategy)) {
            const clscan_desc desc = small_tiles(strategy);
            try_queues(d, d->device, &desc, SCAN_COUNT);
        }
}

/* Imitates a device on which an in-order queue keeps its workspace with the records. The dropped scan uses that
 * workspace too, and takes none of its tickets. */
static void test_of_kept_states(void **state) {
    const test_device *d = *state;
    const clscan_device_options options = { .build_options = "-DCLSCAN_TICKETS=1", .self_test = CLSCAN_SELF_TEST_OFF };
    clscan_device *device = NULL;
    skip_where_user_events_hang(d);
    assert_ok(clscan_device_create(d->context, d->id, &options, &device));
    device->caps.starts_in_order = true;
    for (clscan_strategy strategy = CLSCAN_STRATEGY_LOOKBACK; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(d, strategy)) {
            const clscan_desc desc = small_tiles(strategy);
            try_queues(d, device, &desc, SCAN_COUNT);
        }
    clscan_device_destroy(device);
}

/* A strategy without records has used the queue's workspace before. */
static void test_after_another_strategy(void **state) {
    static const char *const shapes[] = { "lookback hillis_steele 4 3 1", "chained hillis_steele 4 3 1",
                                          "slices sequential 1 64 0" };
    const test_device *d = *state;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    char name[256], driver[256], rows[2048];
    skip_where_user_events_hang(d);
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_NAME, sizeof name, name, NULL));
    assert_cl(clGetDeviceInfo(d->id, CL_DRIVER_VERSION, sizeof driver, driver, NULL));
    for (size_t i = 0; i < COUNT(shapes) && test_device_runs(d, CLSCAN_STRATEGY_LOOKBACK); i++) {
        clscan_device *device = NULL;
        const clscan_device_options options = { .tuning = rows, .self_test = CLSCAN_SELF_TEST_OFF };
        snprintf(rows, sizeof rows,
                 "\"%s\" \"%s\" %d any reduce_scan sequential 4 3 0 0 5\n\"%s\" \"%s\" all any %s 0 5\n", name, driver,
                 FEW, name, driver, shapes[i]);
        assert_ok(clscan_device_create(d->context, d->id, &options, &device));
        try_queues(d, device, &desc, FEW);
        clscan_device_destroy(device);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_dropped),
        cmocka_unit_test(test_of_kept_states),
        cmocka_unit_test(test_after_another_strategy),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
