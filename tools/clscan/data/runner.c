#include "data/runner.h"
#include "common/message.h"
#include "options/task_table.h"
#include <time.h>

double seconds_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* ---------------------------------------------------------------------------------------- open and close */

static cl_command_queue make_queue(clscan_device *device, cl_command_queue_properties properties) {
    cl_int error;
    cl_command_queue queue =
        clCreateCommandQueue(clscan_device_context(device), clscan_device_id(device), properties, &error);
    opencl(error, "clCreateCommandQueue");
    return queue;
}

/* Returns how messages name a call: by the name of the call of buffers, or, since SVM and USM have other calls, by
 * `words`. */
static const char *call(const runner *r, const char *of_buffers, const char *words) {
    return r->memory.kind == MEMORY_BUFFER ? of_buffers : words;
}

static bool make(runner *r, runner_array which, size_t bytes) {
    cl_int error;
    r->at[which] = device_memory_make(&r->memory, bytes ? bytes : 1, &error);
    return opencl(error, call(r, "clCreateBuffer", "allocating memory"));
}

static bool write(runner *r, runner_array which, const void *data, size_t bytes) {
    return bytes == 0 || opencl(device_memory_write(&r->memory, r->queue, r->at[which], data, bytes),
                                call(r, "clEnqueueWriteBuffer", "writing memory"));
}

/* Repeats the first `bytes` bytes of an array, if there are any, up to `size`. So no copy reads memory that was never
 * written. */
static bool repeat_data(runner *r, runner_array which, size_t bytes, size_t size) {
    cl_mem a = r->at[which];
    cl_int error = CL_SUCCESS;
    for (size_t done = bytes; done > 0 && done < size && error == CL_SUCCESS; done *= 2)
        error = device_memory_copy(&r->memory, r->queue, a, a, done, done < size - done ? done : size - done, NULL);
    return opencl(error, call(r, "clEnqueueCopyBuffer", "copying memory"));
}

static bool make_all(runner *r, clscan_device *device, const void *data, size_t bytes, size_t room, bool profiled) {
    const size_t size = bytes > room ? bytes : room;
    return (r->queue = make_queue(device, 0)) &&
           (!profiled || (r->profiled = make_queue(device, CL_QUEUE_PROFILING_ENABLE))) && make(r, RUNNER_IN, size) &&
           make(r, RUNNER_OUT, size) && write(r, RUNNER_IN, data, bytes) && repeat_data(r, RUNNER_IN, bytes, size);
}

bool runner_open(runner *r, clscan_device *device, memory_kind memory, const void *data, size_t bytes, size_t room,
                 bool profiled) {
    *r = (runner) { .memory = device_memory_of(device, memory), .copied_bytes = bytes };
    const bool ok = make_all(r, device, data, bytes, room, profiled);
    r->args = (clscan_args) { .in[0] = device_memory_ref(&r->memory, r->at[RUNNER_IN]),
                              .out[0] = device_memory_ref(&r->memory, r->at[RUNNER_OUT]) };
    if (!ok)
        runner_close(r);
    return ok;
}

/* Makes an array with the contents `data`. Makes no array if `data` is NULL. */
static bool add(runner *r, runner_array which, const void *data, size_t bytes) {
    return !data || (make(r, which, bytes) && write(r, which, data, bytes));
}

static bool fill_unwritten(runner *r, runner_array which, size_t size) {
    const cl_ulong word = ~(cl_ulong)0 / 0xFF * RUNNER_UNWRITTEN;
    const size_t bytes = size < sizeof word ? size : sizeof word;
    return size == 0 || (write(r, which, &word, bytes) && repeat_data(r, which, bytes, size));
}

bool runner_clear_second_out(runner *r) {
    return fill_unwritten(r, RUNNER_SECOND_OUT, r->second_out_bytes);
}

/* Makes an array that the task writes. Makes no array of 0 bytes. */
static bool add_written(runner *r, runner_array which, size_t bytes) {
    return bytes == 0 || (make(r, which, bytes) && fill_unwritten(r, which, bytes));
}

static bool add_carried(runner *r, const task *t) {
    const size_t bytes = t->carried.count * t->carried.size;
    return !t->carried.data ||
           (add(r, RUNNER_CARRIED_IN, t->carried.data, bytes) && make(r, RUNNER_CARRIED_OUT, bytes));
}

static bool add_second(runner *r, const task *t) {
    r->second_out_bytes = t->second_out_count * oracle_type_size(t->second_out_type);
    return add(r, RUNNER_SECOND_IN, t->second.data, t->second.count * t->second.size) &&
           add_written(r, RUNNER_SECOND_OUT, r->second_out_bytes) &&
           add_written(r, RUNNER_LENGTHS, task_lengths(t) * sizeof(cl_ulong)) &&
           add_written(r, RUNNER_OFFSETS, t->offsets_count * sizeof(cl_ulong)) &&
           add_written(r, RUNNER_KEYS, t->keys_count * t->segments.size);
}

/* Sets an array of the arguments, whose offset stays. */
static void set_array(const runner *r, runner_array which, clscan_ref *to) {
    const size_t offset = to->offset;
    *to = device_memory_ref(&r->memory, r->at[which]);
    to->offset = offset;
}

/* Where only the device knows the number of segments, the library would trust a pointer to have room for as many as
 * there are elements. */
static void set_capacities(runner *r, const task *t) {
    const bool has_results = t->desc.task == CLSCAN_TASK_REDUCE || t->desc.task == CLSCAN_TASK_HISTOGRAM;
    r->args.out[0].capacity = has_results && t->desc.segments ? t->out_count : 0;
    r->args.offsets.capacity = t->offsets_count;
    r->args.keys.capacity = t->keys_count;
}

bool runner_add(runner *r, const task *t) {
    const cl_ulong count = t->in.count;
    const bool selects = task_selects(t), moves = selects || task_sorts(t);
    if (!add(r, RUNNER_SEGMENTS, t->segments.data, t->segments.count * t->segments.size) ||
        !add(r, RUNNER_COUNTER, t->most ? &count : NULL, sizeof count) ||
        (t->total && !make(r, RUNNER_TOTAL, task_total_size(t))) || !add_second(r, t) || !add_carried(r, t))
        return false;
    r->task = t->desc.task;
    r->args = task_args(t);
    set_array(r, RUNNER_IN, &r->args.in[0]);
    set_array(r, RUNNER_OUT, &r->args.out[0]);
    set_array(r, RUNNER_SECOND_IN, selects ? &r->args.mask : &r->args.in[1]);
    set_array(r, RUNNER_SECOND_OUT, moves ? &r->args.indices : &r->args.out[1]);
    if (task_has_lengths(t))
        set_array(r, RUNNER_LENGTHS, &r->args.lengths);
    if (t->offsets_count)
        set_array(r, RUNNER_OFFSETS, &r->args.offsets);
    if (t->keys_count)
        set_array(r, RUNNER_KEYS, &r->args.keys);
    if (t->carried.data) {
        set_array(r, RUNNER_CARRIED_IN, &r->args.in[1]);
        set_array(r, RUNNER_CARRIED_OUT, &r->args.out[1]);
    }
    set_array(r, RUNNER_COUNTER, &r->args.count_at);
    set_array(r, RUNNER_SEGMENTS, &r->args.segments);
    set_array(r, RUNNER_TOTAL, &r->args.total);
    set_capacities(r, t);
    return true;
}

bool runner_add_empty(runner *r) {
    const char *source = "kernel void empty(void) {}";
    cl_int error;
    cl_program program = clCreateProgramWithSource(r->memory.context, 1, &source, NULL, &error);
    const bool built = opencl(error, "clCreateProgramWithSource") &&
                       opencl(clBuildProgram(program, 0, NULL, NULL, NULL, NULL), "clBuildProgram");
    if (built)
        r->empty = clCreateKernel(program, "empty", &error);
    if (program)
        clReleaseProgram(program);
    return built && opencl(error, "clCreateKernel");
}

void runner_close(runner *r) {
    for (int i = 0; i < RUNNER_ARRAYS; i++)
        if (r->at[i])
            device_memory_release(&r->memory, r->at[i]);
    if (r->empty)
        clReleaseKernel(r->empty);
    if (r->profiled)
        clReleaseCommandQueue(r->profiled);
    if (r->queue)
        clReleaseCommandQueue(r->queue);
    *r = (runner) { .plan = NULL };
}

/* --------------------------------------------------------------------------------------------- running and timing */

typedef bool (*work_fn)(runner *r, cl_command_queue queue, cl_event *event);

static bool enqueue_scan(runner *r, cl_command_queue queue, cl_event *event) {
    char doing[TASK_CANNOT_ROOM];
    return clscan_plan_enqueue(r->plan, queue, &r->args, 0, NULL, event) == CLSCAN_OK ||
           complain_of_library(task_cannot("compute", r->task, doing));
}

static bool enqueue_copy(runner *r, cl_command_queue queue, cl_event *event) {
    return opencl(device_memory_copy(&r->memory, queue, r->at[RUNNER_IN], r->at[RUNNER_OUT], 0, r->copied_bytes, event),
                  call(r, "clEnqueueCopyBuffer", "copying memory"));
}

static bool enqueue_empty(runner *r, cl_command_queue queue, cl_event *event) {
    const size_t one = 1;
    return opencl(clEnqueueNDRangeKernel(queue, r->empty, 1, NULL, &one, NULL, 0, NULL, event),
                  "clEnqueueNDRangeKernel");
}

static bool wait_for(cl_command_queue queue) {
    return opencl(clFinish(queue), "clFinish");
}

static bool by_wall(runner *r, work_fn work, double *seconds) {
    const double start = seconds_now();
    const bool ok = work(r, r->queue, NULL) && wait_for(r->queue);
    *seconds = seconds_now() - start;
    return ok;
}

static bool event_seconds(cl_event event, double *seconds) {
    cl_ulong start = 0, end = 0;
    const bool ok = opencl(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_START, sizeof start, &start, NULL),
                           "clGetEventProfilingInfo") &&
                    opencl(clGetEventProfilingInfo(event, CL_PROFILING_COMMAND_END, sizeof end, &end, NULL),
                           "clGetEventProfilingInfo");
    *seconds = 1e-9 * (double)(end - start);
    return ok;
}

static bool by_event(runner *r, work_fn work, double *seconds) {
    cl_event event = NULL;
    const bool ok = work(r, r->profiled, &event) && wait_for(r->profiled) && event_seconds(event, seconds);
    if (event)
        clReleaseEvent(event);
    return ok;
}

static bool by_clock(runner *r, runner_clock clock, work_fn work, double *seconds) {
    return (clock == RUNNER_EVENT ? by_event : by_wall)(r, work, seconds);
}

bool runner_scan(runner *r, runner_clock clock, double *seconds) {
    return by_clock(r, clock, enqueue_scan, seconds);
}

bool runner_copy(runner *r, runner_clock clock, double *seconds) {
    return by_clock(r, clock, enqueue_copy, seconds);
}

bool runner_empty(runner *r, runner_clock clock, double *seconds) {
    return by_clock(r, clock, enqueue_empty, seconds);
}

bool runner_scan_many(runner *r, unsigned calls, double *seconds) {
    const double start = seconds_now();
    for (unsigned i = 0; i < calls; i++)
        if (!enqueue_scan(r, r->queue, NULL))
            return false;
    if (!wait_for(r->queue))
        return false;
    *seconds = (seconds_now() - start) / calls;
    return true;
}

bool runner_read(runner *r, runner_array which, size_t offset, void *to, size_t size) {
    return size == 0 || opencl(device_memory_read(&r->memory, r->queue, r->at[which], offset, to, size),
                               call(r, "clEnqueueReadBuffer", "reading memory"));
}
