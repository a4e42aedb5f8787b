/* The number of elements of a part, and the sums of the numbers of several parts. */
#ifndef CS_MPI_COUNT_H
#define CS_MPI_COUNT_H

#include "mpi/plan.h"

/* Returns a number of the type desc.count_type. Numbers that are negative or above `most` are taken as the kernels take
 * them. */
size_t cs_mpi_number_at(const cs_mpi_sizes *sizes, const void *at, size_t most);

/* Stores how many elements this rank's part has: args->count, or the number at args->count_at. Waits for the wait list
 * if it reads that number. */
clscan_status cs_mpi_count_of(const clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args,
                              cl_uint num_wait, const cl_event *wait, cl_ulong *count);

/* For plans whose records carry the number of elements: returns the number of a rank, after the exchange. */
cl_ulong cs_mpi_count_of_rank(const clscan_mpi_plan *plan, int rank);

/* For the same plans: returns the numbers of this rank's part, from the numbers of all ranks. */
clscan_part_info cs_mpi_info_of_counts(const clscan_mpi_plan *plan);

#endif
