/* The row offsets of a sparse matrix whose rows are distributed over the ranks of MPI: mpirun -n 4 row_offsets_mpi.
 * Each rank knows how many entries its own rows have. The exclusive sum over all ranks says where each row begins in
 * the arrays of the whole matrix (compressed sparse rows), and the total how many entries the matrix has. */
#include <clscan/clscan_mpi.h>
#include <stdio.h>
#include <stdlib.h>

enum { ROWS = 100000 };

/* Calls of clscan_mpi.h and of clscan.h have a message each. */
static void must(clscan_status status) {
    if (status) {
        fprintf(stderr, "%s\n", *clscan_mpi_last_message() ? clscan_mpi_last_message() : clscan_last_message());
        MPI_Abort(MPI_COMM_WORLD, status == CLSCAN_ERROR_NO_DEVICE ? 77 : 1);
    }
}

/* The number of entries in a row: some rows are empty. */
static cl_ulong length_of(cl_ulong row) {
    return row * row % 7;
}

int main(int argc, char **argv) {
    cl_ulong first, total = 0, before = 0, wrong = 0;
    size_t rows;
    int rank;
    clscan_device *device;
    clscan_mpi_plan *plan;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);

    must(clscan_mpi_local_part(ROWS, MPI_COMM_WORLD, &first, &rows));
    cl_ulong *lengths = malloc((rows + 1) * sizeof *lengths), *offsets = malloc((rows + 1) * sizeof *offsets);
    for (size_t i = 0; i < rows; i++)
        lengths[i] = length_of(first + i);

    desc.value.name = "ulong"; /* a matrix of many ranks may have more than 2^32 entries */
    desc.kind = CLSCAN_KIND_EXCLUSIVE;
    args.in[0].host = lengths;
    args.out[0].host = offsets;
    args.total.host = &total;
    args.count = rows;
    must(clscan_device_open(NULL, NULL, &device));
    must(clscan_mpi_plan_create(device, &desc, MPI_COMM_WORLD, &plan));
    must(clscan_mpi_plan_execute(plan, &args));
    clscan_mpi_plan_destroy(plan);
    clscan_device_destroy(device);

    for (cl_ulong row = 0; row < ROWS; row++) { /* every rank checks its own rows */
        if (row >= first && row - first < rows)
            wrong += offsets[row - first] != before;
        before += length_of(row);
    }
    wrong += total != before;
    printf("rank %d: rows %llu to %llu of a matrix with %llu entries; %llu numbers are wrong\n", rank,
           (unsigned long long)first, (unsigned long long)(first + rows), (unsigned long long)total,
           (unsigned long long)wrong);
    free(lengths);
    free(offsets);
    MPI_Finalize();
    return wrong != 0;
}
