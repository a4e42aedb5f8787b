#include "mpi/agree.h"

#include <stdio.h>

/* The sentence and the status of a rank that failed. */
typedef struct failure {
    int status;
    char sentence[CS_MPI_SENTENCE];
} failure;

clscan_status cs_mpi_broadcast_failure(const cs_mpi_ranks *ranks, int failed, clscan_status own) {
    clscan_status status = CLSCAN_OK;
    failure said = { .status = (int)own };
    snprintf(said.sentence, sizeof said.sentence, "%s", clscan_mpi_last_message());
    MPI(MPI_Bcast(&said, sizeof said, MPI_BYTE, failed, ranks->comm));
    status = cs_mpi_fail_of_rank((clscan_status)said.status, failed, said.sentence);
done:
    return status;
}

clscan_status cs_mpi_agree(const cs_mpi_ranks *ranks, clscan_status own) {
    clscan_status status = CLSCAN_OK;
    const int failed = own ? ranks->rank : ranks->size;
    int first = failed;
    MPI(MPI_Allreduce(&failed, &first, 1, MPI_INT, MPI_MIN, ranks->comm));
    if (first < ranks->size)
        TRY(cs_mpi_broadcast_failure(ranks, first, own));
done:
    return status;
}
