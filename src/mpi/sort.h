/* Sorts of the whole array. Each rank sorts its part, the elements move to the ranks where they belong, and each rank
 * sorts the elements that it received. */
#ifndef CS_MPI_SORT_H
#define CS_MPI_SORT_H

#include "mpi/plan.h"

/* Creates the plans and numbers that a sort needs besides plan->plan. The sizes are set, and there are several
 * ranks. */
clscan_status cs_mpi_sort_create(clscan_mpi_plan *plan, clscan_device *device, const clscan_desc *desc);
void cs_mpi_sort_destroy(clscan_mpi_plan *plan);

#endif
