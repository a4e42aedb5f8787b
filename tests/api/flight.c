/* Many scans of one plan in flight, and objects destroyed under them. */
#include "api/scans.h"

enum { FLIGHTS = 24 };

/* The arrays of one of several scans: scan i scans the number i + 1. */
typedef struct flight {
    cl_mem in, out, workspace;
} flight;

static flight board(const test_device *d, clscan_plan *plan, int i, bool own_workspace) {
    flight f = { new_input(d, i + 1), new_output(d), NULL };
    size_t bytes = 0;
    assert_ok(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
    if (own_workspace && bytes > 0)
        f.workspace = test_device_buffer(d, CL_MEM_READ_WRITE, bytes, NULL);
    return f;
}

static void take_off(clscan_plan *plan, const flight *f, cl_command_queue queue, const cl_event *hold) {
    const clscan_args args = {
        .in[0].buffer = f->in, .out[0].buffer = f->out, .count = SCAN_COUNT, .workspace = f->workspace
    };
    assert_ok(clscan_plan_enqueue(plan, queue, &args, 1, hold, NULL));
}

static void land(const test_device *d, const flight *f, int i) {
    assert_sums(d, f->out, i + 1);
    clReleaseMemObject(f->in);
    clReleaseMemObject(f->out);
    if (f->workspace)
        clReleaseMemObject(f->workspace);
}

/* All scans wait for one event, so that all are in flight together. */
static void fly(const test_device *d, clscan_strategy strategy, bool own_workspace) {
    const clscan_desc desc = small_tiles(strategy);
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_event hold = user_event(d->context);
    flight flights[FLIGHTS];
    for (int i = 0; i < FLIGHTS; i++)
        flights[i] = board(d, plan, i, own_workspace);
    for (int i = 0; i < FLIGHTS; i++)
        take_off(plan, &flights[i], i % 2 ? d->out_of_order : d->in_order, &hold);
    assert_cl(clFlush(d->in_order));
    assert_cl(clFlush(d->out_of_order));
    assert_cl(clSetUserEventStatus(hold, CL_COMPLETE));
    assert_cl(clFinish(d->out_of_order));
    for (int i = 0; i < FLIGHTS; i++)
        land(d, &flights[i], i);
    clReleaseEvent(hold);
    clscan_plan_destroy(plan);
}

static void test_library_workspaces(void **state) {
    skip_where_user_events_hang(*state);
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(*state, strategy))
            fly(*state, strategy, false);
}

static void test_own_workspaces(void **state) {
    skip_where_user_events_hang(*state);
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(*state, strategy))
            fly(*state, strategy, true);
}

/* The plan and the device are destroyed while a scan is held back. The scan still completes. */
static void destroy_in_flight(const test_device *d, clscan_strategy strategy, cl_command_queue queue) {
    const clscan_desc desc = small_tiles(strategy);
    const clscan_args args = { .in[0].buffer = new_input(d, 5), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    cl_event hold = user_event(d->context);
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    clscan_plan *plan = new_plan(device, &desc);
    assert_ok(clscan_plan_enqueue(plan, queue, &args, 1, &hold, NULL));
    assert_cl(clFlush(queue));
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    assert_cl(clSetUserEventStatus(hold, CL_COMPLETE));
    assert_cl(clFinish(queue));
    assert_sums(d, args.out[0].buffer, 5);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clReleaseEvent(hold);
}

static void test_destroyed_in_flight(void **state) {
    const test_device *d = *state;
    skip_where_user_events_hang(d);
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++) {
        if (!test_device_runs(d, strategy))
            continue;
        destroy_in_flight(d, strategy, d->in_order);
        destroy_in_flight(d, strategy, d->out_of_order);
    }
}

/* A plan outlives the device that it was made from. */
static void test_plan_outlives_device(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    const clscan_args args = { .in[0].buffer = new_input(d, 4), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    clscan_device *device = NULL;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    clscan_plan *plan = new_plan(device, &desc);
    clscan_device_destroy(device);
    assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    assert_sums(d, args.out[0].buffer, 4);
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
    clscan_plan_destroy(plan);
}

/* A workspace that is large enough for few elements only is not used for many. A large workspace is still used for
 * few. */
static void fly_up_and_down(const test_device *d, clscan_strategy strategy) {
    const clscan_desc desc = small_tiles(strategy);
    clscan_plan *plan = new_plan(d->device, &desc);
    static const size_t counts[] = { 10, SCAN_COUNT, 1, 500, SCAN_COUNT };
    cl_mem in = new_input(d, 1), out = new_output(d);
    for (size_t i = 0; i < COUNT(counts); i++) {
        const clscan_args args = { .in[0].buffer = in, .out[0].buffer = out, .count = counts[i] };
        assert_ok(clscan_plan_enqueue(plan, d->in_order, &args, 0, NULL, NULL));
    }
    assert_sums(d, out, 1);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clscan_plan_destroy(plan);
}

static void test_counts_up_and_down(void **state) {
    for (clscan_strategy strategy = 1; clscan_strategy_name(strategy); strategy++)
        if (test_device_runs(*state, strategy))
            fly_up_and_down(*state, strategy);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_library_workspaces),  cmocka_unit_test(test_own_workspaces),
        cmocka_unit_test(test_destroyed_in_flight), cmocka_unit_test(test_plan_outlives_device),
        cmocka_unit_test(test_counts_up_and_down),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
