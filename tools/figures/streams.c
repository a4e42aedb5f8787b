/* Times clscan_stream_execute, which computes the sums of ints in host memory, and copies of as many bytes up and down
 * at the same time. streams POWER: 2^POWER random ints. Prints rows of a table for tools/figures/page, which builds the
 * program: the memory, the copying threads, and GB/s of one direction in pieces of 16 and of 64 MiB. Each sample of
 * pinned memory follows a sample of the copies. All results of each configuration are compared with plain C. */
#include "../clscan/common/statistics.h"
#include "../examples/example.h"
#include <string.h>
#include <time.h>

enum { ROUNDS = 5, NUM_PIECES = 4, MIB = 1 << 20 };

static const size_t piece_bytes[] = { 16 * MIB, 64 * MIB };
enum { SIZES = sizeof piece_bytes / sizeof piece_bytes[0] };

static example e;
static cl_command_queue up, down;
static size_t count;

static double now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static cl_int *pinned(void) {
    cl_int error = CL_SUCCESS;
    const cl_mem buffer = clCreateBuffer(clscan_device_context(e.device), CL_MEM_READ_WRITE | CL_MEM_ALLOC_HOST_PTR,
                                         count * sizeof(cl_int), NULL, &error);
    must_cl(error, "clCreateBuffer");
    cl_int *const host = clEnqueueMapBuffer(e.queue, buffer, CL_TRUE, CL_MAP_READ | CL_MAP_WRITE, 0,
                                            count * sizeof(cl_int), 0, NULL, NULL, &error);
    must_cl(error, "clEnqueueMapBuffer");
    return host;
}

static cl_int *pageable(void) {
    cl_int *const host = malloc(count * sizeof *host);
    if (!host) {
        fprintf(stderr, "no memory for %zu ints\n", count);
        exit(1);
    }
    return host;
}

static void fill(cl_int *in) {
    cl_uint state = 1;
    for (size_t i = 0; i < count; i++) {
        state = 1664525u * state + 1013904223u;
        in[i] = (cl_int)(state >> 8);
    }
}

static void check(const cl_int *in, const cl_int *out) {
    cl_uint sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += (cl_uint)in[i];
        if ((cl_uint)out[i] != sum) {
            fprintf(stderr, "sum %zu is %d, not %d\n", i, out[i], (cl_int)sum);
            exit(1);
        }
    }
}

static double time_stream(clscan_stream *stream, const clscan_args *args) {
    const double begin = now();
    must(clscan_stream_execute(stream, args));
    return now() - begin;
}

/* Copies `from` to the device and as many bytes from the device to `to`, in pieces, each way in a queue of its own. */
static double time_copies(cl_mem there, cl_mem back, const cl_int *from, cl_int *to, size_t piece) {
    const size_t bytes = count * sizeof *from;
    const double begin = now();
    for (size_t at = 0; at < bytes; at += piece) {
        const size_t n = bytes - at < piece ? bytes - at : piece;
        must_cl(clEnqueueWriteBuffer(up, there, CL_FALSE, 0, n, (const char *)from + at, 0, NULL, NULL), "a write");
        must_cl(clEnqueueReadBuffer(down, back, CL_FALSE, 0, n, (char *)to + at, 0, NULL, NULL), "a read");
    }
    must_cl(clFinish(up), "clFinish");
    must_cl(clFinish(down), "clFinish");
    return now() - begin;
}

static double gb_per_s(double *seconds) {
    return 1e-9 * (double)(count * sizeof(cl_int)) / timing_of(seconds, ROUNDS).median;
}

/* Prints the row of a configuration, and before that of pinned memory the row of the copies. */
static void measure(cl_int *in, cl_int *out, int is_pinned, unsigned threads) {
    const clscan_desc sums = CLSCAN_DESC_INIT;
    double streamed[SIZES], copied[SIZES];
    for (size_t s = 0; s < SIZES; s++) {
        double stream_seconds[ROUNDS], copy_seconds[ROUNDS];
        clscan_stream *stream = NULL;
        clscan_stream_options options = CLSCAN_STREAM_OPTIONS_INIT;
        options.piece_elements = piece_bytes[s] / sizeof *in;
        options.num_pieces = NUM_PIECES;
        options.pinned = is_pinned;
        options.copy_threads = threads;
        must(clscan_stream_create(e.device, &sums, &options, &stream));
        const cl_mem there = example_buffer(&e, piece_bytes[s], NULL), back = example_buffer(&e, piece_bytes[s], NULL);
        const clscan_args args = { .struct_size = sizeof args, .count = count, .in[0].host = in, .out[0].host = out };
        for (int i = -1; i < ROUNDS; i++) { /* the first time is not counted */
            copy_seconds[i < 0 ? 0 : i] = is_pinned ? time_copies(there, back, in, out, piece_bytes[s]) : 1;
            memset(out, 0, count * sizeof *out);
            stream_seconds[i < 0 ? 0 : i] = time_stream(stream, &args);
        }
        check(in, out);
        streamed[s] = gb_per_s(stream_seconds);
        copied[s] = gb_per_s(copy_seconds);
        clscan_stream_destroy(stream);
        clReleaseMemObject(there);
        clReleaseMemObject(back);
    }
    if (is_pinned)
        printf("pinned, copies alone;none;%.1f;%.1f\npinned, `options.pinned`;none;%.1f;%.1f\n", copied[0], copied[1],
               streamed[0], streamed[1]);
    else
        printf("pageable;%u;%.1f;%.1f\n", threads, streamed[0], streamed[1]);
}

int main(int argc, char **argv) {
    cl_int error = CL_SUCCESS;
    e = example_open();
    count = (size_t)1 << (argc > 1 ? atoi(argv[1]) : 24);
    up = clCreateCommandQueue(clscan_device_context(e.device), clscan_device_id(e.device), 0, &error);
    must_cl(error, "clCreateCommandQueue");
    down = clCreateCommandQueue(clscan_device_context(e.device), clscan_device_id(e.device), 0, &error);
    must_cl(error, "clCreateCommandQueue");
    cl_int *in = pinned(), *out = pinned();
    fill(in);
    measure(in, out, 1, 0);
    in = pageable();
    out = pageable();
    fill(in);
    for (unsigned threads = 1; threads <= 16; threads = threads == 1 ? 8 : 2 * threads)
        measure(in, out, 0, threads);
    return 0;
}
