/* Cases: an array that lies with several ranks, and what one call on the whole array has to give. */
#ifndef TESTS_MPI_CASE_H
#define TESTS_MPI_CASE_H

#include "mpi/check.h"

enum { N = 3001, ARRAYS = 2, WIDEST = 8, BINS = 10 };

typedef struct outcome outcome;

typedef struct mpi_case {
    const char *name;
    clscan_desc desc;
    const void *in[ARRAYS];
    size_t in_size[ARRAYS], out_size[ARRAYS]; /* bytes of an element; 0: there is no such array */
    const void *segments, *mask;
    size_t segment_size, mask_size; /* 0 with the array: bits */
    const void *init;
    cl_ulong first_index;
    size_t index_size, length_size, total_size;
    size_t results;                                    /* 0: as many as elements */
    bool on_device;                                    /* the number of elements is on the device */
    double (*key)(const struct mpi_case *c, size_t i); /* of a sort: orders as the keys of the elements do */
    void (*expect)(const struct mpi_case *c, outcome *expected);
} mpi_case;

/* The results of the whole array, or the results of a part. */
struct outcome {
    size_t n; /* results */
    unsigned char out[ARRAYS][(N + 1) * WIDEST], indices[N * WIDEST], lengths[N * WIDEST], total[32];
};

typedef struct affine {
    cl_uint a, b;
} affine;

/* Sequential references in plain C. */
void expect_sums(const mpi_case *c, outcome *expected);   /* of ints, by any segments */
void expect_affine(const mpi_case *c, outcome *expected); /* maps, of which the earlier one is applied first */
void expect_argmin(const mpi_case *c, outcome *expected); /* of longs */
void expect_sum(const mpi_case *c, outcome *expected);    /* a reduction of ints */
void expect_kept(const mpi_case *c, outcome *expected);   /* a selection of ints by flags, or of multiples of three */
void expect_runs(const mpi_case *c, outcome *expected);   /* the first or last ints of runs, or their lengths */
void expect_counts(const mpi_case *c, outcome *expected); /* a histogram of ints from 0 to 999 in BINS bins */
void expect_order(const mpi_case *c, outcome *expected);  /* a stable sort by `key`, with carried arrays and indices */

/* COLLECTIVE. Computes the case on the ranks of `comm`, with parts of several lengths, from buffers and from host
 * arrays, and checks the results of this rank. */
void check_case(const check_device *d, MPI_Comm comm, const mpi_case *c, const outcome *expected);

/* COLLECTIVE. Checks the codes of keys, and cuts of random parts, without a device. */
void check_cuts(MPI_Comm comm);

#endif
