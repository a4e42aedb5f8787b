/* Children of fork(): if the parent has used OpenCL through the library, calls in the child fail immediately. Otherwise
 * they work. */
#include "api/scans.h"

#include <pthread.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

/* Runs `work` in a child, which is killed where it hangs; true where it says so. */
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

/* A call that is refused for its arguments opens no device and asks no driver. */
static void test_fork_after_refusals(void **state) {
    const clscan_device_options future = { .struct_size = 2 };
    clscan_device *device = NULL;
    clscan_plan *plan = NULL;
    cl_int x[] = { 1, 2, 3 };
    (void)state;
    assert_int_equal(clscan_host_scan("int", (clscan_op)99, CLSCAN_KIND_INCLUSIVE, x, x, COUNT(x)),
                     CLSCAN_ERROR_INVALID_VALUE);
    assert_int_equal(clscan_device_open(NULL, NULL, NULL), CLSCAN_ERROR_INVALID_VALUE);
    assert_int_equal(clscan_device_open(NULL, &future, &device), CLSCAN_ERROR_INVALID_VALUE);
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

/* A search that finds no device of that name has made the drivers start their threads: a child that used them would
 * wait for ever. Where there is no device at all, a child may fail either way. */
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
typedef struct scene {
    const dut *d;
    clscan_device *device;
    clscan_plan *plan;
    clscan_args args;
} scene;

static bool refused(clscan_status status) {
    return status == CLSCAN_ERROR_FORKED && strstr(clscan_last_message(), "is a fork of") &&
           clscan_last_cl_error() == CL_SUCCESS;
}

static bool all_refused(const void *of) {
    const scene *s = of;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_device *device = s->device;
    clscan_plan *plan = s->plan;
    clscan_bound *bound = (clscan_bound *)s->plan; /* not NULL */
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    cl_int x[] = { 1, 2, 3 };
    return refused(clscan_host_scan("int", CLSCAN_OP_ADD, CLSCAN_KIND_INCLUSIVE, x, x, COUNT(x))) &&
           refused(clscan_device_create(s->d->context, s->d->id, NULL, &device)) && !device &&
           refused(clscan_device_open(NULL, NULL, &device)) && !device &&
           refused(clscan_device_cache_stats(s->device, &stats)) &&
           refused(clscan_plan_create(s->device, &desc, &plan)) && !plan &&
           refused(clscan_plan_enqueue(s->plan, s->d->in_order, &s->args, 0, NULL, NULL)) &&
           refused(clscan_bound_create(s->plan, s->d->in_order, &s->args, &bound)) && !bound &&
           refused(clscan_plan_scan_host(s->plan, x, x, COUNT(x)));
}

/* Questions that need no OpenCL have answers. */
static bool all_answered(const scene *s) {
    size_t bytes = 0;
    char text[1024];
    return clscan_plan_workspace_size(s->plan, 1000, &bytes) == CLSCAN_OK &&
           clscan_plan_describe(s->plan, 1000, text, sizeof text, NULL) == CLSCAN_OK;
}

/* In a child, destroyers release nothing, because the objects belong to the parent. The same holds in a child of the
 * child. */
static bool is_safe(const void *of) {
    const scene *s = of;
    const cl_uint before = references(s->d);
    clscan_plan_destroy(s->plan);
    clscan_device_destroy(s->device);
    return references(s->d) == before && all_refused(of) && all_answered(s) && in_child(all_refused, of);
}

static scene open_scene(const dut *d) {
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    scene s = { .d = d };
    assert_ok(clscan_device_create(d->context, d->id, &dut_trusting, &s.device));
    s.plan = new_plan(s.device, &desc);
    s.args = (clscan_args) { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    return s;
}

static void close_scene(scene *s) {
    assert_ok(
        clscan_plan_enqueue(s->plan, s->d->in_order, &s->args, 0, NULL, NULL)); /* nothing happened to the parent */
    assert_sums(s->d, s->args.out[0].buffer, 1);
    clReleaseMemObject(s->args.in[0].buffer);
    clReleaseMemObject(s->args.out[0].buffer);
    clscan_plan_destroy(s->plan);
    clscan_device_destroy(s->device);
}

static void test_fork_after(void **state) {
    scene s = open_scene(*state);
    assert_true(in_child(is_safe, &s));
    close_scene(&s);
}

/* Other threads hold locks now and then while it forks. */
static void *work_on(void *of) {
    enum { ROUNDS = 1000 };
    const scene *s = of;
    clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
    for (int i = 0; i < ROUNDS; i++) {
        clscan_plan_enqueue(s->plan, s->d->in_order, &s->args, 0, NULL, NULL);
        clscan_device_cache_stats(s->device, &stats);
        clFinish(s->d->in_order);
    }
    return NULL;
}

static void test_fork_among_threads(void **state) {
    enum { FORKS = 20 };
    scene s = open_scene(*state);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, work_on, &s), 0);
    for (int i = 0; i < FORKS; i++)
        assert_true(in_child(is_safe, &s));
    pthread_join(thread, NULL);
    close_scene(&s);
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
    return failed ? failed : cmocka_run_group_tests(after, dut_open, dut_close);
}
