/* Measures scans and sorts by clscan_mpi, for tools/figures/mpi: inclusive sums of uints in buffers, and sorts of
 * random uints.
 *
 *     mpi strong|weak COUNT [sort]     strong: COUNT elements in all; weak: COUNT elements on each rank
 *
 * Prints the number of ranks and the median time of a call in microseconds, of the slowest rank, with the time that the
 * two exchanges of a scan take alone. On one rank, the call is a plain scan or sort. */
#include <clscan/clscan_mpi.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { CALLS = 15, SUMMARY = 48 };

static void must(clscan_status status) {
    if (status) {
        fprintf(stderr, "%s\n", *clscan_mpi_last_message() ? clscan_mpi_last_message() : clscan_last_message());
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

static int compare(const void *a, const void *b) {
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* The median over the calls of the slowest rank's seconds, in microseconds. */
static double median_of(double *seconds) {
    MPI_Allreduce(MPI_IN_PLACE, seconds, CALLS, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    qsort(seconds, CALLS, sizeof *seconds, compare);
    return 1e6 * seconds[CALLS / 2];
}

static double time_of_calls(clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args) {
    double seconds[CALLS];
    for (int i = -1; i < CALLS; i++) { /* the first call is not counted */
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        must(clscan_mpi_plan_enqueue(plan, queue, args, 0, NULL, NULL));
        clFinish(queue);
        if (i >= 0)
            seconds[i] = MPI_Wtime() - begin;
    }
    return median_of(seconds);
}

static double time_of_exchanges(int ranks) {
    double seconds[CALLS];
    char own[SUMMARY] = { 0 }, *all = malloc((size_t)ranks * sizeof own);
    int one = 0, any;
    for (int i = 0; i < CALLS; i++) {
        MPI_Barrier(MPI_COMM_WORLD);
        const double begin = MPI_Wtime();
        MPI_Allgather(own, SUMMARY, MPI_BYTE, all, SUMMARY, MPI_BYTE, MPI_COMM_WORLD);
        MPI_Allreduce(&one, &any, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
        seconds[i] = MPI_Wtime() - begin;
    }
    free(all);
    return median_of(seconds);
}

/* Every element is 1, so that the last sum of a rank is known. */
static void check_sums(const cl_uint *out, cl_ulong first, size_t count) {
    if (count > 0 && out[count - 1] != (cl_uint)(first + count)) {
        fprintf(stderr, "the last sum is %u, not %u\n", out[count - 1], (cl_uint)(first + count));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

/* No element is less than the one before it, also where that lies with another rank. */
static void check_order(const cl_uint *out, size_t count, int rank) {
    cl_uint greatest = count > 0 ? out[count - 1] : 0, before = 0;
    MPI_Exscan(&greatest, &before, 1, MPI_UINT32_T, MPI_MAX, MPI_COMM_WORLD);
    before = rank > 0 ? before : 0;
    for (size_t i = 0; i < count; before = out[i++])
        if (out[i] < before) {
            fprintf(stderr, "element %zu of rank %d is %u, and follows %u\n", i, rank, out[i], before);
            MPI_Abort(MPI_COMM_WORLD, 1);
        }
}

/* Returns a number that looks random (Murmur3's finalizer). */
static cl_uint mix(cl_uint x) {
    x = (x ^ x >> 16) * 0x85ebca6b;
    x = (x ^ x >> 13) * 0xc2b2ae35;
    return x ^ x >> 16;
}

int main(int argc, char **argv) {
    int rank, ranks;
    cl_ulong first;
    size_t count;
    clscan_device *device;
    clscan_mpi_plan *plan;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc < 3 || argc > 4) {
        fprintf(stderr, "usage: mpi strong|weak COUNT [sort]\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const int sorts = argc == 4;
    const cl_ulong given = strtoull(argv[2], NULL, 10);
    must(clscan_mpi_local_part(strcmp(argv[1], "weak") == 0 ? given * (cl_ulong)ranks : given, MPI_COMM_WORLD, &first,
                               &count));
    must(clscan_device_open(NULL, NULL, &device));
    cl_context context = clscan_device_context(device);
    cl_command_queue queue = clCreateCommandQueue(context, clscan_device_id(device), 0, NULL);
    cl_uint *numbers = malloc((count + 1) * sizeof *numbers);
    for (size_t i = 0; i <= count; i++)
        numbers[i] = sorts ? mix((cl_uint)(first + i)) : 1;
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, (count + 1) * sizeof *numbers, numbers, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, (count + 1) * sizeof *numbers, numbers, NULL);
    desc.task = sorts ? CLSCAN_TASK_SORT : CLSCAN_TASK_SCAN;
    desc.value.name = "uint";
    args.in[0].buffer = in;
    args.out[0].buffer = out;
    args.count = count;
    must(clscan_mpi_plan_create(device, &desc, MPI_COMM_WORLD, &plan));
    const double call = time_of_calls(plan, queue, &args), exchanges = time_of_exchanges(ranks);
    clEnqueueReadBuffer(queue, out, CL_TRUE, 0, (count + 1) * sizeof *numbers, numbers, 0, NULL, NULL);
    if (sorts)
        check_order(numbers, count, rank);
    else
        check_sums(numbers, first, count);
    if (rank == 0)
        printf("%d %.0f %.0f\n", ranks, call, exchanges);
    clscan_mpi_plan_destroy(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    clscan_device_destroy(device);
    free(numbers);
    MPI_Finalize();
    return 0;
}
