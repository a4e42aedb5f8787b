/* Measures scans by clscan_mpi, for tools/figures/mpi: inclusive sums of ints in buffers.
 *
 *     mpi strong|weak COUNT     strong: COUNT elements in all; weak: COUNT elements on each rank
 *
 * Prints the number of ranks and the median time of a call in microseconds, of the slowest rank, with the time of a
 * reduction and of the two exchanges of MPI alone. On one rank, the call is a plain scan. */
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
static void check(cl_command_queue queue, cl_mem out, cl_ulong first, size_t count) {
    cl_int last = 0;
    if (count == 0)
        return;
    clEnqueueReadBuffer(queue, out, CL_TRUE, (count - 1) * sizeof last, sizeof last, &last, 0, NULL, NULL);
    if (last != (cl_int)(first + count)) {
        fprintf(stderr, "the last sum is %d, not %d\n", last, (cl_int)(first + count));
        MPI_Abort(MPI_COMM_WORLD, 1);
    }
}

int main(int argc, char **argv) {
    int rank, ranks;
    cl_ulong first;
    size_t count;
    clscan_device *device;
    clscan_mpi_plan *plan;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &ranks);
    if (argc != 3) {
        fprintf(stderr, "usage: mpi strong|weak COUNT\n");
        MPI_Abort(MPI_COMM_WORLD, 2);
    }
    const cl_ulong given = strtoull(argv[2], NULL, 10);
    must(clscan_mpi_local_part(strcmp(argv[1], "weak") == 0 ? given * (cl_ulong)ranks : given, MPI_COMM_WORLD, &first,
                               &count));
    must(clscan_device_open(NULL, NULL, &device));
    cl_context context = clscan_device_context(device);
    cl_command_queue queue = clCreateCommandQueue(context, clscan_device_id(device), 0, NULL);
    cl_int *ones = malloc((count + 1) * sizeof *ones);
    for (size_t i = 0; i <= count; i++)
        ones[i] = 1;
    cl_mem in = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, (count + 1) * sizeof *ones, ones, NULL);
    cl_mem out = clCreateBuffer(context, CL_MEM_COPY_HOST_PTR, (count + 1) * sizeof *ones, ones, NULL);
    args.in[0].buffer = in;
    args.out[0].buffer = out;
    args.count = count;
    must(clscan_mpi_plan_create(device, &desc, MPI_COMM_WORLD, &plan));
    const double call = time_of_calls(plan, queue, &args), exchanges = time_of_exchanges(ranks);
    check(queue, out, first, count);
    if (rank == 0)
        printf("%d %.0f %.0f\n", ranks, call, exchanges);
    clscan_mpi_plan_destroy(plan);
    clReleaseMemObject(in);
    clReleaseMemObject(out);
    clReleaseCommandQueue(queue);
    clscan_device_destroy(device);
    free(ones);
    MPI_Finalize();
    return 0;
}
