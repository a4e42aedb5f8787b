/* The exchange of records: each rank sends its record to all others in one call of MPI_Allgather. */
#ifndef CS_MPI_EXCHANGE_H
#define CS_MPI_EXCHANGE_H

#include "mpi/plan.h"

/* Allocates the records of a plan whose ranks exchange `bytes` bytes each. */
clscan_status cs_mpi_records_create(clscan_mpi_plan *plan, size_t bytes);
void cs_mpi_records_destroy(clscan_mpi_plan *plan);

/* Returns the bytes of this rank's record that all ranks get. */
void *cs_mpi_carried_by(clscan_mpi_plan *plan);

/* COLLECTIVE. Brings the bytes of all ranks to plan->carried, one after the other, unless a rank has failed. `own` is
 * the status of this rank. Fails too if arguments that have to be the same on all ranks differ. */
clscan_status cs_mpi_exchange(clscan_mpi_plan *plan, clscan_status own, const clscan_args *args);

#endif
