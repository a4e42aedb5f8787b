#include "measure.h"
#include "message.h"
#include <stdlib.h>
#include <string.h>
#include <time.h>

enum { WARM_UP = 2, FEWEST_ROUNDS = 7, MOST_ROUNDS = 201 };
static const double enough_seconds = 1.0;

typedef struct bench {
    clscan_plan *plan;
    cl_context context;
    cl_command_queue queue;
    cl_mem in, out;
    size_t bytes;
    clscan_args args;
} bench;

typedef bool (*work_fn)(bench *b);

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static bool opencl(cl_int error, const char *doing) {
    return error == CL_SUCCESS || complain("can't measure: %s: OpenCL error %d", doing, error);
}

static bool do_scan(bench *b) {
    return clscan_enqueue(b->plan, b->queue, &b->args, 0, NULL, NULL) == CLSCAN_OK || complain_of_library("can't scan");
}

static bool do_copy(bench *b) {
    return opencl(clEnqueueCopyBuffer(b->queue, b->in, b->out, 0, 0, b->bytes, 0, NULL, NULL), "clEnqueueCopyBuffer");
}

static bool timed(bench *b, work_fn work, double *seconds) {
    const double start = now();
    const bool ok = work(b) && opencl(clFinish(b->queue), "clFinish");
    *seconds = now() - start;
    return ok;
}

static bool bench_open(bench *b, clscan_device *device, clscan_plan *plan, const array *in) {
    cl_int error;
    *b = (bench) { .plan = plan, .context = clscan_device_context(device), .bytes = in->count * in->size };
    b->queue = clCreateCommandQueue(b->context, clscan_device_id(device), 0, &error);
    if (!opencl(error, "clCreateCommandQueue"))
        return false;
    b->in = clCreateBuffer(b->context, CL_MEM_READ_WRITE, b->bytes, NULL, &error);
    if (!opencl(error, "clCreateBuffer"))
        return false;
    b->out = clCreateBuffer(b->context, CL_MEM_READ_WRITE, b->bytes, NULL, &error);
    b->args = (clscan_args) { .in = b->in, .out = b->out, .count = in->count };
    return opencl(error, "clCreateBuffer") &&
           opencl(clEnqueueWriteBuffer(b->queue, b->in, CL_TRUE, 0, b->bytes, in->data, 0, NULL, NULL),
                  "clEnqueueWriteBuffer");
}

static void bench_close(bench *b) {
    if (b->out)
        clReleaseMemObject(b->out);
    if (b->in)
        clReleaseMemObject(b->in);
    if (b->queue)
        clReleaseCommandQueue(b->queue);
}

static int compare_doubles(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static timing summary(double *seconds, unsigned count) {
    qsort(seconds, count, sizeof *seconds, compare_doubles);
    return (timing) { seconds[count / 2], seconds[count / 4], seconds[count - 1 - count / 4] };
}

/* Copy, then scan, so that each meets the caches as the other left them and `out` ends up scanned. */
static bool take_turns(bench *b, measurement *m) {
    double scan[MOST_ROUNDS], copy[MOST_ROUNDS], ignored;
    for (int i = 0; i < WARM_UP; i++)
        if (!timed(b, do_copy, &ignored) || !timed(b, do_scan, &ignored))
            return false;
    const double start = now();
    m->rounds = 0;
    while (m->rounds < FEWEST_ROUNDS || (m->rounds < MOST_ROUNDS && now() - start < enough_seconds)) {
        if (!timed(b, do_copy, &copy[m->rounds]) || !timed(b, do_scan, &scan[m->rounds]))
            return false;
        m->rounds++;
    }
    m->scan = summary(scan, m->rounds);
    m->copy = summary(copy, m->rounds);
    return true;
}

static bool is_expected(bench *b, const array *expected) {
    void *result = malloc(b->bytes);
    if (!result)
        return complain("out of memory");
    const bool read = opencl(clEnqueueReadBuffer(b->queue, b->out, CL_TRUE, 0, b->bytes, result, 0, NULL, NULL),
                             "clEnqueueReadBuffer");
    const bool same = read && memcmp(result, expected->data, b->bytes) == 0;
    free(result);
    return same || (read && complain("the measured scans gave another result than the first"));
}

bool measure_scan(clscan_device *device, clscan_plan *plan, const array *in, const array *expected, measurement *m) {
    bench b;
    const bool ok = bench_open(&b, device, plan, in) && take_turns(&b, m) && is_expected(&b, expected);
    bench_close(&b);
    return ok;
}
