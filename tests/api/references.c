/* How the library counts references to OpenCL objects. The linker replaces the library's calls by functions of this
 * file. */
#include "api/scans.h"
#include "device/device.h"
#include "opencl/driver_fault.h"

static size_t retained, released;

cl_int __real_clRetainContext(cl_context context);
cl_int __wrap_clRetainContext(cl_context context);
cl_int __wrap_clRetainContext(cl_context context) {
    retained++;
    return __real_clRetainContext(context);
}

cl_int __real_clReleaseContext(cl_context context);
cl_int __wrap_clReleaseContext(cl_context context);
cl_int __wrap_clReleaseContext(cl_context context) {
    released++;
    return __real_clReleaseContext(context);
}

static size_t retained_events;

cl_int __real_clRetainEvent(cl_event event);
cl_int __wrap_clRetainEvent(cl_event event);
cl_int __wrap_clRetainEvent(cl_event event) {
    retained_events++;
    return __real_clRetainEvent(event);
}

/* A retain followed by a release changes nothing, but with Intel's CPU runtime 2024.2.1 blocking writes then return
 * early. */
static void test_open_hands_its_context_over(void **state) {
    clscan_device *device = NULL;
    (void)state;
    retained = released = 0;
    assert_ok(clscan_device_open(NULL, NULL, &device));
    assert_int_equal(retained, 0);
    assert_int_equal(released, 0);
    clscan_device_destroy(device);
    assert_int_equal(retained, 0);
    assert_int_equal(released, 1);
}

static void test_open_releases_on_failure(void **state) {
    const clscan_device_options options = { .tuning = "nonsense" };
    clscan_device *device = NULL;
    (void)state;
    retained = released = 0;
    assert_fails(clscan_device_open(NULL, &options, &device), CLSCAN_ERROR_FILE, "");
    assert_int_equal(retained, 0);
    assert_int_equal(released, 1);
}

/* The device keeps the caller's context alive by a reference, unless the driver has the fault that forbids it. */
static void test_create_keeps_the_callers_context(void **state) {
    const test_device *d = *state;
    clscan_device *device = NULL;
    cl_int error = CL_SUCCESS, x[] = { 1, 2, 3 };
    cl_context context = clCreateContext(NULL, 1, &d->id, NULL, NULL, &error);
    assert_cl(error);
    retained = released = 0;
    assert_ok(clscan_device_create(context, d->id, NULL, &device));
    const bool keeps = !cs_driver_has(device->caps.faults, CS_FAULT_RETAINS);
    if (keeps)
        assert_cl(clReleaseContext(context));
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(device, &desc);
    assert_ok(execute_host(plan, x, x, 3));
    assert_int_equal(x[2], 6);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    if (!keeps)
        assert_cl(clReleaseContext(context));
    assert_int_equal(retained, keeps);
    assert_int_equal(released, 1 + keeps);
}

/* Returns how many of the scans of one out-of-order queue did not see a blocking write before them on this queue. The
 * write has ended when the call returns, so that no event is needed. */
static unsigned scans_without_input(const test_device *d, clscan_plan *plan) {
    enum { TIMES = 1000 };
    unsigned wrong = 0;
    for (int time = 0; time < TIMES; time++) {
        cl_int x[SCAN_COUNT];
        for (int i = 0; i < SCAN_COUNT; i++)
            x[i] = time;
        cl_mem in = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof x, NULL), out = new_output(d);
        const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = SCAN_COUNT };
        assert_cl(clEnqueueWriteBuffer(d->out_of_order, in, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
        assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &args, 0, NULL, NULL));
        assert_cl(clFinish(d->out_of_order));
        assert_cl(clEnqueueReadBuffer(d->in_order, out, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL));
        wrong += x[SCAN_COUNT - 1] != time * SCAN_COUNT;
        clReleaseMemObject(in);
        clReleaseMemObject(out);
    }
    return wrong;
}

/* A device that was destroyed leaves the caller's context as it was: blocking writes are as early or late as before. */
static void test_destroyed_device(void **state) {
    const test_device *d = *state;
    clscan_device *first = NULL, *second = NULL;
    assert_ok(clscan_device_create(d->context, d->id, NULL, &first));
    clscan_device_destroy(first);
    assert_ok(clscan_device_create(d->context, d->id, NULL, &second));
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(second, &desc);
    assert_int_equal(scans_without_input(d, plan), 0);
    clscan_plan_destroy(plan);
    clscan_device_destroy(second);
}

/* The workspace takes over the only reference to the event of the last launch. If the caller wants the event, the
 * library retains it at most once. With CS_FAULT_QUEUES, the device needs another reference. */
static void test_workspaces_take_their_event_over(void **state) {
    const test_device *d = *state;
    const size_t of_device = cs_driver_has(d->device->caps.faults, CS_FAULT_QUEUES);
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    const clscan_args args = { .in[0].buffer = new_input(d, 3), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    cl_event event = NULL;
    retained_events = 0;
    assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &args, 0, NULL, NULL));
    assert_int_equal(retained_events, of_device);
    assert_cl(clFinish(d->out_of_order));
    assert_sums(d, args.out[0].buffer, 3);
    assert_ok(clscan_plan_enqueue(plan, d->out_of_order, &args, 0, NULL, &event));
    assert_in_range(retained_events, 2 * of_device, 1 + 2 * of_device);
    assert_cl(clWaitForEvents(1, &event));
    assert_sums(d, args.out[0].buffer, 3);
    assert_cl(clReleaseEvent(event));
    clscan_plan_destroy(plan);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_open_hands_its_context_over),      cmocka_unit_test(test_open_releases_on_failure),
        cmocka_unit_test(test_create_keeps_the_callers_context), cmocka_unit_test(test_destroyed_device),
        cmocka_unit_test(test_workspaces_take_their_event_over),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
