/* Failing calls below sets. The devices go on whatever fails, and another set works. */
#include "api/scans.h"
#include "fault/sweep.h"

static const char surviving[] = "clGetEventInfo|clRetainEvent"; /* as in enqueue.c */

static clscan_set *new_set(const test_device *d, const clscan_desc *desc) {
    clscan_set *set = NULL;
    assert_ok(clscan_set_create(&d->device, 1, desc, &set));
    return set;
}

/* A call on ones. The gate keeps callbacks, which may come in the calling thread and would count as calls, from running
 * before the call has returned. */
typedef struct call {
    clscan_args args;
    clscan_set_part part;
    cl_event gate;
} call;

static void open_call(const test_device *d, call *c) {
    cl_int error = CL_SUCCESS;
    *c = (call) { .args = CLSCAN_ARGS_INIT, .gate = clCreateUserEvent(d->context, &error) };
    assert_int_equal(error, CL_SUCCESS);
    c->args.count = SCAN_COUNT;
    c->args.in[0].buffer = new_input(d, 1);
    c->args.out[0].buffer = new_output(d);
    c->part = (clscan_set_part) {
        .queue = d->in_order, .args = &c->args, .num_events_in_wait_list = 1, .event_wait_list = &c->gate
    };
}

static void close_call(const test_device *d, clscan_set *set, call *c) {
    clSetUserEventStatus(c->gate, CL_COMPLETE);
    clFinish(d->in_order);
    clscan_set_destroy(set); /* waits for the worker and the callbacks */
    clReleaseEvent(c->gate);
    clReleaseMemObject(c->args.in[0].buffer);
    clReleaseMemObject(c->args.out[0].buffer);
}

static void compute(const test_device *d, clscan_set *set) {
    cl_int x[SCAN_COUNT];
    call c;
    open_call(d, &c);
    assert_ok(clscan_set_enqueue(set, &c.part));
    clSetUserEventStatus(c.gate, CL_COMPLETE);
    clEnqueueReadBuffer(d->in_order, c.args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i + 1);
    close_call(d, set, &c);
}

static clscan_status create(const test_device *d, const void *desc) {
    clscan_set *set = NULL;
    const clscan_status status = FAULTED(clscan_set_create(&d->device, 1, desc, &set));
    if (status == CLSCAN_OK)
        compute(d, set);
    else
        assert_null(set);
    return status;
}

static clscan_status enqueue(const test_device *d, const void *desc) {
    clscan_set *set = new_set(d, desc);
    call c;
    open_call(d, &c);
    const clscan_status status = FAULTED(clscan_set_enqueue(set, &c.part));
    close_call(d, set, &c);
    compute(d, new_set(d, desc));
    return status;
}

/* Scans ones in host memory, in three rounds. Without faults, the results are right. */
enum { ONES = 70 };

static clscan_args host_args(const cl_int *in, cl_int *out, cl_int *total) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = ONES;
    args.in[0].host = in;
    args.out[0].host = out;
    args.total.host = total;
    return args;
}

static void assert_counted(const cl_int *out, cl_int total) {
    for (int i = 0; i < ONES; i++)
        assert_int_equal(out[i], i + 1);
    assert_int_equal(total, ONES);
}

/* The set works again after a failure. */
static clscan_status execute(const test_device *d, const void *desc) {
    clscan_set *set = new_set(d, desc);
    cl_int in[ONES], out[ONES], total = 0;
    for (int i = 0; i < ONES; i++)
        in[i] = 1;
    const clscan_args args = host_args(in, out, &total);
    const clscan_status status = FAULTED(clscan_set_execute(set, &args, 32));
    if (status == CLSCAN_OK)
        assert_counted(out, total);
    assert_ok(clscan_set_execute(set, &args, 32));
    assert_counted(out, total);
    clscan_set_destroy(set);
    return status;
}

/* The same ones in bins, and as one run, which crosses all rounds. */
static clscan_status count_ones(const test_device *d, const void *desc) {
    clscan_set *set = new_set(d, desc);
    const bool bins = ((const clscan_desc *)desc)->task == CLSCAN_TASK_HISTOGRAM;
    cl_int in[ONES], out[ONES] = { 0 };
    cl_uint lengths[ONES] = { 0 }, places[ONES], total = 0;
    for (int i = 0; i < ONES; i++)
        in[i] = 1;
    clscan_args args = host_args(in, out, NULL);
    if (!bins) {
        args.indices.host = places;
        args.lengths.host = lengths;
        args.total.host = &total;
    }
    const clscan_status status = FAULTED(clscan_set_execute(set, &args, 32));
    assert_ok(clscan_set_execute(set, &args, 32));
    assert_int_equal(bins ? out[1] : (cl_int)lengths[0], ONES);
    assert_int_equal(total, !bins);
    clscan_set_destroy(set);
    return status;
}

static clscan_status divide(const test_device *d, const void *desc) {
    size_t count = 0;
    clscan_set *set = new_set(d, desc);
    const clscan_status status = FAULTED(clscan_set_divide(set, SCAN_COUNT, &count));
    clscan_set_destroy(set);
    return status;
}

static clscan_status ask(const test_device *d, const void *desc) {
    size_t failed = 0;
    clscan_set *set = new_set(d, desc);
    const clscan_status status = FAULTED(clscan_set_status(set, &failed));
    clscan_set_destroy(set);
    return status;
}

static void test_set(void **state) {
    const clscan_desc sums = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    const clscan_desc bins = { .task = CLSCAN_TASK_HISTOGRAM, .in[0].name = "int", .bins = { .count = 2, .upper = 2 } };
    const clscan_desc runs = { .task = CLSCAN_TASK_RUN_LENGTH };
    const fault_row rows[] = {
        { .name = "clscan_set_create", .call = create, .argument = &sums },
        { .name = "clscan_set_enqueue", .call = enqueue, .argument = &sums, .survives = surviving },
        { .name = "clscan_set_execute", .call = execute, .argument = &sums },
        { .name = "clscan_set_execute of bins", .call = count_ones, .argument = &bins },
        { .name = "clscan_set_execute of runs", .call = count_ones, .argument = &runs },
        { .name = "clscan_set_divide", .call = divide, .argument = &sums },
        { .name = "clscan_set_status", .call = ask, .argument = &sums },
    };
    clscan_set_destroy(new_set(*state, &sums)); /* the device keeps the programs */
    clscan_set_destroy(new_set(*state, &bins));
    clscan_set_destroy(new_set(*state, &runs));
    for (size_t i = 0; i < COUNT(rows); i++)
        fault_sweep(*state, &rows[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_set) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
