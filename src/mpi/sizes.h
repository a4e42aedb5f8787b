/* The sizes of arrays, which calls on host arrays need. */
#ifndef CS_MPI_SIZES_H
#define CS_MPI_SIZES_H

#include "clscan/clscan_mpi.h"

#include <stdbool.h>

/* The facts that a plan keeps of its description: bytes of elements, 0 for arrays that it does not have. */
typedef struct cs_mpi_sizes {
    clscan_task task;
    bool selects; /* the task is a selection: only the device knows how many results there are */
    size_t in[CLSCAN_MAX_ARRAYS], out[CLSCAN_MAX_ARRAYS];
    size_t segments, mask; /* of flags and keys */
    size_t index, length, count;
    bool signed_count;
    bool segment_bits, mask_bits;
    bool loads, stores; /* functions of the user may access any place of an array */
    bool single_out;    /* out[1] is one number, as for CLSCAN_OP_ADD_CHECKED */

    bool floats, weighted; /* of a histogram: the type of a count; whether elements have weights */
    double most;           /* of a histogram: the greatest count */
    unsigned bins;
} cs_mpi_sizes;

/* Returns the bytes of a type. If the type has no name, it is the type `other`. */
size_t cs_mpi_bytes_of(const clscan_type *type, const char *other);

/* Returns true if a task is a selection that can be split. */
bool cs_mpi_selects(clscan_task task);

/* The description has been checked. */
cs_mpi_sizes cs_mpi_sizes_of(const clscan_desc *desc);

#endif
