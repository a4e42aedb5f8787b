/* The keys of a sort as the host compares them. */
#ifndef CS_MPI_SORT_KEY_H
#define CS_MPI_SORT_KEY_H

#include "clscan/clscan_mpi.h"

#include <stdbool.h>

/* How the bytes of a key become a code: the unsigned number by which a sort orders, as clscan.h describes it at
 * clscan_sort_options. */
typedef struct cs_mpi_sort_key {
    size_t bytes;                 /* of a key */
    cl_ulong sign;                /* the sign bit; 0 for unsigned integers */
    cl_ulong infinity;            /* the bits of positive infinity; 0 for integers */
    bool reverse;                 /* the greatest key is the first one */
    unsigned first_bit, num_bits; /* the bits that are compared */
} cs_mpi_sort_key;

/* `desc` describes a sort by keys, and has been checked. */
cs_mpi_sort_key cs_mpi_sort_key_of(const clscan_desc *desc);

/* Returns the code of a key, which may have any alignment. */
cl_ulong cs_mpi_sort_code(const cs_mpi_sort_key *key, const void *at);

#endif
