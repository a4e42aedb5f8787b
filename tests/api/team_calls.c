/* Calls for teams: what a call waits for, devices that fail, and what is refused. */
#include "api/team_devices.h"

#include <string.h>

enum { N = 333 };

/* ---------------------------------------------------------------------------------------------- a device that fails */

/* The event that is waited for with this number counts as failed. PoCL 3.1 aborts if a command fails whose event was
 * released, so no command really fails here. */
static int failing_wait;
static cl_event failing;  /* that event */
static int failed_events; /* user events that completed with an error */

cl_int __real_clWaitForEvents(cl_uint n, const cl_event *events);
cl_int __wrap_clWaitForEvents(cl_uint n, const cl_event *events);
cl_int __wrap_clWaitForEvents(cl_uint n, const cl_event *events) {
    if (failing_wait > 0 && --failing_wait == 0)
        failing = events[0];
    return __real_clWaitForEvents(n, events);
}

cl_int __real_clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *to, size_t *needed);
cl_int __wrap_clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *to, size_t *needed);
cl_int __wrap_clGetEventInfo(cl_event event, cl_event_info what, size_t size, void *to, size_t *needed) {
    const cl_int error = __real_clGetEventInfo(event, what, size, to, needed);
    if (event == failing && what == CL_EVENT_COMMAND_EXECUTION_STATUS)
        *(cl_int *)to = CL_OUT_OF_RESOURCES;
    return error;
}

cl_int __real_clSetUserEventStatus(cl_event event, cl_int status);
cl_int __wrap_clSetUserEventStatus(cl_event event, cl_int status);
cl_int __wrap_clSetUserEventStatus(cl_event event, cl_int status) {
    failed_events += status < 0;
    return __real_clSetUserEventStatus(event, CL_COMPLETE);
}

/* ---------------------------------------------------------------------------------------------------- sums of ones */

typedef struct ones {
    clscan_team *team;
    clscan_args args[MOST];
    clscan_team_part parts[MOST];
} ones;

/* Arrays of N ones on each device, to be scanned in place. */
static ones open_ones(const devices *all) {
    clscan_device *of_team[MOST];
    const clscan_desc sums = CLSCAN_DESC_INIT;
    ones o = { .team = NULL };
    cl_int x[N];
    for (int i = 0; i < N; i++)
        x[i] = 1;
    for (size_t i = 0; i < all->num; i++) {
        of_team[i] = all->at[i].device;
        o.args[i] = (clscan_args)CLSCAN_ARGS_INIT;
        o.args[i].count = N;
        o.args[i].in[0].buffer = test_device_buffer(&all->at[i], CL_MEM_READ_WRITE, sizeof x, x);
        o.args[i].out[0] = o.args[i].in[0];
        o.parts[i].queue = all->at[i].in_order;
    }
    assert_ok(clscan_team_create(of_team, all->num, &sums, &o.team));
    return o;
}

/* The args have a fixed place only after open_ones has returned. */
static void point(ones *o, size_t num) {
    for (size_t i = 0; i < num; i++)
        o->parts[i].args = &o->args[i];
}

static void close_ones(const devices *all, ones *o) {
    for (size_t i = 0; i < all->num; i++) {
        clFinish(all->at[i].in_order);
        clReleaseMemObject(o->args[i].in[0].buffer);
    }
    clscan_team_destroy(o->team);
}

static cl_int last_of(const devices *all, const ones *o, size_t i) {
    cl_int x = 0;
    assert_int_equal(clEnqueueReadBuffer(all->at[i].in_order, o->args[i].out[0].buffer, CL_TRUE, (N - 1) * sizeof x,
                                         sizeof x, &x, 0, NULL, NULL),
                     CL_SUCCESS);
    return x;
}

/* A call does not wait for its wait lists. Later calls and commands in the queues follow it. */
static void test_asynchronous(void **state) {
    const devices *const all = &apart;
    ones o = open_ones(all);
    cl_int error = CL_SUCCESS;
    (void)state;
    point(&o, all->num);
    const cl_event gate = clCreateUserEvent(all->at[1].context, &error);
    assert_int_equal(error, CL_SUCCESS);
    o.parts[1].num_events_in_wait_list = 1;
    o.parts[1].event_wait_list = &gate;
    assert_ok(clscan_team_enqueue(o.team, o.parts));
    o.parts[1].num_events_in_wait_list = 0;
    o.parts[1].event_wait_list = NULL;
    assert_int_equal(clSetUserEventStatus(gate, CL_COMPLETE), CL_SUCCESS);
    for (size_t i = 0; i < all->num; i++)
        assert_int_equal(last_of(all, &o, i), (i + 1) * N);
    assert_ok(clscan_team_enqueue(o.team, o.parts)); /* the sums of 1, 2, 3 and so on */
    for (size_t i = 0; i < all->num; i++)
        assert_int_equal(last_of(all, &o, i), (i + 1) * N * ((i + 1) * N + 1) / 2);
    clReleaseEvent(gate);
    close_ones(all, &o);
}

/* If a summary fails, the user events of all devices complete with an error, and the status names the device. */
static void test_failing_device(void **state) {
    const devices *const all = &apart;
    ones o = open_ones(all);
    size_t failed = 99;
    (void)state;
    point(&o, all->num);
    assert_ok(clscan_team_enqueue(o.team, o.parts));
    for (size_t i = 0; i < all->num; i++)
        clFinish(all->at[i].in_order);
    assert_int_equal(failed_events, 0);
    assert_ok(clscan_team_status(o.team, &failed));
    failing_wait = 2;
    assert_ok(clscan_team_enqueue(o.team, o.parts));
    for (size_t i = 0; i < all->num; i++)
        clFinish(all->at[i].in_order);
    assert_int_equal(failed_events, all->num);
    assert_fails(clscan_team_status(o.team, &failed), CLSCAN_ERROR_OPENCL,
                 "an earlier call for this team|(devices[1], ");
    assert_int_equal(failed, 1);
    close_ones(all, &o);
}

/* ----------------------------------------------------------------------------------------------------------- misuse */

static void test_devices(void **state) {
    const devices *const all = &together;
    const clscan_desc sums = CLSCAN_DESC_INIT, top = { .task = CLSCAN_TASK_TOP_K, .sort.k = 3 };
    const clscan_desc in_segments = { .task = CLSCAN_TASK_SORT, .segments = CLSCAN_SEGMENTS_FLAGS };
    const char *const source = "static int first(const global int *in, ulong i) { return in[i]; }";
    const clscan_desc loaded = { .task = CLSCAN_TASK_SORT, .user.load = "first", .user.source = source };
    clscan_device *twice[] = { all->at[0].device, apart.at[1].device, mixed.at[0].device };
    clscan_device *none[] = { all->at[0].device, NULL };
    clscan_team *team = (clscan_team *)&none;
    (void)state;
    assert_fails(clscan_team_create(twice, 3, &sums, &team), CLSCAN_ERROR_INVALID_DEVICE,
                 "devices[2] is the same device as devices[0]");
    assert_null(team);
    assert_fails(clscan_team_create(none, 2, &sums, &team), CLSCAN_ERROR_INVALID_VALUE, "devices[1] is NULL");
    assert_fails(clscan_team_create(twice, 0, &sums, &team), CLSCAN_ERROR_INVALID_VALUE, "num_devices is 0");
    assert_fails(clscan_team_create(NULL, 2, &sums, &team), CLSCAN_ERROR_INVALID_VALUE, "devices is NULL");
    assert_fails(clscan_team_create(twice, 2, NULL, &team), CLSCAN_ERROR_INVALID_VALUE, "desc is NULL");
    assert_fails(clscan_team_create(twice, 2, &sums, NULL), CLSCAN_ERROR_INVALID_VALUE, "team is NULL");
    assert_fails(clscan_team_create(twice, 2, &top, &team), CLSCAN_ERROR_INVALID_DESC,
                 "CLSCAN_TASK_TOP_K|(devices[0], ");
    assert_fails(clscan_team_create(twice, 2, &in_segments, &team), CLSCAN_ERROR_INVALID_DESC,
                 "desc.segments is CLSCAN_SEGMENTS_FLAGS|CLSCAN_TASK_SORT|(devices[0], ");
    assert_fails(clscan_team_create(twice, 2, &loaded, &team), CLSCAN_ERROR_INVALID_DESC, "load is \"first\"|user.map");
    clscan_team_destroy(NULL);
}

static void test_misuse(void **state) {
    const devices *const all = &together;
    const cl_int starts[] = { 7, 8 };
    ones o = open_ones(all);
    clscan_part_info info = { .struct_size = 3 };
    size_t failed = 0, counts[MOST];
    cl_event event = NULL;
    (void)state;
    point(&o, all->num);
    o.parts[0].event = &event;
    o.parts[1].queue = all->at[0].in_order;
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_QUEUE, "another device|(devices[1], ");
    o.parts[1].queue = all->at[1].in_order;
    o.args[1].out[0] = o.args[0].in[0];
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_BUFFER_OVERLAP,
                 "args.out[0] of parts[0], which is written, overlaps args.out[0] of parts[1]");
    o.args[1].out[0] = o.args[1].in[0];
    o.args[1].in[0].capacity = 1;
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_BUFFER_TOO_SMALL, "args.in[0]|(devices[1], ");
    o.args[1].in[0].capacity = 0;
    o.parts[1].info = &info;
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_VALUE, "struct_size is 3|(devices[1], ");
    o.parts[1].info = NULL;
    o.parts[1].reserved[0] = 1;
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_VALUE, "reserved is not zero");
    o.parts[1].reserved[0] = 0;
    o.parts[1].args = NULL;
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_VALUE, "args is NULL|(devices[1], ");
    point(&o, all->num);
    o.args[1].out[0].buffer = NULL;
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_VALUE,
                 "args.out[0] is NULL: set its buffer|(devices[1], ");
    assert_null(strstr(clscan_last_message(), "svm"));
    o.args[1].out[0] = o.args[1].in[0];
    o.parts[1].event_wait_list = &event;
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_WAIT_LIST, "(devices[1], ");
    o.parts[1].event_wait_list = NULL;
    o.args[1].init = &starts[1];
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_VALUE,
                 "initial value is given in parts[1] only");
    o.args[0].init = &starts[0];
    assert_fails(clscan_team_enqueue(o.team, o.parts), CLSCAN_ERROR_INVALID_VALUE, "args.init in parts[1] differs");
    o.args[0].init = o.args[1].init = NULL;
    assert_fails(clscan_team_enqueue(NULL, o.parts), CLSCAN_ERROR_INVALID_VALUE, "team is NULL");
    assert_fails(clscan_team_enqueue(o.team, NULL), CLSCAN_ERROR_INVALID_VALUE, "parts is NULL");
    assert_fails(clscan_team_divide(o.team, 5, NULL), CLSCAN_ERROR_INVALID_VALUE, "counts is NULL");
    assert_fails(clscan_team_status(NULL, &failed), CLSCAN_ERROR_INVALID_VALUE, "team is NULL");
    assert_null(event);
    assert_null(clscan_team_plan(o.team, MOST));
    assert_non_null(clscan_team_plan(o.team, 1));
    for (size_t i = 0; i < all->num; i++)
        assert_int_equal(last_of(all, &o, i), 1); /* refused calls wrote nothing */
    assert_ok(clscan_team_divide(o.team, 70, counts));
    assert_int_equal(counts[0], all->num > 2 ? 32 : 64); /* whole words of bits */
    assert_int_equal(counts[0] + counts[1] + (all->num > 2 ? counts[2] : 0), 70);
    close_ones(all, &o);
}

/* Counts on the devices are possible for sums, but not where results have indices in the whole array. */
static void test_counts(void **state) {
    const devices *const all = &apart;
    ones o = open_ones(all);
    clscan_device *of_team[MOST];
    clscan_team *argmins = NULL;
    const clscan_desc argmin = { .op = CLSCAN_OP_ARGMIN };
    (void)state;
    point(&o, all->num);
    for (size_t i = 0; i < all->num; i++) {
        of_team[i] = all->at[i].device;
        o.args[i].out[1].buffer = test_device_buffer(&all->at[i], CL_MEM_READ_WRITE, N * sizeof(cl_ulong), NULL);
    }
    assert_ok(clscan_team_create(of_team, all->num, &argmin, &argmins));
    o.args[1].first_index = N;
    assert_fails(clscan_team_enqueue(argmins, o.parts), CLSCAN_ERROR_INVALID_VALUE,
                 "args.first_index is 333 in parts[1]");
    o.args[1].first_index = 0;
    for (size_t i = 0; i < all->num; i++) {
        const cl_uint count = i == 0 ? 0 : N - 1;
        o.args[i].count_at.buffer = test_device_buffer(&all->at[i], CL_MEM_READ_WRITE, sizeof count, &count);
    }
    assert_fails(clscan_team_enqueue(argmins, o.parts), CLSCAN_ERROR_INVALID_VALUE,
                 "args.count_at is given in parts[0]|indices in the whole array");
    for (size_t i = 0; i < all->num; i++) {
        clReleaseMemObject(o.args[i].out[1].buffer);
        o.args[i].out[1].buffer = NULL;
    }
    assert_ok(clscan_team_enqueue(o.team, o.parts));
    for (size_t i = 0; i < all->num; i++) {
        cl_int x[N];
        clEnqueueReadBuffer(all->at[i].in_order, o.args[i].out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
        for (int k = 0; k < N; k++)
            assert_int_equal(x[k], i == 0 || k == N - 1 ? 1 : ((int)i - 1) * (N - 1) + k + 1);
        clReleaseMemObject(o.args[i].count_at.buffer);
    }
    clscan_team_destroy(argmins);
    close_ones(all, &o);
}

/* Parts of ones are one run, whose result is in the first part that has elements. Only the devices know that part 0 has
 * none. */
static void test_runs_of_late_counts(void **state) {
    const devices *const all = &apart;
    const clscan_desc unique = { .task = CLSCAN_TASK_UNIQUE };
    clscan_device *of_team[MOST];
    clscan_part_info infos[MOST];
    clscan_team *team = NULL;
    ones o = open_ones(all);
    (void)state;
    point(&o, all->num);
    for (size_t i = 0; i < all->num; i++) {
        const cl_uint count = i == 0 ? 0 : N - 1;
        of_team[i] = all->at[i].device;
        infos[i] = (clscan_part_info)CLSCAN_PART_INFO_INIT;
        o.parts[i].info = &infos[i];
        o.args[i].out[0].buffer = test_device_buffer(&all->at[i], CL_MEM_READ_WRITE, N * sizeof(cl_int), NULL);
        o.args[i].total.buffer = test_device_buffer(&all->at[i], CL_MEM_READ_WRITE, sizeof count, NULL);
        o.args[i].count_at.buffer = test_device_buffer(&all->at[i], CL_MEM_READ_WRITE, sizeof count, &count);
    }
    assert_ok(clscan_team_create(of_team, all->num, &unique, &team));
    assert_ok(clscan_team_enqueue(team, o.parts));
    for (size_t i = 0; i < all->num; i++) {
        cl_uint kept = 9;
        clEnqueueReadBuffer(all->at[i].in_order, o.args[i].total.buffer, CL_TRUE, 0, sizeof kept, &kept, 0, NULL, NULL);
        assert_int_equal(kept, i == 1);
        assert_int_equal(infos[i].kept, i == 1);
        assert_int_equal(infos[i].kept_before, i > 1);
        assert_int_equal(infos[i].kept_total, 1);
        clReleaseMemObject(o.args[i].out[0].buffer);
        clReleaseMemObject(o.args[i].total.buffer);
        clReleaseMemObject(o.args[i].count_at.buffer);
    }
    clscan_team_destroy(team);
    close_ones(all, &o);
}

/* Only the host can move elements between parts. */
static void test_tasks_of_host_arrays(void **state) {
    const devices *const all = &apart;
    const clscan_desc sort = { .task = CLSCAN_TASK_SORT };
    clscan_device *const first = all->at[0].device;
    clscan_team *team = NULL;
    ones o = open_ones(all);
    (void)state;
    point(&o, all->num);
    assert_ok(clscan_team_create(&first, 1, &sort, &team));
    assert_fails(clscan_team_enqueue(team, o.parts), CLSCAN_ERROR_INVALID_DESC,
                 "CLSCAN_TASK_SORT|moves elements to other parts|clscan_team_execute");
    clscan_team_destroy(team);
    close_ones(all, &o);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_asynchronous),
        cmocka_unit_test(test_failing_device),
        cmocka_unit_test(test_misuse),
        cmocka_unit_test(test_devices),
        cmocka_unit_test(test_counts),
        cmocka_unit_test(test_runs_of_late_counts),
        cmocka_unit_test(test_tasks_of_host_arrays),
    };
    return cmocka_run_group_tests(tests, team_devices_open, team_devices_close);
}
