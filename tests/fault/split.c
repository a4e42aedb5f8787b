/* Failing calls below splits. A split works again after a failure. */
#include "split/split.h"
#include "api/scans.h"
#include "fault/late_gate.h"
#include "fault/sweep.h"

enum { PARTS = 2, MOST_SUMMARY = 128 };

static cl_uchar flags[SCAN_COUNT];
static const char surviving[] = "clGetEventInfo|clRetainEvent"; /* as in enqueue.c */

static clscan_split *new_split(const test_device *d, const clscan_desc *desc) {
    clscan_split *split = NULL;
    assert_ok(clscan_split_create(d->device, desc, &split));
    return split;
}

static clscan_args arrays(const test_device *d, const clscan_desc *desc) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].buffer = new_input(d, 1);
    args.out[0].buffer = new_output(d);
    if (desc->segments)
        args.segments.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof flags, flags);
    if (desc->task == CLSCAN_TASK_RUN_LENGTH) {
        args.indices.buffer = new_output(d);
        args.lengths.buffer = new_output(d);
        args.total.buffer = test_device_buffer(d, CL_MEM_READ_WRITE, sizeof(cl_uint), NULL);
    }
    return args;
}

static void release(clscan_args *args) {
    const cl_mem all[] = { args->in[0].buffer,   args->out[0].buffer,  args->segments.buffer,
                           args->indices.buffer, args->lengths.buffer, args->total.buffer };
    for (size_t i = 0; i < COUNT(all); i++)
        if (all[i])
            clReleaseMemObject(all[i]);
}

static void summarize(const test_device *d, clscan_split *split, const clscan_args *args, char *summaries) {
    size_t bytes = 0;
    assert_ok(clscan_split_summary_size(split, &bytes));
    assert_in_range(bytes, 1, MOST_SUMMARY);
    for (size_t i = 0; i < PARTS; i++)
        assert_ok(clscan_split_summarize(split, d->in_order, args, summaries + i * bytes, 0, NULL, NULL));
    clFinish(d->in_order);
}

/* All ones are one run, whose result is in the first part. */
static void compute_runs(const test_device *d, clscan_split *split, const clscan_desc *desc) {
    char summaries[PARTS * MOST_SUMMARY];
    cl_uint length = 0, kept = 9;
    clscan_args args = arrays(d, desc);
    summarize(d, split, &args, summaries);
    for (size_t i = PARTS; i-- > 0;) {
        assert_ok(clscan_split_enqueue(split, d->in_order, &args, i, PARTS, summaries, 0, NULL, NULL));
        clEnqueueReadBuffer(d->in_order, args.total.buffer, CL_TRUE, 0, sizeof kept, &kept, 0, NULL, NULL);
        assert_int_equal(kept, i == 0);
    }
    clEnqueueReadBuffer(d->in_order, args.lengths.buffer, CL_TRUE, 0, sizeof length, &length, 0, NULL, NULL);
    assert_int_equal(length, PARTS * SCAN_COUNT);
    release(&args);
}

/* The second part continues the sums of the first one. */
static void compute_sums(const test_device *d, clscan_split *split, const clscan_desc *desc) {
    char summaries[PARTS * MOST_SUMMARY];
    cl_int x[SCAN_COUNT];
    clscan_args args = arrays(d, desc);
    summarize(d, split, &args, summaries);
    assert_ok(clscan_split_enqueue(split, d->in_order, &args, 1, PARTS, summaries, 0, NULL, NULL));
    clEnqueueReadBuffer(d->in_order, args.out[0].buffer, CL_TRUE, 0, sizeof x, x, 0, NULL, NULL);
    for (int i = 0, sum = SCAN_COUNT; i < SCAN_COUNT; i++) {
        sum = desc->segments && i == 0 ? SCAN_COUNT - 300 : sum;
        sum = (desc->segments && flags[i] ? 0 : sum) + 1;
        assert_int_equal(x[i], sum);
    }
    release(&args);
}

static void compute(const test_device *d, clscan_split *split, const clscan_desc *desc) {
    (desc->task == CLSCAN_TASK_RUN_LENGTH ? compute_runs : compute_sums)(d, split, desc);
}

static clscan_status end(const test_device *d, const clscan_desc *desc, clscan_split *split, clscan_args *args,
                         clscan_status status) {
    clFinish(d->in_order);
    compute(d, split, desc);
    release(args);
    clscan_split_destroy(split);
    return status;
}

static clscan_status create(const test_device *d, const void *desc) {
    clscan_split *split = NULL;
    const clscan_status status = FAULTED(clscan_split_create(d->device, desc, &split));
    if (status == CLSCAN_OK)
        compute(d, split, desc);
    else
        assert_null(split);
    clscan_split_destroy(split);
    return status;
}

static cl_int state_of(cl_event event) {
    cl_int state = CL_QUEUED;
    clGetEventInfo(event, CL_EVENT_COMMAND_EXECUTION_STATUS, sizeof state, &state, NULL);
    return state;
}

/* Computes the summary of a part by another split some times, and waits for the summaries. */
static void summarize_elsewhere(const test_device *d, const clscan_desc *desc, const clscan_args *args) {
    enum { TIMES = 3 };
    char bytes[MOST_SUMMARY];
    cl_int error = CL_SUCCESS;
    clscan_split *split = new_split(d, desc);
    cl_command_queue queue = clCreateCommandQueue(d->context, clscan_device_id(d->device), 0, &error);
    assert_int_equal(error, CL_SUCCESS);
    for (int i = 0; i < TIMES; i++)
        assert_ok(clscan_split_summarize(split, queue, args, bytes, 0, NULL, NULL));
    clFinish(queue);
    clReleaseCommandQueue(queue);
    clscan_split_destroy(split);
}

/* A call in another queue comes after the commands that a failed call has enqueued, because both use the cells of the
 * split. While the gate keeps those commands waiting, the device has the time to compute other summaries, but not the
 * one of this call. Ends the gate. */
static void summarize_next(const test_device *d, const clscan_desc *desc, clscan_split *split, const clscan_args *args,
                           cl_event gate) {
    char bytes[MOST_SUMMARY];
    cl_event done = NULL;
    assert_ok(clscan_split_summarize(split, d->out_of_order, args, bytes, 0, NULL, &done));
    summarize_elsewhere(d, desc, args);
    const cl_int early = state_of(done);
    late_gate_end(gate);
    clWaitForEvents(1, &done);
    assert_int_not_equal(early, CL_COMPLETE);
    assert_int_equal(state_of(done), CL_COMPLETE);
    clReleaseEvent(done);
}

/* Nothing writes to the memory of the summary after a call that has failed. */
static clscan_status summary(const test_device *d, const void *desc) {
    char bytes[MOST_SUMMARY] = { 0 }, before[MOST_SUMMARY];
    cl_event done = NULL;
    clscan_split *split = new_split(d, desc);
    clscan_args args = arrays(d, desc);
    const cl_event gate = late_gate_new(d);
    const clscan_status status = FAULTED(clscan_split_summarize(split, d->in_order, &args, bytes, 1, &gate, &done));
    memcpy(before, bytes, sizeof before);
    if (status != CLSCAN_OK && strcmp(fault.hit, "clEnqueueReadBuffer") == 0)
        summarize_next(d, desc, split, &args, gate);
    else
        late_gate_end(gate);
    clFinish(d->in_order);
    if (status == CLSCAN_OK)
        clReleaseEvent(done);
    else
        assert_memory_equal(bytes, before, sizeof before);
    return end(d, desc, split, &args, status);
}

static clscan_status part(const test_device *d, const void *desc) {
    char summaries[PARTS * MOST_SUMMARY];
    clscan_split *split = new_split(d, desc);
    clscan_args args = arrays(d, desc);
    summarize(d, split, &args, summaries);
    cl_event done = NULL;
    const clscan_status status =
        FAULTED(clscan_split_enqueue(split, d->in_order, &args, 1, PARTS, summaries, 0, NULL, &done));
    if (done)
        clReleaseEvent(done);
    return end(d, desc, split, &args, status);
}

static clscan_status size(const test_device *d, const void *desc) {
    size_t bytes = 0;
    clscan_split *split = new_split(d, desc);
    const clscan_status status = FAULTED(clscan_split_summary_size(split, &bytes));
    clscan_split_destroy(split);
    return status;
}

static clscan_split *watched;

/* Only one call of clscan_split_part_info waits for the device: the copy of the results. Other threads can use the
 * split meanwhile. */
static void assert_unlocked(const char *call) {
    if (strcmp(call, "clEnqueueReadBuffer") != 0)
        return;
    assert_int_equal(pthread_mutex_trylock(&watched->mutex), 0);
    pthread_mutex_unlock(&watched->mutex);
}

static clscan_status info(const test_device *d, const void *desc) {
    char summaries[PARTS * MOST_SUMMARY];
    clscan_part_info found = CLSCAN_PART_INFO_INIT;
    clscan_split *split = new_split(d, desc);
    clscan_args args = arrays(d, desc);
    summarize(d, split, &args, summaries);
    watched = split;
    fault.watch = assert_unlocked;
    const clscan_status status = FAULTED(clscan_split_part_info(split, 1, PARTS, summaries, &found));
    fault.watch = NULL;
    return end(d, desc, split, &args, status);
}

static void sweep(const test_device *d, const clscan_desc *desc) {
    const fault_row rows[] = {
        { .name = "clscan_split_create", .call = create },
        { .name = "clscan_split_summarize", .call = summary, .survives = surviving },
        { .name = "clscan_split_enqueue", .call = part, .survives = surviving },
        { .name = "clscan_split_summary_size", .call = size },
        { .name = "clscan_split_part_info", .call = info },
    };
    clscan_split_destroy(new_split(d, desc)); /* the device keeps the programs */
    for (size_t i = 0; i < COUNT(rows); i++) {
        fault_row row = rows[i];
        row.argument = desc;
        fault_sweep(d, &row);
    }
}

static void test_split(void **state) {
    const clscan_desc sums = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_desc segments = sums, runs = sums;
    segments.segments = CLSCAN_SEGMENTS_FLAGS;
    runs.task = CLSCAN_TASK_RUN_LENGTH;
    flags[300] = 1;
    sweep(*state, &sums);
    sweep(*state, &segments);
    sweep(*state, &runs);
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_split) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
