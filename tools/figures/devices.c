/* Times a scan of ints on one device, and a team of all devices of a platform that scans as many ints on each of them.
 * Also times a scan of pinned arrays in host memory, by one device and by all of them.
 * devices POWER [DEVICES]: 2^POWER ints on each device and in host memory, on at most DEVICES devices of the first
 * platform that has two. Prints the number of devices and the median seconds of all as JSON, for tools/figures/run,
 * which builds the program. The results are checked at the ends of all parts. */
#include "../clscan/common/statistics.h"
#include "../examples/example.h"
#include <string.h>
#include <time.h>

enum { MOST = 16, ROUNDS = 15 };

/* A device with its part of the array: ones. */
typedef struct part {
    example e;
    clscan_args args;
} part;

static part parts[MOST];
static size_t num;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

/* Finds the devices of the first platform that has two or more, GPUs if there are any. */
static size_t find(cl_device_id *ids, size_t most) {
    static const cl_device_type types[] = { CL_DEVICE_TYPE_GPU, CL_DEVICE_TYPE_ALL };
    cl_platform_id platforms[16];
    cl_uint num_platforms = 0, n = 0;
    must_cl(clGetPlatformIDs(16, platforms, &num_platforms), "clGetPlatformIDs");
    for (size_t t = 0; t < 2; t++)
        for (cl_uint i = 0; i < num_platforms && i < 16; i++)
            if (clGetDeviceIDs(platforms[i], types[t], MOST, ids, &n) == CL_SUCCESS && n > 1)
                return n < most ? n : most;
    fprintf(stderr, "no platform has two devices\n");
    exit(77);
}

static void open_part(cl_device_id id, size_t count, part *p) {
    cl_int error = CL_SUCCESS;
    const cl_int one = 1;
    cl_context context = clCreateContext(NULL, 1, &id, NULL, NULL, &error);
    must_cl(error, "clCreateContext");
    must(clscan_device_create(context, id, NULL, &p->e.device));
    p->e.queue = clCreateCommandQueue(context, id, 0, &error);
    must_cl(error, "clCreateCommandQueue");
    p->args = (clscan_args)CLSCAN_ARGS_INIT;
    p->args.count = count;
    p->args.in[0].buffer = example_buffer(&p->e, count * sizeof one, NULL);
    p->args.out[0].buffer = example_buffer(&p->e, count * sizeof one, NULL);
    must_cl(
        clEnqueueFillBuffer(p->e.queue, p->args.in[0].buffer, &one, sizeof one, 0, count * sizeof one, 0, NULL, NULL),
        "clEnqueueFillBuffer");
    must_cl(clFinish(p->e.queue), "clFinish");
}

static void finish(void) {
    for (size_t i = 0; i < num; i++)
        must_cl(clFinish(parts[i].e.queue), "clFinish");
}

/* Exits unless the last result of each part is the number of elements up to it. */
static void check(size_t count) {
    for (size_t i = 0; i < num; i++) {
        cl_int last = 0;
        must_cl(clEnqueueReadBuffer(parts[i].e.queue, parts[i].args.out[0].buffer, CL_TRUE, (count - 1) * sizeof last,
                                    sizeof last, &last, 0, NULL, NULL),
                "clEnqueueReadBuffer");
        if ((cl_uint)last != (cl_uint)((i + 1) * count)) {
            fprintf(stderr, "part %zu ends with %u, not with %u\n", i, (cl_uint)last, (cl_uint)((i + 1) * count));
            exit(1);
        }
    }
}

static double time_one(clscan_plan *plan) {
    const double begin = now();
    must(clscan_plan_enqueue(plan, parts[0].e.queue, &parts[0].args, 0, NULL, NULL));
    must_cl(clFinish(parts[0].e.queue), "clFinish");
    return now() - begin;
}

static double time_team(clscan_team *team, const clscan_team_part *given) {
    const double begin = now();
    must(clscan_team_enqueue(team, given));
    finish();
    return now() - begin;
}

/* ---------------------------------------------------------------------------------------- arrays in host memory */

/* Pinned memory of a context that all devices share. */
static cl_int *pin(cl_context context, cl_command_queue queue, size_t bytes) {
    cl_int error = CL_SUCCESS;
    const cl_mem buffer = clCreateBuffer(context, CL_MEM_ALLOC_HOST_PTR, bytes, NULL, &error);
    must_cl(error, "clCreateBuffer");
    cl_int *const host =
        clEnqueueMapBuffer(queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0, bytes, 0, NULL, NULL, &error);
    must_cl(error, "clEnqueueMapBuffer");
    return host;
}

static double time_host(clscan_team *team, const clscan_args *args) {
    const double begin = now();
    must(clscan_team_execute(team, args, 0));
    return now() - begin;
}

/* Stores the median seconds of one device and of all. */
static void time_host_arrays(const cl_device_id *ids, size_t count, double *one_seconds, double *set_seconds) {
    const clscan_desc sums = CLSCAN_DESC_INIT;
    clscan_device *devices[MOST];
    clscan_team *one = NULL, *all = NULL;
    cl_int error = CL_SUCCESS;
    double of_one[ROUNDS], of_all[ROUNDS];
    const cl_context context = clCreateContext(NULL, (cl_uint)num, ids, NULL, NULL, &error);
    must_cl(error, "clCreateContext");
    const cl_command_queue queue = clCreateCommandQueue(context, ids[0], 0, &error);
    must_cl(error, "clCreateCommandQueue");
    cl_int *const in = pin(context, queue, count * sizeof *in), *const out = pin(context, queue, count * sizeof *out);
    for (size_t i = 0; i < count; i++)
        in[i] = 1;
    for (size_t i = 0; i < num; i++)
        must(clscan_device_create(context, ids[i], NULL, &devices[i]));
    must(clscan_team_create(devices, 1, &sums, &one));
    must(clscan_team_create(devices, num, &sums, &all));
    const clscan_args args = { .struct_size = sizeof args, .count = count, .in[0].host = in, .out[0].host = out };
    for (int i = -1; i < ROUNDS; i++) { /* the first time is not counted */
        of_one[i < 0 ? 0 : i] = time_host(one, &args);
        memset(out, 0, count * sizeof *out);
        of_all[i < 0 ? 0 : i] = time_host(all, &args);
    }
    for (size_t i = 0; i < count; i += count / 1000 + 1)
        if ((cl_uint)out[i] != (cl_uint)(i + 1)) {
            fprintf(stderr, "sum %zu is %d\n", i, out[i]);
            exit(1);
        }
    *one_seconds = timing_of(of_one, ROUNDS).median;
    *set_seconds = timing_of(of_all, ROUNDS).median;
    clscan_team_destroy(one);
    clscan_team_destroy(all);
}

int main(int argc, char **argv) {
    cl_device_id ids[MOST];
    clscan_device *devices[MOST];
    clscan_team_part given[MOST] = { { .queue = NULL } };
    clscan_plan *plan = NULL;
    clscan_team *team = NULL;
    double one[ROUNDS], all[ROUNDS], host_one = 0, host_all = 0;
    const clscan_desc sums = CLSCAN_DESC_INIT;
    const size_t count = (size_t)1 << (argc > 1 ? atoi(argv[1]) : 24);
    num = find(ids, argc > 2 ? (size_t)atoi(argv[2]) : MOST);
    for (size_t i = 0; i < num; i++) {
        open_part(ids[i], count, &parts[i]);
        devices[i] = parts[i].e.device;
        given[i].queue = parts[i].e.queue;
        given[i].args = &parts[i].args;
    }
    must(clscan_plan_create(devices[0], &sums, &plan));
    must(clscan_team_create(devices, num, &sums, &team));
    for (int i = -1; i < ROUNDS; i++) { /* the first time is not counted */
        const double alone = time_one(plan), together = time_team(team, given);
        one[i < 0 ? 0 : i] = alone;
        all[i < 0 ? 0 : i] = together;
    }
    check(count);
    time_host_arrays(ids, count, &host_one, &host_all);
    printf("{\"devices\": %zu, \"one_seconds\": %.9g, \"set_seconds\": %.9g, \"host_one_seconds\": %.9g, "
           "\"host_team_seconds\": %.9g}\n",
           num, timing_of(one, ROUNDS).median, timing_of(all, ROUNDS).median, host_one, host_all);
    clscan_team_destroy(team);
    clscan_plan_destroy(plan);
    return 0;
}
