/* A plan over the ranks of a communicator. */
#ifndef CS_MPI_PLAN_H
#define CS_MPI_PLAN_H

#include "mpi/agree.h"
#include "mpi/sizes.h"
#include "mpi/sort_key.h"

#include <stdbool.h>

/* The plans and numbers of a sort on several ranks, besides the plan of the first sort. */
typedef struct cs_mpi_sort {
    clscan_plan *again; /* the second sort, if there are indices; else NULL: `plan` sorts again */
    clscan_plan *keys;  /* computes the keys of elements; NULL: elements are the keys */
    cs_mpi_sort_key key;
    unsigned num; /* arrays that move, with the indices as the last one */
    size_t bytes[CLSCAN_MAX_ARRAYS];
} cs_mpi_sort;

struct clscan_mpi_plan {
    cs_mpi_ranks ranks;
    clscan_split *split; /* NULL for histograms and sorts */
    clscan_plan *plan;   /* for these two, and for calls that need no summaries because there is one rank; or NULL */
    cs_mpi_sort sort;

    cs_mpi_sizes sizes;
    size_t init_bytes, total_bytes; /* of args.init and args.total; 0: the task has none */

    /* The buffers of an exchange (exchange.h): the record of this rank, the records of all ranks, and the bytes that
     * these records carry. */
    size_t carried_bytes;
    unsigned char *record, *records, *carried;

    cl_context context;
    cl_command_queue queue; /* of calls on host arrays */
    cl_mem none;            /* stands for host arrays that the description has no use for */

    clscan_part_info info; /* of the latest call that succeeded; struct_size 0: there was none */
};

/* COLLECTIVE. Computes the results of this rank's part. `own` is the status of this rank so far. */
clscan_status cs_mpi_run(clscan_mpi_plan *plan, clscan_status own, cl_command_queue queue, const clscan_args *args,
                         cl_uint num_wait, const cl_event *wait, cl_event *event);

/* COLLECTIVE. Does the same for sorts on several ranks. */
clscan_status cs_mpi_run_sort(clscan_mpi_plan *plan, clscan_status own, cl_command_queue queue, const clscan_args *args,
                              cl_uint num_wait, const cl_event *wait, cl_event *event);

/* COLLECTIVE. Does the same for histograms. */
clscan_status cs_mpi_run_histogram(clscan_mpi_plan *plan, clscan_status own, cl_command_queue queue,
                                   const clscan_args *args, cl_uint num_wait, const cl_event *wait, cl_event *event);

/* Fails if args cannot be read, or if an array is missing or lies elsewhere than the call allows. */
clscan_status cs_mpi_check_args(const clscan_mpi_plan *plan, const clscan_args *args, bool in_host_memory);

#endif
