/* A check that all ranks compute the same. */
#ifndef CS_MPI_IDENTITY_H
#define CS_MPI_IDENTITY_H

#include "mpi/agree.h"

/* COLLECTIVE. Fails if the description of a rank and that of rank 0 have different meanings. A field that is left open
 * means its default. Fields that say how a rank computes, such as desc.tuning, may differ. The descriptions need not be
 * right. */
clscan_status cs_mpi_compare_descriptions(const cs_mpi_ranks *ranks, const clscan_desc *desc);

#endif
