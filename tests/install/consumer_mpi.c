/* A program that uses the installed library clscan_mpi: every rank has four ones, so that the total is four times the
 * number of ranks. */
#include <clscan/clscan_mpi.h>
#include <stdio.h>

int main(int argc, char **argv) {
    int ones[4] = { 1, 1, 1, 1 }, total = 0, size = 0, wrong = 1;
    clscan_device *device = NULL;
    clscan_mpi_plan *plan = NULL;
    clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].host = args.out[0].host = ones;
    args.total.host = &total;
    args.count = 4;
    MPI_Init(&argc, &argv);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    if (clscan_device_open(NULL, NULL, &device)) {
        fprintf(stderr, "%s\n", clscan_last_message());
        MPI_Abort(MPI_COMM_WORLD, 77);
    }
    if (clscan_mpi_plan_create(device, &desc, MPI_COMM_WORLD, &plan) || clscan_mpi_plan_execute(plan, &args))
        fprintf(stderr, "%s\n", clscan_mpi_last_message());
    else
        wrong = total != 4 * size;
    clscan_mpi_plan_destroy(plan);
    clscan_device_destroy(device);
    MPI_Finalize();
    printf("total %d of %d ranks\n", total, size);
    return wrong;
}
