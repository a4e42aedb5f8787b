/* Failing calls below teams. The devices go on whatever fails, and another team works. */
#include "api/scans.h"
#include "fault/late_gate.h"
#include "fault/sweep.h"

static const char surviving[] = "clGetEventInfo|clRetainEvent"; /* as in enqueue.c */

static clscan_team *new_team(const test_device *d, const clscan_desc *desc) {
    clscan_team *team = NULL;
    assert_ok(clscan_team_create(&d->device, 1, desc, &team));
    return team;
}

/* A call on ones. The gate keeps callbacks, which may come in the calling thread and would count as calls, from running
 * before the call has returned. */
typedef struct call {
    clscan_args args;
    clscan_team_part part;
    cl_event gate;
} call;

static void open_call(const test_device *d, call *c) {
    *c = (call) { .args = CLSCAN_ARGS_INIT, .gate = late_gate_new(d) };
    c->args.count = SCAN_COUNT;
    c->args.in[0].buffer = new_input(d, 1);
    c->args.out[0].buffer = new_output(d);
    c->part = (clscan_team_part) {
        .queue = d->in_order, .args = &c->args, .num_events_in_wait_list = 1, .event_wait_list = &c->gate
    };
}

static void close_call(const test_device *d, clscan_team *team, call *c) {
    late_gate_end(c->gate);
    clFinish(d->in_order);
    clscan_team_destroy(team); /* waits for the worker and the callbacks */
    clReleaseMemObject(c->args.in[0].buffer);
    clReleaseMemObject(c->args.out[0].buffer);
}

static void compute(const test_device *d, clscan_team *team) {
    cl_int x[SCAN_COUNT];
    call c;
    open_call(d, &c);
    assert_ok(clscan_team_enqueue(team, &c.part));
    clSetUserEventStatus(c.gate, CL_COMPLETE);
    clEnqueueReadBuffer(d->in_order, c.args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    for (int i = 0; i < SCAN_COUNT; i++)
        assert_int_equal(x[i], i + 1);
    close_call(d, team, &c);
}

static clscan_status create(const test_device *d, const void *desc) {
    clscan_team *team = NULL;
    const clscan_status status = FAULTED(clscan_team_create(&d->device, 1, desc, &team));
    if (status == CLSCAN_OK)
        compute(d, team);
    else
        assert_null(team);
    return status;
}

static clscan_status enqueue(const test_device *d, const void *desc) {
    clscan_team *team = new_team(d, desc);
    call c;
    open_call(d, &c);
    const clscan_status status = FAULTED(clscan_team_enqueue(team, &c.part));
    close_call(d, team, &c);
    compute(d, new_team(d, desc));
    return status;
}

/* Nothing writes to the numbers of results after a call that has failed. */
static clscan_status count_runs(const test_device *d, const void *desc) {
    clscan_part_info info = CLSCAN_PART_INFO_INIT, before;
    clscan_team *team = new_team(d, desc);
    call c;
    open_call(d, &c);
    c.part.info = &info;
    const clscan_status status = FAULTED(clscan_team_enqueue(team, &c.part));
    before = info;
    close_call(d, team, &c);
    if (status == CLSCAN_OK)
        assert_true(info.elements == SCAN_COUNT && info.kept == 1);
    else
        assert_memory_equal(&info, &before, sizeof info);
    return status;
}

/* Ones in host memory, whose results are computed in three rounds: their running sum, their bins, or one run, which
 * crosses all rounds. */
enum { ONES = 70 };

typedef struct results {
    cl_int out[ONES], total;
    cl_uint lengths[ONES], places[ONES];
} results;

static clscan_args host_args(clscan_task task, const cl_int *in, results *r) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = ONES;
    args.in[0].host = in;
    args.out[0].host = r->out;
    args.total.host = task == CLSCAN_TASK_HISTOGRAM ? NULL : &r->total;
    args.indices.host = task == CLSCAN_TASK_RUN_LENGTH ? r->places : NULL;
    args.lengths.host = task == CLSCAN_TASK_RUN_LENGTH ? r->lengths : NULL;
    return args;
}

static void assert_right(clscan_task task, const results *r) {
    for (int i = 0; i < ONES && task == CLSCAN_TASK_SCAN; i++)
        assert_int_equal(r->out[i], i + 1);
    if (task == CLSCAN_TASK_HISTOGRAM)
        assert_true(r->out[0] == 0 && r->out[1] == ONES);
    else if (task == CLSCAN_TASK_RUN_LENGTH)
        assert_true(r->out[0] == 1 && r->lengths[0] == ONES && r->places[0] == 0 && r->total == 1);
    else
        assert_int_equal(r->total, ONES);
}

/* Without faults, the results are right. The team works again after a failure. */
static clscan_status execute(const test_device *d, const void *desc) {
    const clscan_task task = ((const clscan_desc *)desc)->task;
    clscan_team *team = new_team(d, desc);
    cl_int in[ONES];
    results r = { .total = 0 };
    for (int i = 0; i < ONES; i++)
        in[i] = 1;
    const clscan_args args = host_args(task, in, &r);
    const clscan_status status = FAULTED(clscan_team_execute(team, &args, 32));
    if (status == CLSCAN_OK)
        assert_right(task, &r);
    assert_ok(clscan_team_execute(team, &args, 32));
    assert_right(task, &r);
    clscan_team_destroy(team);
    return status;
}

/* Sorts in place, in several pieces, with numbers that name their elements. Whatever fails, all elements are there, and
 * each one has its number. */
enum { SORTED = 150 };

static void assert_all_there(const cl_int *x, const cl_int *numbers) {
    bool seen[SORTED] = { false };
    for (int i = 0; i < SORTED; i++) {
        assert_in_range(numbers[i], 0, SORTED - 1);
        assert_false(seen[numbers[i]]);
        seen[numbers[i]] = true;
        assert_int_equal(x[i], numbers[i] % 10);
    }
}

static clscan_status sort(const test_device *d, const void *desc) {
    clscan_team *team = new_team(d, desc);
    cl_int x[SORTED], numbers[SORTED];
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SORTED;
    args.in[0].host = args.out[0].host = x;
    args.in[1].host = args.out[1].host = numbers;
    for (int i = 0; i < SORTED; i++) {
        numbers[i] = i;
        x[i] = i % 10;
    }
    const clscan_status status = FAULTED(clscan_team_execute(team, &args, 1));
    assert_all_there(x, numbers);
    assert_ok(clscan_team_execute(team, &args, 1));
    assert_all_there(x, numbers);
    for (int i = 1; i < SORTED; i++)
        assert_true(x[i - 1] <= x[i]);
    clscan_team_destroy(team);
    return status;
}

static clscan_status divide(const test_device *d, const void *desc) {
    size_t count = 0;
    clscan_team *team = new_team(d, desc);
    const clscan_status status = FAULTED(clscan_team_divide(team, SCAN_COUNT, &count));
    clscan_team_destroy(team);
    return status;
}

static clscan_status ask(const test_device *d, const void *desc) {
    size_t failed = 0;
    clscan_team *team = new_team(d, desc);
    const clscan_status status = FAULTED(clscan_team_status(team, &failed));
    clscan_team_destroy(team);
    return status;
}

static void test_team(void **state) {
    const clscan_desc sums = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    const clscan_desc bins = { .task = CLSCAN_TASK_HISTOGRAM, .in[0].name = "int", .bins = { .count = 2, .upper = 2 } };
    const clscan_desc unique = { .task = CLSCAN_TASK_UNIQUE };
    const clscan_desc runs = { .task = CLSCAN_TASK_RUN_LENGTH };
    const clscan_desc sorts = { .task = CLSCAN_TASK_SORT, .in[1].name = "int", .out[1].name = "int" };
    const fault_row rows[] = {
        { .name = "clscan_team_create", .call = create, .argument = &sums },
        { .name = "clscan_team_enqueue", .call = enqueue, .argument = &sums, .survives = surviving },
        { .name = "clscan_team_enqueue of runs", .call = count_runs, .argument = &unique, .survives = surviving },
        { .name = "clscan_team_execute", .call = execute, .argument = &sums },
        { .name = "clscan_team_execute of bins", .call = execute, .argument = &bins },
        { .name = "clscan_team_execute of runs", .call = execute, .argument = &runs },
        { .name = "clscan_team_execute of a sort", .call = sort, .argument = &sorts },
        { .name = "clscan_team_divide", .call = divide, .argument = &sums },
        { .name = "clscan_team_status", .call = ask, .argument = &sums },
    };
    clscan_team_destroy(new_team(*state, &sums)); /* the device keeps the programs */
    clscan_team_destroy(new_team(*state, &bins));
    clscan_team_destroy(new_team(*state, &unique));
    clscan_team_destroy(new_team(*state, &runs));
    clscan_team_destroy(new_team(*state, &sorts));
    for (size_t i = 0; i < COUNT(rows); i++)
        fault_sweep(*state, &rows[i]);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_team) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
