/* Many threads use one device and one plan. Only the main thread asserts, because cmocka's assertions do not work in
 * other threads. */
#include "api/scans.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

enum { THREADS = 8, ROUNDS = 20, COUNT_OF_THREAD = 200 };

/* The work of one thread, and whether it succeeded. */
typedef struct worker {
    const test_device *d;
    clscan_device *device;
    clscan_plan *plan;
    cl_command_queue queue; /* the queue of all threads; NULL: each has its own */
    pthread_barrier_t *start;
    int number;
    bool right;
} worker;

/* Runs `work` in all threads together. Each worker holds the result of its thread. */
static void run_workers(void *(*work)(void *), worker *template, worker workers[THREADS]) {
    pthread_t threads[THREADS];
    pthread_barrier_t start;
    pthread_barrier_init(&start, NULL, THREADS);
    for (int i = 0; i < THREADS; i++) {
        workers[i] = *template;
        workers[i].number = i;
        workers[i].start = &start;
        assert_int_equal(pthread_create(&threads[i], NULL, work, &workers[i]), 0);
    }
    for (int i = 0; i < THREADS; i++)
        pthread_join(threads[i], NULL);
    pthread_barrier_destroy(&start);
    for (int i = 0; i < THREADS; i++)
        assert_true(workers[i].right);
}

static void *create_plan(void *arg) {
    worker *w = arg;
    const clscan_desc desc = tiles_that_run(CLSCAN_STRATEGY_REDUCE_SCAN);
    pthread_barrier_wait(w->start);
    w->right = clscan_plan_create(w->device, &desc, &w->plan) == CLSCAN_OK;
    return NULL;
}

/* All threads need the same program at the same time. It is built once, and the other threads wait for it. */
static void test_one_build(void **state) {
    const test_device *d = *state;
    worker workers[THREADS], template = { .d = d };
    clscan_cache_stats before, stats = CLSCAN_CACHE_STATS_INIT;
    template.device = open_counted(d, &options_without_self_test, &before);
    run_workers(create_plan, &template, workers);
    assert_ok(clscan_device_cache_stats(template.device, &stats));
    assert_int_equal(stats.programs - before.programs, 1);
    assert_int_equal(stats.misses - before.misses, 1);
    assert_int_equal(stats.hits - before.hits, THREADS - 1);
    for (int i = 0; i < THREADS; i++)
        clscan_plan_destroy(workers[i].plan);
    clscan_device_destroy(template.device);
}

/* The buffers of a thread, and its queue, which may be shared. */
typedef struct desk {
    cl_command_queue queue;
    cl_mem in, out;
} desk;

static desk new_desk(const worker *w) {
    const size_t bytes = COUNT_OF_THREAD * sizeof(cl_int);
    desk k = { w->queue, clCreateBuffer(w->d->context, CL_MEM_READ_WRITE, bytes, NULL, NULL),
               clCreateBuffer(w->d->context, CL_MEM_READ_WRITE, bytes, NULL, NULL) };
    if (k.queue)
        clRetainCommandQueue(k.queue);
    else
        k.queue = clCreateCommandQueue(w->d->context, w->d->id, 0, NULL);
    return k;
}

static void free_desk(desk *k) {
    clReleaseMemObject(k->in);
    clReleaseMemObject(k->out);
    clReleaseCommandQueue(k->queue);
}

/* The scan waits for the write by an event, because a blocking write may return early; see test_device_write. */
static bool start_scan(clscan_plan *plan, const desk *k, cl_int value, cl_event *done) {
    cl_int x[COUNT_OF_THREAD];
    cl_event written = NULL;
    const clscan_args args = { .in[0].buffer = k->in, .out[0].buffer = k->out, .count = COUNT_OF_THREAD };
    for (int i = 0; i < COUNT_OF_THREAD; i++)
        x[i] = value;
    if (clEnqueueWriteBuffer(k->queue, k->in, CL_TRUE, 0, sizeof x, x, 0, NULL, &written) != CL_SUCCESS)
        return false;
    const clscan_status status = clscan_plan_enqueue(plan, k->queue, &args, 1, &written, done);
    return clReleaseEvent(written) == CL_SUCCESS && status == CLSCAN_OK;
}

static bool end_scan(const desk *k, cl_int value, cl_event done) {
    cl_int x[COUNT_OF_THREAD];
    const cl_int error = clEnqueueReadBuffer(k->queue, k->out, CL_TRUE, 0, sizeof x, x, 1, &done, NULL);
    clReleaseEvent(done);
    for (int i = 0; i < COUNT_OF_THREAD; i++)
        if (error != CL_SUCCESS || x[i] != value * (i + 1))
            return false;
    return true;
}

/* All threads use one plan, whose kernels have a single set of arguments. */
static void *scan_buffers(void *arg) {
    worker *w = arg;
    desk k = new_desk(w);
    cl_event done;
    pthread_barrier_wait(w->start);
    w->right = k.queue && k.in && k.out;
    for (int round = 0; w->right && round < ROUNDS; round++) {
        const cl_int value = w->number * ROUNDS + round + 1;
        w->right = start_scan(w->plan, &k, value, &done) && end_scan(&k, value, done);
    }
    free_desk(&k);
    return NULL;
}

/* Plans are created and destroyed while their commands run. */
static void *scan_and_destroy(void *arg) {
    worker *w = arg;
    desk k = new_desk(w);
    pthread_barrier_wait(w->start);
    w->right = k.queue && k.in && k.out;
    for (int round = 0; w->right && round < ROUNDS; round++) {
        const clscan_desc desc = tiles_that_run(round % 2 ? CLSCAN_STRATEGY_REDUCE_SCAN : CLSCAN_STRATEGY_SINGLE_GROUP);
        clscan_plan *plan = NULL;
        clscan_cache_stats stats = CLSCAN_CACHE_STATS_INIT;
        cl_event done;
        w->right = clscan_device_cache_stats(w->device, &stats) == CLSCAN_OK &&
                   clscan_plan_create(w->device, &desc, &plan) == CLSCAN_OK && start_scan(plan, &k, round, &done);
        clscan_plan_destroy(plan);
        w->right = w->right && end_scan(&k, round, done);
    }
    free_desk(&k);
    return NULL;
}

static void *scan_host_arrays(void *arg) {
    worker *w = arg;
    cl_int x[COUNT_OF_THREAD];
    pthread_barrier_wait(w->start);
    w->right = true;
    for (int round = 0; w->right && round < ROUNDS; round++) {
        for (int i = 0; i < COUNT_OF_THREAD; i++)
            x[i] = w->number + 1;
        w->right = execute_host(w->plan, x, x, COUNT_OF_THREAD) == CLSCAN_OK;
        for (int i = 0; i < COUNT_OF_THREAD; i++)
            w->right = w->right && x[i] == (w->number + 1) * (i + 1);
    }
    return NULL;
}

static void *scan_on_default_device(void *arg) {
    worker *w = arg;
    cl_int x[COUNT_OF_THREAD] = { 1 };
    const clscan_op op = w->number % 2 ? CLSCAN_OP_ADD : CLSCAN_OP_MAX;
    pthread_barrier_wait(w->start);
    w->right = clscan_host_scan("int", op, CLSCAN_KIND_INCLUSIVE, x, x, COUNT_OF_THREAD) == CLSCAN_OK &&
               x[COUNT_OF_THREAD - 1] == 1;
    return NULL;
}

static void share_plan(const test_device *d, cl_command_queue queue, void *(*work)(void *)) {
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        if (!test_device_runs(d, strategy))
            continue;
        const clscan_desc desc = tiles_that_run(strategy);
        worker workers[THREADS], template = { .d = d, .queue = queue, .plan = new_plan(d->device, &desc) };
        run_workers(work, &template, workers);
        clscan_plan_destroy(template.plan);
    }
}

static void test_one_plan_many_queues(void **state) {
    share_plan(*state, NULL, scan_buffers);
}

static void test_one_plan_one_queue(void **state) {
    const test_device *d = *state;
    share_plan(d, d->in_order, scan_buffers);
    share_plan(d, d->out_of_order, scan_buffers);
}

static void test_one_plan_host_arrays(void **state) {
    share_plan(*state, NULL, scan_host_arrays);
}

static void test_plans_come_and_go(void **state) {
    const test_device *d = *state;
    worker workers[THREADS], template = { .d = d, .queue = d->in_order };
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &template.device));
    run_workers(scan_and_destroy, &template, workers);
    clscan_device_destroy(template.device);
}

/* The first call in the process creates the default device. Here all threads make it together. */
static void test_default_device(void **state) {
    worker workers[THREADS], template = { .d = *state };
    run_workers(scan_on_default_device, &template, workers);
}

/* Every thread causes a different failure, and gets the message of its own failure. */
static void *fail_and_ask(void *arg) {
    worker *w = arg;
    char number[32];
    w->right = clscan_last_message()[0] == '\0' && clscan_last_cl_error() == CL_SUCCESS;
    pthread_barrier_wait(w->start);
    for (int round = 0; w->right && round < ROUNDS; round++) {
        clscan_desc desc = CLSCAN_DESC_INIT;
        desc.tuning.items = 1000 + (unsigned)w->number;
        snprintf(number, sizeof number, "items is %u;", desc.tuning.items);
        w->right = clscan_plan_create(w->device, &desc, &w->plan) == CLSCAN_ERROR_INVALID_VALUE &&
                   strstr(clscan_last_message(), number) != NULL;
    }
    return NULL;
}

static void test_messages_are_the_threads_own(void **state) {
    const test_device *d = *state;
    worker workers[THREADS], template = { .d = d, .device = d->device };
    run_workers(fail_and_ask, &template, workers);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_one_build),
        cmocka_unit_test(test_one_plan_many_queues),
        cmocka_unit_test(test_one_plan_one_queue),
        cmocka_unit_test(test_one_plan_host_arrays),
        cmocka_unit_test(test_plans_come_and_go),
        cmocka_unit_test(test_default_device),
        cmocka_unit_test(test_messages_are_the_threads_own),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
