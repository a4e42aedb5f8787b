/* Measures the host's share of a scan of 2^POWER ints, for each POWER on the command line: how long a warm enqueue
 * takes if the driver's launch does nothing. This file defines clEnqueueNDRangeKernel, so that the library calls this
 * function instead of the one of OpenCL. All other OpenCL calls reach the driver. For comparison, the program also
 * times a query of a buffer, a query of a queue, and a call that sets a kernel argument. Prints the median seconds of
 * each call as JSON, one line for each POWER, for tools/figures/run, which builds the program. */
#include "../clscan/common/statistics.h"
#include "../examples/example.h"
#include <dlfcn.h>
#include <string.h>
#include <time.h>

enum { ROUNDS = 201, CALLS = 500 };

typedef cl_int launch_function(cl_command_queue queue, cl_kernel kernel, cl_uint dims, const size_t *offset,
                               const size_t *global, const size_t *local, cl_uint num_wait, const cl_event *wait,
                               cl_event *event);

static cl_event ended;   /* the event of a command that has ended; NULL: launches reach the driver */
static cl_kernel kernel; /* the kernel of the last launch */

/* A launch that does nothing ends at once, so its event is one that has ended. */
cl_int clEnqueueNDRangeKernel(cl_command_queue queue, cl_kernel launched, cl_uint dims, const size_t *offset,
                              const size_t *global, const size_t *local, cl_uint num_wait, const cl_event *wait,
                              cl_event *event) {
    static launch_function *driver;
    kernel = launched;
    if (ended) {
        if (event)
            *event = ended;
        return event ? clRetainEvent(ended) : CL_SUCCESS;
    }
    if (!driver) {
        void *const found = dlsym(RTLD_NEXT, "clEnqueueNDRangeKernel");
        memcpy(&driver, &found, sizeof driver); /* C99 has no cast from void * to a pointer to a function */
    }
    return driver(queue, launched, dims, offset, global, local, num_wait, wait, event);
}

/* One scan, and what its calls need. */
typedef struct subject {
    example *e;
    clscan_plan *plan;
    clscan_bound *bound;
    clscan_args args;
} subject;

static void enqueue_plan(subject *s) {
    must(clscan_plan_enqueue(s->plan, s->e->queue, &s->args, 0, NULL, NULL));
}

static void enqueue_bound(subject *s) {
    must(clscan_bound_enqueue(s->bound, 0, NULL, NULL));
}

static void query_buffer(subject *s) {
    size_t bytes;
    must_cl(clGetMemObjectInfo(s->args.in[0].buffer, CL_MEM_SIZE, sizeof bytes, &bytes, NULL), "clGetMemObjectInfo");
}

static void query_queue(subject *s) {
    cl_context context;
    must_cl(clGetCommandQueueInfo(s->e->queue, CL_QUEUE_CONTEXT, sizeof context, &context, NULL),
            "clGetCommandQueueInfo");
}

static void set_argument(subject *s) {
    must_cl(clSetKernelArg(kernel, 0, sizeof(cl_mem), &s->args.in[0].buffer), "clSetKernelArg");
}

static const struct {
    const char *name;
    void (*call)(subject *s);
} timed[] = { { "plan", enqueue_plan },
              { "bound", enqueue_bound },
              { "buffer", query_buffer },
              { "queue", query_queue },
              { "argument", set_argument } };
enum { TIMED = sizeof timed / sizeof *timed };

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static double seconds_of(void (*call)(subject *s), subject *s) {
    const double start = now();
    for (int i = 0; i < CALLS; i++)
        call(s);
    return (now() - start) / CALLS;
}

/* Launches the scan on the device and compares its results with sums of the C compiler. */
static void check(subject *s, void (*call)(subject *s), const char *name, const cl_uint *in, cl_uint *out) {
    cl_uint sum = 0;
    call(s);
    must_cl(clEnqueueReadBuffer(s->e->queue, s->args.out[0].buffer, CL_TRUE, 0, s->args.count * sizeof *out, out, 0,
                                NULL, NULL),
            "clEnqueueReadBuffer");
    for (size_t i = 0; i < s->args.count; i++) {
        sum += in[i];
        if (out[i] != sum) {
            fprintf(stderr, "%s: element %zu differs\n", name, i);
            exit(1);
        }
    }
}

/* Times the calls in turns. */
static void measure(subject *s, unsigned power) {
    static double seconds[TIMED][ROUNDS];
    must_cl(clEnqueueMarkerWithWaitList(s->e->queue, 0, NULL, &ended), "clEnqueueMarkerWithWaitList");
    must_cl(clFinish(s->e->queue), "clFinish");
    for (int round = 0; round < ROUNDS; round++)
        for (int i = 0; i < TIMED; i++)
            seconds[i][round] = seconds_of(timed[i].call, s);
    clReleaseEvent(ended);
    ended = NULL;
    printf("{\"power\":%u", power);
    for (int i = 0; i < TIMED; i++)
        printf(",\"%s_seconds\":%g", timed[i].name, timing_of(seconds[i], ROUNDS).median);
    printf("}\n");
}

static void scan(example *e, unsigned power) {
    const size_t count = (size_t)1 << power, bytes = count * sizeof(cl_uint);
    const clscan_desc desc = CLSCAN_DESC_INIT;
    subject s = { .e = e, .args = { .count = count } };
    cl_uint *in = malloc(bytes), *out = malloc(bytes), random = 1;
    if (!in || !out) {
        fprintf(stderr, "no memory for 2^%u ints\n", power);
        exit(1);
    }
    for (size_t i = 0; i < count; i++)
        in[i] = random = random * 1664525U + 1013904223U;
    s.args.in[0].buffer = example_buffer(e, bytes, in);
    s.args.out[0].buffer = example_buffer(e, bytes, NULL);
    must(clscan_plan_create(e->device, &desc, &s.plan));
    must(clscan_bound_create(s.plan, e->queue, &s.args, &s.bound));
    check(&s, enqueue_plan, "plan", in, out);
    check(&s, enqueue_bound, "bound scan", in, out);
    measure(&s, power);
    clscan_bound_destroy(s.bound);
    clscan_plan_destroy(s.plan);
    clReleaseMemObject((cl_mem)s.args.in[0].buffer);
    clReleaseMemObject((cl_mem)s.args.out[0].buffer);
    free(in);
    free(out);
}

int main(int argc, char **argv) {
    example e = example_open();
    for (int i = 1; i < argc; i++)
        scan(&e, (unsigned)strtoul(argv[i], NULL, 10));
    example_close(&e);
    return 0;
}
