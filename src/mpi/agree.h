/* Messages between the ranks, so that all of them return the same status. */
#ifndef CS_MPI_AGREE_H
#define CS_MPI_AGREE_H

#include "mpi/failure.h"

/* A communicator with this rank's number and the number of ranks. */
typedef struct cs_mpi_ranks {
    MPI_Comm comm;
    int rank, size;
} cs_mpi_ranks;

/* COLLECTIVE. `own` is the status of this rank, with its sentence in clscan_mpi_last_message. Returns the status of the
 * lowest rank that failed, with the sentence of that rank. */
clscan_status cs_mpi_agree(const cs_mpi_ranks *ranks, clscan_status own);

/* COLLECTIVE. Sends the status and the sentence of rank `failed` to all ranks, and returns that status. All ranks name
 * the same rank. */
clscan_status cs_mpi_broadcast_failure(const cs_mpi_ranks *ranks, int failed, clscan_status own);

#endif
