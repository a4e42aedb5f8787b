/* Children of fork(): if the parent has used OpenCL through the library, calls in the child fail immediately. Otherwise
 * they work. */
#include "api/scans.h"

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs `work` in a child process, and kills the child after a timeout. Returns true if `work` returned true. */
static bool in_child(bool (*work)(const void *of), const void *of) {
    enum { SECONDS = 60 };
    int status = -1;
    const pid_t child = fork();
    if (child == 0) {
        alarm(SECONDS);
        _exit(work(of) ? 0 : 1);
    }
    return waitpid(child, &status, 0) == child && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ------------------------------------------------------------------------------------------------- before any use */

static bool scan_host(const void *of) {
    cl_int x[] = { 1, 2, 3 };
    (void)of;
    const clscan_status status = clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, x, x, COUNT(x));
    return status == CLSCAN_ERROR_NO_DEVICE || (status == CLSCAN_OK && x[2] == 6);
}

static void test_fork_before(void **state) {
    (void)state;
    clscan_device_destroy(NULL);
    for (int i = 0; i < 2; i++)
        assert_true(in_child(scan_host, NULL));
}

/* A call that is refused for its arguments opens no device and calls no driver. */
static void test_fork_after_refusals(void **state) {
    const clscan_device_options future = { .struct_size = 2 }, wrong = { .self_test = (clscan_self_test)77 };
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    cl_int x[] = { 1, 2, 3 };
    (void)state;
    assert_int_equal(clscan_host_scan("int", (clscan_op)99, CLSCAN_KIND_INCLUSIVE, x, x, COUNT(x)),
                     CLSCAN_ERROR_INVALID_VALUE);
    assert_int_equal(clscan_device_open(NULL, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE);
    assert_int_equal(clscan_device_open(NULL, &future, &device), CLSCAN_ERROR_INVALID_VALUE);
    assert_int_equal(clscan_device_open(NULL, &wrong, &device), CLSCAN_ERROR_INVALID_VALUE);
    assert_int_equal(clscan_device_create(NULL, NULL, NULL, &device), CLSCAN_ERROR_INVALID_VALUE);
    assert_int_equal(clscan_plan_create(NULL, NULL, &plan), CLSCAN_ERROR_INVALID_VALUE);
    clscan_plan_destroy(plan);
    clscan_device_destroy(device);
    for (int i = 0; i < 2; i++)
        assert_true(in_child(scan_host, NULL));
}

static bool scan_host_is_forked(const void *of) {
    cl_int x[] = { 1, 2, 3 };
    (void)of;
    return clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, x, x, COUNT(x)) == CLSCAN_ERROR_FORKED;
}

/* A search for an unknown device name makes the drivers start their threads. A child that used the drivers would wait
 * for ever. If there is no device at all, a child may fail in either way. */
static bool search_and_fork(const void *of) {
    clscan_device *device = NULL;
    const clscan_status status = clscan_device_open("no device has this name", NULL, &device);
    const bool any = !strstr(clscan_last_message(), "there is no OpenCL device");
    return status == CLSCAN_ERROR_NO_DEVICE && (!any || in_child(scan_host_is_forked, of));
}

static void test_fork_after_a_search(void **state) {
    (void)state;
    assert_true(in_child(search_and_fork, NULL));
}

/* ------------------------------------------------------------------------------------------------- afterwards */

/* A device in use, and one scan of it. */
typedef struct fixture {
    const test_device *d;
    clscan_device *device;
    clscan_plan *plan;
    clscan_stream *stream;
    clscan_args args;
} fixture;

static bool refused(clscan_status status) {
    return status == CLSCAN_ERROR_FORKED && strstr(clscan_last_message(), "is a fork of") &&
           clscan_last_cl_error() == CL_SUCCESS;
}

static bool all_refused(const void *of) {
    const fixture *f = of;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = f->device;
    clscan_plan *plan = f->plan;
    clscan_bound *bound = (clscan_bound *)f->plan; /* not NULL */
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    cl_int x[] = { 1, 2, 3 };
    return refused(clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, x, x, COUNT(x))) &&
           refused(clscan_device_create(f->d->context, f->d->id, NULL, &device)) && !device &&
           refused(clscan_device_open(NULL, NULL, &device)) && !device &&
           refused(clscan_device_cache_stats(f->device, &stats)) &&
           refused(clscan_plan_create(f->device, &desc, &plan)) && !plan &&
           refused(clscan_plan_enqueue(f->plan, f->d->in_order, &f->args, 0, NULL, NULL)) &&
           refused(clscan_bound_create(f->plan, f->d->in_order, &f->args, &bound)) && !bound &&
           refused(execute_host(f->plan, x, x, COUNT(x)));
}

/* Every call for a stream of the parent's is refused. */
static bool stream_refused(const void *of) {
    const fixture *f = of;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_stream *stream = f->stream;
    clscan_args args = CLSCAN_ARGS_INIT;
    cl_int total;
    size_t n;
    return refused(clscan_stream_create(f->device, &desc, NULL, &stream)) && !stream &&
           refused(clscan_stream_push(f->stream, &args, &n)) && refused(clscan_stream_pull(f->stream, &args, &n)) &&
           refused(clscan_stream_reserve(f->stream, &args)) && refused(clscan_stream_commit(f->stream, 0)) &&
           refused(clscan_stream_peek(f->stream, &args)) && refused(clscan_stream_release(f->stream, 0)) &&
           refused(clscan_stream_flush(f->stream)) && refused(clscan_stream_finish(f->stream)) &&
           refused(clscan_stream_total(f->stream, &total, sizeof total)) &&
           refused(clscan_stream_execute(f->stream, &args));
}

/* Functions that need no OpenCL work in a child. */
static bool all_answered(const fixture *f) {
    size_t bytes = 0;
    char text[1024];
    return clscan_plan_workspace_size(f->plan, 1000, &bytes) == CLSCAN_OK &&
           clscan_plan_describe(f->plan, &(clscan_args) { .count = 1000 }, text, sizeof text, NULL) == CLSCAN_OK;
}

/* In a child, destroyers release nothing, because the objects belong to the parent. The same holds in a child of the
 * child. */
static bool is_safe(const void *of) {
    const fixture *f = of;
    const cl_uint before = references(f->d);
    clscan_stream_destroy(f->stream);
    clscan_plan_destroy(f->plan);
    clscan_device_destroy(f->device);
    return references(f->d) == before && all_refused(of) && stream_refused(of) && all_answered(f) &&
           in_child(all_refused, of);
}

static fixture open_fixture(const test_device *d) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    fixture f = { .d = d };
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &f.device));
    f.plan = new_plan(f.device, &desc);
    assert_ok(clscan_stream_create(f.device, &desc, &(clscan_stream_options) { .piece_elements = 3 }, &f.stream));
    f.args = (clscan_args) { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    return f;
}

static void assert_streams(clscan_stream *stream) {
    const cl_int x[] = { 1, 1, 1, 1, 1, 1, 1 };
    cl_int sums[COUNT(x)];
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].host = x;
    args.out[0].host = sums;
    args.count = COUNT(x);
    assert_ok(clscan_stream_execute(stream, &args));
    assert_int_equal(sums[COUNT(x) - 1], COUNT(x));
}

static void close_fixture(fixture *f) {
    assert_streams(f->stream);
    clscan_stream_destroy(f->stream);
    assert_ok(
        clscan_plan_enqueue(f->plan, f->d->in_order, &f->args, 0, NULL, NULL)); /* the parent has not been affected */
    assert_sums(f->d, f->args.out[0].buffer, 1);
    clReleaseMemObject(f->args.in[0].buffer);
    clReleaseMemObject(f->args.out[0].buffer);
    clscan_plan_destroy(f->plan);
    clscan_device_destroy(f->device);
}

static void test_fork_after(void **state) {
    fixture f = open_fixture(*state);
    assert_true(in_child(is_safe, &f));
    close_fixture(&f);
}

/* Other threads take and release locks while the main thread forks. */
static void *work_on(void *of) {
    enum { ROUNDS = 1000 };
    const fixture *f = of;
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    for (int i = 0; i < ROUNDS; i++) {
        clscan_plan_enqueue(f->plan, f->d->in_order, &f->args, 0, NULL, NULL);
        clscan_device_cache_stats(f->device, &stats);
        clFinish(f->d->in_order);
    }
    return NULL;
}

static void test_fork_among_threads(void **state) {
    enum { FORKS = 20 };
    fixture f = open_fixture(*state);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work_on, &f), 0);
    for (int i = 0; i < FORKS; i++)
        assert_true(in_child(is_safe, &f));
    pthread_join(thread, NULL);
    close_fixture(&f);
}

int main(void) {
    const struct CMUnitTest before[] = {
        cmocka_unit_test(test_fork_before),
        cmocka_unit_test(test_fork_after_refusals),
        cmocka_unit_test(test_fork_after_a_search),
    };
    const struct CMUnitTest after[] = {
        cmocka_unit_test(test_fork_after),
        cmocka_unit_test(test_fork_among_threads),
    };
    const int failed = cmocka_run_group_tests(before, NULL, NULL);
    return failed ? failed : cmocka_run_group_tests(after, test_device_open, test_device_close);
}
