/* A rank dies between two calls, while the others wait for it. Run on 3 ranks. */
#include "mpi/check.h"

#include <signal.h>

int main(int argc, char **argv) {
    enum { N = 64, CALLS = 1000 };
    cl_int numbers[N] = { 1 };
    int rank;
    clscan_mpi_plan *plan = NULL;
    const clscan_desc desc = CLSCAN_DESC_INIT;
    clscan_args args = CLSCAN_ARGS_INIT;
    args.in[0].host = args.out[0].host = numbers;
    args.count = N;
    MPI_Init(&argc, &argv);
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    check_device d = check_open();
    CHECK_OK(clscan_mpi_plan_create(d.device, &desc, MPI_COMM_WORLD, &plan));
    CHECK_OK(clscan_mpi_plan_execute(plan, &args));
    if (rank == 1) {
        printf("rank 1 dies\n");
        fflush(stdout);
        raise(SIGKILL);
    }
    for (int i = 0; i < CALLS; i++)
        if (clscan_mpi_plan_execute(plan, &args)) {
            fprintf(stderr, "%s\n", clscan_mpi_last_message());
            return 1; /* MPI may return an error instead of ending the program */
        }
    printf("rank %d ends well\n", rank);
    clscan_mpi_plan_destroy(plan);
    check_close(&d);
    MPI_Finalize();
    return 0;
}
