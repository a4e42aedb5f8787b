/* Where the sorted parts of all ranks are cut, so that each rank gets a given number of elements of the whole order. */
#ifndef CS_MPI_CUT_H
#define CS_MPI_CUT_H

#include "mpi/agree.h"
#include "mpi/sort_key.h"

/* The sorted keys of this rank's part. */
typedef struct cs_mpi_sorted {
    const cs_mpi_sort_key *key;
    const void *keys; /* in host memory */
    size_t count;
} cs_mpi_sorted;

/* The numbers of a search for the cuts. Each array but the first one has a number for each boundary, of which there are
 * one less than ranks. */
typedef struct cs_mpi_cuts {
    size_t *at;             /* the result: the elements from at[r] up to at[r + 1] go to rank r; ranks + 1 numbers */
    cl_ulong *targets;      /* how many elements of the whole order come before the boundary */
    cl_ulong *codes;        /* the code of the element at the boundary, as far as its bits are known */
    cl_ulong *below;        /* elements of all ranks with lower codes */
    size_t *lower, *upper;  /* this rank's elements with the code, as far as it is known: from lower up to upper */
    cl_ulong *own, *of_all; /* elements with lower codes than each candidate, of this rank and of all */
} cs_mpi_cuts;

clscan_status cs_mpi_cuts_create(int ranks, cs_mpi_cuts *cuts);
void cs_mpi_cuts_destroy(cs_mpi_cuts *cuts);

/* COLLECTIVE. Finds the cuts. cuts->targets is set: ascending numbers, at most the number of all elements. Elements
 * with equal codes are in the order of their ranks, and on a rank in the order of its part, so that a boundary may lie
 * between equal elements.
 *
 * The code of the element at each boundary is found CS_MPI_CUT_BITS bits a round, from the highest bits on: every rank
 * counts its elements below each candidate, by binary search, and MPI_Allreduce adds the counts. Bits that are the same
 * in all keys take no round. */
clscan_status cs_mpi_cut(const cs_mpi_ranks *ranks, const cs_mpi_sorted *sorted, cs_mpi_cuts *cuts);

enum { CS_MPI_CUT_BITS = 4 };

#endif
