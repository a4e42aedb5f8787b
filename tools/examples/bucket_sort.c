/* A bucket sort in three steps. A kernel counts how many keys each bucket has. The exclusive scan of the counts gives
 * where each bucket begins. A second kernel moves each key into its bucket. The kernels are the program's own, on the
 * same queue as the scan.
 *
 * The sort is not stable: the work-items of `scatter` take the places of a bucket by atomic_inc, in any order, so that
 * keys of one bucket may change their order. A stable sort needs the number of earlier keys in the same bucket, which
 * is itself a scan. radix_digit.c computes it for four buckets: its scanned value has one counter for each bucket.
 * Passes over all digits, the lowest one first, sort by any number of bits and stay stable. */
#include "example.h"

enum { KEYS = 400000, BUCKETS = 1000 };

static const char source[] = "uint bucket_of(uint key) { return (uint)((ulong)key * 1000 >> 32); }\n"
                             "kernel void histogram(global const uint *key, global uint *count) {\n"
                             "    atomic_inc(&count[bucket_of(key[get_global_id(0)])]);\n"
                             "}\n"
                             "kernel void scatter(global const uint *key, global uint *next, global uint *sorted) {\n"
                             "    const uint k = key[get_global_id(0)];\n"
                             "    sorted[atomic_inc(&next[bucket_of(k)])] = k; /* in any order within a bucket */\n"
                             "}\n";

static unsigned bucket_of(cl_uint key) {
    return (unsigned)((cl_ulong)key * BUCKETS >> 32);
}

/* Runs a kernel with `n` buffers as arguments, and with one work-item for each key. */
static void run(example *e, cl_program program, const char *name, cl_uint n, const cl_mem *buffers) {
    cl_int error;
    const size_t keys = KEYS;
    cl_kernel kernel = clCreateKernel(program, name, &error);
    must_cl(error, "clCreateKernel");
    for (cl_uint i = 0; i < n; i++)
        must_cl(clSetKernelArg(kernel, i, sizeof buffers[i], &buffers[i]), "clSetKernelArg");
    must_cl(clEnqueueNDRangeKernel(e->queue, kernel, 1, NULL, &keys, NULL, 0, NULL, NULL), name);
    clReleaseKernel(kernel);
}

static cl_program build(example *e) {
    cl_int error;
    const char *text = source;
    cl_device_id id = clscan_device_id(e->device);
    cl_program program = clCreateProgramWithSource(clscan_device_context(e->device), 1, &text, NULL, &error);
    must_cl(error, "clCreateProgramWithSource");
    must_cl(clBuildProgram(program, 1, &id, "", NULL, NULL), "clBuildProgram");
    return program;
}

int main(void) {
    static cl_uint key[KEYS], sorted[KEYS], count[BUCKETS];
    for (cl_uint i = 0; i < KEYS; i++)
        key[i] = i * 2654435761u;

    clscan_desc desc = CLSCAN_DESC_INIT;
    desc.value.name = "uint";
    desc.kind = CLSCAN_KIND_EXCLUSIVE;

    example e = example_open();
    cl_program program = build(&e);
    cl_mem keys = example_buffer(&e, sizeof key, key), counts = example_buffer(&e, sizeof count, count),
           out = example_buffer(&e, sizeof sorted, NULL);
    run(&e, program, "histogram", 2, (cl_mem[]) { keys, counts });
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].buffer = args.out[0].buffer = counts; /* in place: counts become beginnings */
    args.count = BUCKETS;
    example_scan(&e, &desc, &args);
    run(&e, program, "scatter", 3, (cl_mem[]) { keys, counts, out });
    example_take(&e, out, sizeof sorted, sorted);
    clReleaseMemObject(keys);
    clReleaseMemObject(counts);
    clReleaseProgram(program);
    example_close(&e);

    size_t wrong = 0;
    cl_uint sum = 0, sum_sorted = 0;
    for (size_t i = 0; i < KEYS; i++) {
        wrong += i > 0 && bucket_of(sorted[i - 1]) > bucket_of(sorted[i]);
        sum += key[i] * key[i];
        sum_sorted += sorted[i] * sorted[i];
    }
    printf("%d keys in %d buckets; %zu in the wrong place, and %s\n", KEYS, BUCKETS, wrong,
           sum == sum_sorted ? "none is lost" : "some are lost");
    return wrong != 0 || sum != sum_sorted;
}
