/* Functions that the tests of failures share. */
#ifndef TESTS_MPI_FAILURES_H
#define TESTS_MPI_FAILURES_H

#include "mpi/check.h"

enum { N = 64 };

typedef struct fixture {
    check_device d;
    int rank, size;
    clscan_mpi_plan *sums;
    cl_mem in, out, small;
} fixture;

/* Returns arguments for f->sums that are right. */
clscan_args right_args(const fixture *f);

/* f->sums works after every failure. */
void check_works(const fixture *f);

/* Calls that fail on one rank, and so on all. */
void test_failing_calls(const fixture *f);

#endif
