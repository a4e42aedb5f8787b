#include "mpi/failure.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

static __thread char message[CS_MPI_SENTENCE];
static __thread int failed_rank = -1;

const char *clscan_mpi_last_message(void) {
    return message;
}

int clscan_mpi_last_rank(void) {
    return failed_rank;
}

/* Once the ranks have agreed, messages name the rank in the communicator. Before that, they name the rank in
 * MPI_COMM_WORLD, which this function returns. */
static int world_rank(void) {
    int rank = 0, begun = 0, over = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&over);
    if (begun && !over)
        MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    return rank;
}

clscan_status cs_mpi_fail(clscan_status status, const char *format, ...) {
    va_list args;
    va_start(args, format);
    vsnprintf(message, sizeof message, format, args);
    va_end(args);
    failed_rank = world_rank();
    return status;
}

clscan_status cs_mpi_check_core(clscan_status status) {
    return status ? cs_mpi_fail(status, "%s", clscan_last_message()) : status;
}

clscan_status cs_mpi_check_cl(cl_int error, const char *call) {
    return error
               ? cs_mpi_fail(CLSCAN_ERROR_OPENCL, "%.*s failed: OpenCL error %d", (int)strcspn(call, "("), call, error)
               : CLSCAN_OK;
}

clscan_status cs_mpi_check_mpi(int error, const char *call) {
    char text[MPI_MAX_ERROR_STRING] = "";
    int length;
    if (error == MPI_SUCCESS)
        return CLSCAN_OK;
    MPI_Error_string(error, text, &length);
    return cs_mpi_fail(CLSCAN_ERROR_MPI, "%.*s failed: %s", (int)strcspn(call, "("), call, text);
}

clscan_status cs_mpi_fail_of_rank(clscan_status status, int rank, const char *sentence) {
    snprintf(message, sizeof message, "rank %d: %s", rank, sentence);
    failed_rank = rank;
    return status;
}
