/* The hash of Fowler, Noll and Vo, FNV-1a with 64 bits. */
#ifndef CS_MPI_HASH_H
#define CS_MPI_HASH_H

#include "clscan/clscan_mpi.h"

#define CS_MPI_HASH ((cl_ulong)0xcbf29ce484222325) /* where a hash begins */

static inline cl_ulong cs_mpi_hash(cl_ulong hash, const void *bytes, size_t n) {
    const cl_ulong prime = 0x100000001b3;
    for (size_t i = 0; i < n; i++)
        hash = (hash ^ ((const unsigned char *)bytes)[i]) * prime;
    return hash;
}

#endif
