/* A check of the arrays of a call: how they are given, and whether one is missing. */
#ifndef CS_MPI_ARRAYS_H
#define CS_MPI_ARRAYS_H

#include "mpi/sizes.h"

/* Fails for an array that lies elsewhere than this call allows, in host memory or in buffers, and for one that the
 * description needs and that is missing. The plan of the rank checks whether an array is large enough, and
 * whether it has a use. `args` is not NULL. */
clscan_status cs_mpi_check_arrays(const cs_mpi_sizes *sizes, const clscan_args *args, bool in_host_memory);

#endif
