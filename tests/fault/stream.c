/* Failing calls below streams. A stream that has failed can only be destroyed, and another one works. */
#include "api/scans.h"
#include "fault/sweep.h"

enum { RUN = 8 };

static cl_int in[SCAN_COUNT], out[SCAN_COUNT];
static cl_uchar flags[SCAN_COUNT];
static const char surviving[] = "clGetEventInfo|clRetainEvent"; /* as in enqueue.c */

static clscan_stream_options in_pieces(void) {
    clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
    options.piece_elements = SCAN_COUNT / 4;
    options.num_pieces = 2;
    return options;
}

static clscan_stream *new_stream(const test_device *d, const clscan_desc *desc) {
    clscan_stream *stream = NULL;
    const clscan_stream_options options = in_pieces();
    assert_ok(clscan_stream_create(d->device, desc, &options, &stream));
    return stream;
}

static cl_uint starts[SCAN_COUNT], lengths[SCAN_COUNT];
static cl_ulong number_of_runs;

static clscan_args arrays(const clscan_desc *desc) {
    clscan_args args = CLSCAN_ARGS_INIT;
    args.count = SCAN_COUNT;
    args.in[0].host = in;
    args.out[0].host = out;
    if (desc->segments)
        args.segments.host = flags;
    if (desc->task == CLSCAN_TASK_RUN_LENGTH) {
        args.indices.host = starts;
        args.lengths.host = lengths;
        args.total.host = &number_of_runs;
    }
    return args;
}

static void assert_sums_of(const clscan_desc *desc) {
    for (int i = 0, sum = 0; i < SCAN_COUNT; i++) {
        sum = (desc->segments && flags[i] ? 0 : sum) + in[i];
        assert_int_equal(out[i], sum);
    }
}

/* The elements are in runs of RUN, of which some cross pieces. */
static void assert_runs(void) {
    assert_int_equal(number_of_runs, SCAN_COUNT / RUN);
    for (int i = 0; i < SCAN_COUNT / RUN; i++) {
        assert_int_equal(out[i], i % 7);
        assert_int_equal(starts[i], RUN * i);
        assert_int_equal(lengths[i], RUN);
    }
}

static void assert_counts(void) {
    int counts[7] = { 0 };
    for (int i = 0; i < SCAN_COUNT; i++)
        counts[in[i]]++;
    assert_memory_equal(out, counts, sizeof counts);
}

static void assert_results(const clscan_desc *desc) {
    if (desc->task == CLSCAN_TASK_SCAN)
        assert_sums_of(desc);
    else if (desc->task == CLSCAN_TASK_RUN_LENGTH)
        assert_runs();
    else
        assert_counts();
}

static void execute(const test_device *d, const clscan_desc *desc) {
    clscan_stream *stream = new_stream(d, desc);
    const clscan_args args = arrays(desc);
    assert_ok(clscan_stream_execute(stream, &args));
    assert_results(desc);
    clscan_stream_destroy(stream);
}

static clscan_status create(const test_device *d, const void *desc) {
    clscan_stream *stream = NULL;
    const clscan_stream_options options = in_pieces();
    const clscan_status status = FAULTED(clscan_stream_create(d->device, desc, &options, &stream));
    if (status == CLSCAN_OK)
        assert_non_null(stream);
    else
        assert_null(stream);
    clscan_stream_destroy(stream);
    execute(d, desc);
    return status;
}

static clscan_status end(const test_device *d, const clscan_desc *desc, clscan_stream *stream, clscan_status status) {
    clscan_stream_destroy(stream);
    execute(d, desc);
    return status;
}

static clscan_status whole(const test_device *d, const void *desc) {
    clscan_stream *stream = new_stream(d, desc);
    const clscan_args args = arrays(desc);
    const clscan_status status = FAULTED(clscan_stream_execute(stream, &args));
    if (status == CLSCAN_OK)
        assert_results(desc);
    return end(d, desc, stream, status);
}

static clscan_status push(const test_device *d, const void *desc) {
    size_t taken = 0;
    clscan_stream *stream = new_stream(d, desc);
    const clscan_args args = arrays(desc);
    const clscan_status status = FAULTED(clscan_stream_push(stream, &args, &taken));
    if (status == CLSCAN_OK)
        assert_int_equal(taken, SCAN_COUNT / 2);
    return end(d, desc, stream, status);
}

/* The stream has pieces that are full, one of which was pulled. */
static clscan_stream *filled(const test_device *d, const clscan_desc *desc) {
    size_t n = 0;
    clscan_stream *stream = new_stream(d, desc);
    clscan_args args = arrays(desc);
    assert_ok(clscan_stream_push(stream, &args, &n));
    args.count = SCAN_COUNT / 4;
    assert_ok(clscan_stream_pull(stream, &args, &n));
    return stream;
}

static clscan_status pull(const test_device *d, const void *desc) {
    size_t given = 0;
    clscan_stream *stream = filled(d, desc);
    const clscan_args args = arrays(desc);
    const clscan_status status = FAULTED(clscan_stream_pull(stream, &args, &given));
    return end(d, desc, stream, status);
}

static clscan_status reserve(const test_device *d, const void *desc) {
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_stream *stream = filled(d, desc);
    const clscan_status status = FAULTED(clscan_stream_reserve(stream, &args));
    return end(d, desc, stream, status);
}

static clscan_status commit(const test_device *d, const void *desc) {
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_stream *stream = filled(d, desc);
    assert_ok(clscan_stream_reserve(stream, &args));
    memset((void *)(uintptr_t)args.in[0].host, 0, args.count * sizeof *in);
    const clscan_status status = FAULTED(clscan_stream_commit(stream, args.count));
    return end(d, desc, stream, status);
}

static clscan_status peek(const test_device *d, const void *desc) {
    clscan_args args = CLSCAN_ARGS_INIT;
    clscan_stream *stream = filled(d, desc);
    const clscan_status status = FAULTED(clscan_stream_peek(stream, &args));
    return end(d, desc, stream, status);
}

static clscan_status release(const test_device *d, const void *desc) {
    clscan_stream *stream = filled(d, desc);
    const clscan_status status = FAULTED(clscan_stream_release(stream, 1));
    return end(d, desc, stream, status);
}

/* The stream has a piece that is not full. */
static clscan_stream *begun(const test_device *d, const clscan_desc *desc) {
    size_t taken = 0;
    clscan_stream *stream = new_stream(d, desc);
    clscan_args args = arrays(desc);
    args.count = SCAN_COUNT / 8;
    assert_ok(clscan_stream_push(stream, &args, &taken));
    return stream;
}

static clscan_status flush(const test_device *d, const void *desc) {
    clscan_stream *stream = begun(d, desc);
    const clscan_status status = FAULTED(clscan_stream_flush(stream));
    return end(d, desc, stream, status);
}

static clscan_status finish(const test_device *d, const void *desc) {
    clscan_stream *stream = begun(d, desc);
    const clscan_status status = FAULTED(clscan_stream_finish(stream));
    return end(d, desc, stream, status);
}

static clscan_status total(const test_device *d, const void *desc) {
    cl_ulong total = 0;
    const bool runs = ((const clscan_desc *)desc)->task == CLSCAN_TASK_RUN_LENGTH;
    clscan_stream *stream = begun(d, desc);
    assert_ok(clscan_stream_finish(stream));
    const clscan_status status = FAULTED(clscan_stream_total(stream, &total, runs ? sizeof total : sizeof(cl_int)));
    return end(d, desc, stream, status);
}

/* Sweeps the first `n` rows with a description. */
static void sweep(const test_device *d, const clscan_desc *desc, size_t n) {
    const fault_row rows[] = {
        { .name = "clscan_stream_create", .call = create },
        { .name = "clscan_stream_execute", .call = whole, .survives = surviving },
        { .name = "clscan_stream_push", .call = push, .survives = surviving },
        { .name = "clscan_stream_pull", .call = pull },
        { .name = "clscan_stream_reserve", .call = reserve },
        { .name = "clscan_stream_commit", .call = commit, .survives = surviving },
        { .name = "clscan_stream_peek", .call = peek },
        { .name = "clscan_stream_release", .call = release },
        { .name = "clscan_stream_flush", .call = flush, .survives = surviving },
        { .name = "clscan_stream_finish", .call = finish, .survives = surviving },
        { .name = "clscan_stream_total", .call = total },
    };
    execute(d, desc); /* the device keeps the programs */
    for (size_t i = 0; i < COUNT(rows) && i < n; i++) {
        fault_row row = rows[i];
        row.argument = desc;
        fault_sweep(d, &row);
    }
}

static void test_scans(void **state) {
    const clscan_desc sums = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_desc segments = sums;
    segments.segments = CLSCAN_SEGMENTS_FLAGS;
    for (int i = 0; i < SCAN_COUNT; i++) {
        in[i] = i / RUN % 7;
        flags[i] = i % 301 == 5;
    }
    sweep(*state, &sums, SIZE_MAX);
    sweep(*state, &segments, SIZE_MAX);
}

static void test_tasks(void **state) {
    const clscan_desc runs = { .task = CLSCAN_TASK_RUN_LENGTH };
    const clscan_desc counts = { .task = CLSCAN_TASK_HISTOGRAM,
                                 .value.name = "int",
                                 .bins = { .count = 7, .lower = 0, .upper = 7 } };
    sweep(*state, &runs, SIZE_MAX);
    sweep(*state, &counts, 2); /* the others are for tasks that have results in each piece, or a total */
}

int main(void) {
    const struct CMUnitTest tests[] = { cmocka_unit_test(test_scans), cmocka_unit_test(test_tasks) };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
