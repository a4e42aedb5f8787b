/* A check that all ranks compute the same. */
#ifndef CS_MPI_IDENTITY_H
#define CS_MPI_IDENTITY_H

#include "mpi/plan.h"

/* What a rank computes: a number of its description, and the description in words. */
typedef struct cs_mpi_identity {
    cl_ulong number;
    char words[256];
} cs_mpi_identity;

/* Stores what this rank computes. The plan has all but its communicator. Waits for the device. */
clscan_status cs_mpi_identity_of(clscan_mpi_plan *plan, const clscan_desc *desc, cs_mpi_identity *identity);

/* COLLECTIVE. Fails if a rank has another description than rank 0. */
clscan_status cs_mpi_identity_compare(const cs_mpi_ranks *ranks, const cs_mpi_identity *identity);

#endif
