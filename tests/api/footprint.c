/* The cost of scans on the host: a warm plan allocates nothing, formats nothing and does not query the device. It makes
 * few OpenCL calls, and a bound scan almost none. Workspaces and the library's own heap are small. The linker replaces
 * the functions that the library calls by functions of this file. */
#include "api/scans.h"
#include "device/device.h"
#include "opencl/driver_fault.h"
#include "table/table.h"

#include <malloc.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

static size_t calls, heap, peak; /* counts for the library, while `watched` is true */
static bool watched;

static void *watch(void *p) {
    calls += watched;
    heap += p ? malloc_usable_size(p) : 0;
    peak = heap > peak ? heap : peak;
    return p;
}

/* The linker replaces calls of f by __wrap_f. __real_f is f itself. */
#define WRAP(type, f, parameters, arguments)                                                                           \
    type __real_##f parameters;                                                                                        \
    type __wrap_##f parameters;                                                                                        \
    type __wrap_##f parameters {                                                                                       \
        calls += watched;                                                                                              \
        return __real_##f arguments;                                                                                   \
    }

void *__real_malloc(size_t size);
void *__wrap_malloc(size_t size);
void *__wrap_malloc(size_t size) {
    return watch(__real_malloc(size));
}

void *__real_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size);
void *__wrap_calloc(size_t n, size_t size) {
    return watch(__real_calloc(n, size));
}

void *__real_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size);
void *__wrap_realloc(void *p, size_t size) {
    heap -= malloc_usable_size(p);
    return watch(__real_realloc(p, size));
}

void __real_free(void *p);
void __wrap_free(void *p);
void __wrap_free(void *p) {
    heap -= malloc_usable_size(p);
    __real_free(p);
}

WRAP(cl_int, clGetDeviceInfo, (cl_device_id d, cl_device_info what, size_t size, void *value, size_t *n),
     (d, what, size, value, n))
WRAP(cl_int, clGetKernelWorkGroupInfo,
     (cl_kernel k, cl_device_id d, cl_kernel_work_group_info what, size_t size, void *value, size_t *n),
     (k, d, what, size, value, n))
WRAP(cl_mem, clCreateBuffer, (cl_context c, cl_mem_flags flags, size_t size, void *host, cl_int *error),
     (c, flags, size, host, error))
WRAP(cl_kernel, clCreateKernel, (cl_program p, const char *name, cl_int *error), (p, name, error))
WRAP(cl_int, clBuildProgram,
     (cl_program p, cl_uint n, const cl_device_id *d, const char *options, void(CL_CALLBACK *f)(cl_program, void *),
      void *user),
     (p, n, d, options, f, user))

/* A function with variable arguments cannot pass them on, so its wrapper calls the function that takes a va_list. */
int __real_vsnprintf(char *text, size_t size, const char *format, va_list arguments);
int __wrap_vsnprintf(char *text, size_t size, const char *format, va_list arguments);
int __wrap_vsnprintf(char *text, size_t size, const char *format, va_list arguments) {
    calls += watched;
    return __real_vsnprintf(text, size, format, arguments);
}

int __wrap_snprintf(char *text, size_t size, const char *format, ...);
int __wrap_snprintf(char *text, size_t size, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    const int length = __wrap_vsnprintf(text, size, format, arguments);
    va_end(arguments);
    return length;
}

static size_t questions, settings; /* likewise: queries of queues and buffers; calls that set kernel arguments */

cl_int __real_clGetMemObjectInfo(cl_mem mem, cl_mem_info what, size_t size, void *value, size_t *n);
cl_int __wrap_clGetMemObjectInfo(cl_mem mem, cl_mem_info what, size_t size, void *value, size_t *n);
cl_int __wrap_clGetMemObjectInfo(cl_mem mem, cl_mem_info what, size_t size, void *value, size_t *n) {
    questions += watched;
    return __real_clGetMemObjectInfo(mem, what, size, value, n);
}

cl_int __real_clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info what, size_t size, void *value,
                                    size_t *n);
cl_int __wrap_clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info what, size_t size, void *value,
                                    size_t *n);
cl_int __wrap_clGetCommandQueueInfo(cl_command_queue q, cl_command_queue_info what, size_t size, void *value,
                                    size_t *n) {
    questions += watched;
    return __real_clGetCommandQueueInfo(q, what, size, value, n);
}

cl_int __real_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int __wrap_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value);
cl_int __wrap_clSetKernelArg(cl_kernel kernel, cl_uint index, size_t size, const void *value) {
    settings += watched;
    return __real_clSetKernelArg(kernel, index, size, value);
}

static size_t events; /* likewise: released events, which belong to earlier scans */

cl_int __real_clReleaseEvent(cl_event event);
cl_int __wrap_clReleaseEvent(cl_event event);
cl_int __wrap_clReleaseEvent(cl_event event) {
    events += watched;
    return __real_clReleaseEvent(event);
}

static size_t calls_of_a_scan(clscan_plan *plan, cl_command_queue queue, const clscan_args *args) {
    calls = 0;
    watched = true;
    const clscan_status status = clscan_plan_enqueue(plan, queue, args, 0, NULL, NULL);
    watched = false;
    assert_ok(status);
    assert_cl(clFinish(queue));
    return calls;
}

static void test_warm_plans(void **state) {
    const test_device *d = *state;
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        if (!test_device_runs(d, strategy))
            continue;
        const clscan_desc desc = small_tiles(strategy);
        clscan_plan *plan = new_plan(d->device, &desc);
        size_t bytes = 0;
        assert_ok(clscan_plan_workspace_size(plan, SCAN_COUNT, &bytes));
        const size_t cold = calls_of_a_scan(plan, d->in_order, &args);
        assert_int_equal(cold > 0, bytes > 0); /* the first scan that needs a workspace makes it */
        for (int i = 0; i < 3; i++)
            assert_int_equal(calls_of_a_scan(plan, d->in_order, &args), 0);
        clscan_plan_destroy(plan);
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* Counts the OpenCL calls of an enqueue: queries of the queue and of each buffer, and kernel arguments that are set for
 * each launch. These are the two arrays, and for strategies with records the workspace, the number of tiles, the
 * epoch and the ticket. */
static void test_calls_of_opencl(void **state) {
    const test_device *d = *state;
    const clscan_args args = { .in[0].buffer = new_input(d, 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
    const clscan_strategy strategies[] = { CLSCAN_STRATEGY_SINGLE_GROUP, CLSCAN_STRATEGY_LOOKBACK,
                                           CLSCAN_STRATEGY_SLICES };
    for (size_t i = 0; i < COUNT(strategies); i++) {
        if (!test_device_runs(d, strategies[i]))
            continue;
        const clscan_desc desc = small_tiles(strategies[i]);
        const size_t exchanged = strategies[i] == CLSCAN_STRATEGY_SINGLE_GROUP ? 0 : 4;
        clscan_plan *plan = new_plan(d->device, &desc);
        clscan_bound *bound = NULL;
        assert_ok(clscan_bound_create(plan, d->in_order, &args, &bound));
        for (int scan = 0; scan < 3; scan++) {
            questions = settings = 0;
            calls_of_a_scan(plan, d->in_order, &args);
            assert_int_equal(questions, 3 + 2 * 5);
            if (scan > 0)
                assert_int_equal(settings, 2 + exchanged);
            questions = settings = 0;
            watched = true;
            const clscan_status status = clscan_bound_enqueue(bound, 0, NULL, NULL);
            watched = false;
            assert_ok(status);
            assert_cl(clFinish(d->in_order));
            assert_int_equal(questions, 0);
            if (scan > 0)
                assert_int_equal(settings, exchanged);
        }
        clscan_bound_destroy(bound);
        clscan_plan_destroy(plan);
    }
    clReleaseMemObject(args.in[0].buffer);
    clReleaseMemObject(args.out[0].buffer);
}

/* A scan in place has one buffer, of which the driver is asked once. */
static void test_queries_in_place(void **state) {
    const test_device *d = *state;
    const clscan_desc desc = { .tuning.strategy = CLSCAN_STRATEGY_SINGLE_GROUP };
    const cl_mem buffer = new_input(d, 1);
    const clscan_args args = { .in[0].buffer = buffer, .out[0].buffer = buffer, .count = SCAN_COUNT };
    clscan_plan *plan = new_plan(d->device, &desc);
    questions = 0;
    calls_of_a_scan(plan, d->in_order, &args);
    assert_int_equal(questions, 3 + 5);
    assert_sums(d, buffer, 1);
    clscan_plan_destroy(plan);
    clReleaseMemObject(buffer);
}

/* The scans of one plan on several queues. Each of the first four queues keeps a workspace and needs no events, unless
 * the driver has CS_FAULT_QUEUES. The other queues share workspaces. */
static void test_queues(void **state) {
    enum { QUEUES = 7, KEPT = 4 };
    const test_device *d = *state;
    const bool take_turns = cs_driver_has(d->device->caps.faults, CS_FAULT_QUEUES);
    const clscan_desc desc = small_tiles(CLSCAN_STRATEGY_REDUCE_SCAN);
    clscan_plan *plan = new_plan(d->device, &desc);
    cl_command_queue queues[QUEUES];
    clscan_args args[QUEUES];
    for (int i = 0; i < QUEUES; i++) {
        cl_int error;
        queues[i] = clCreateCommandQueue(d->context, d->id, 0, &error);
        assert_cl(error);
        args[i] =
            (clscan_args) { .in[0].buffer = new_input(d, i + 1), .out[0].buffer = new_output(d), .count = SCAN_COUNT };
        calls_of_a_scan(plan, queues[i], &args[i]);
    }
    for (int i = 0; i < 3 * QUEUES; i++) {
        events = 0;
        assert_int_equal(calls_of_a_scan(plan, queues[i % QUEUES], &args[i % QUEUES]), 0);
        assert_int_equal(events > 0, take_turns || i % QUEUES >= KEPT);
    }
    for (int i = 0; i < QUEUES; i++) /* all scans are in flight together */
        assert_ok(clscan_plan_enqueue(plan, queues[i], &args[i], 0, NULL, NULL));
    for (int i = 0; i < QUEUES; i++) {
        assert_cl(clFinish(queues[i]));
        assert_sums(d, args[i].out[0].buffer, i + 1);
        clReleaseCommandQueue(queues[i]);
        clReleaseMemObject(args[i].in[0].buffer);
        clReleaseMemObject(args[i].out[0].buffer);
    }
    clscan_plan_destroy(plan);
}

/* A device with a plan for each strategy. The text of a program, of up to 220 kB, is in memory only while the program
 * is built. */
static void test_heap(void **state) {
    const test_device *d = *state;
    const size_t limit = 3 << 17;
    clscan_device *device = NULL;
    clscan_plan *plans[16] = { NULL };
    const size_t before = heap;
    peak = heap;
    assert_ok(clscan_device_create(d->context, d->id, &options_without_self_test, &device));
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        const clscan_desc desc = small_tiles(strategy);
        assert_in_range(strategy, 0, COUNT(plans) - 1);
        if (test_device_runs(d, strategy))
            plans[strategy] = new_plan(device, &desc);
    }
    print_message("%zu bytes, %zu at the most\n", heap - before, peak - before);
    assert_in_range(peak - before, 1, limit);
    for (size_t i = 0; i < COUNT(plans); i++)
        clscan_plan_destroy(plans[i]);
    clscan_device_destroy(device);
    assert_int_equal(heap, before);
}

/* Returns the least number of input bytes for each byte of workspace. Columns have one record for each block of each
 * column. Slices, which CPUs choose by default, have a record of up to 64 bytes each, and a slice has the size of local
 * memory. */
static size_t part_of_input(const test_device *d, clscan_strategy strategy) {
    const size_t of_slices = (size_t)(d->local_bytes / 64), usual = 1000;
    if (strategy == CLSCAN_STRATEGY_COLUMNS)
        return 10;
    return (strategy == CLSCAN_STRATEGY_AUTO || strategy == CLSCAN_STRATEGY_SLICES) && of_slices < usual ? of_slices
                                                                                                         : usual;
}

/* A workspace has at most 64 KiB, plus one byte for each part_of_input bytes of input. */
static void test_workspaces(void **state) {
    const test_device *d = *state;
    cl_device_type type = 0;
    assert_cl(clGetDeviceInfo(d->id, CL_DEVICE_TYPE, sizeof type, &type, NULL));
    for (clscan_strategy strategy = 0; clscan_strategy_name(strategy); strategy++) {
        if (strategy == CLSCAN_STRATEGY_GLOBAL_STEPS || strategy == CLSCAN_STRATEGY_HIERARCHICAL ||
            !test_device_runs(d, strategy))
            continue; /* strategies of several passes keep intermediate results */
        if (strategy == CLSCAN_STRATEGY_SLICES && type != CL_DEVICE_TYPE_CPU)
            continue; /* a slice has the size of the device's cache for it */
        if (cs_strategy_row_at(strategy)->in_rows && !test_device_runs_groups_of(d, 4))
            continue; /* the tiles of a single work-item are small, and each has a record */
        const clscan_desc desc = { .tuning.strategy = strategy };
        const size_t part = part_of_input(d, strategy);
        clscan_plan *plan = new_plan(d->device, &desc);
        for (size_t count = 1; count <= (size_t)1 << 34; count *= 2) {
            size_t bytes = 0;
            assert_ok(clscan_plan_workspace_size(plan, count, &bytes));
            if (bytes > count * sizeof(cl_int) / part + (64 << 10))
                fail_msg("%s takes %zu bytes for %zu ints", clscan_strategy_name(strategy), bytes, count);
        }
        clscan_plan_destroy(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_warm_plans),
        cmocka_unit_test(test_calls_of_opencl),
        cmocka_unit_test(test_queries_in_place),
        cmocka_unit_test(test_queues),
        cmocka_unit_test(test_heap),
        cmocka_unit_test(test_workspaces),
    };
    return cmocka_run_group_tests(tests, test_device_open, test_device_close);
}
