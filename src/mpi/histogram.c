/* Histograms: the counts of all ranks are added in host memory. */
#include "mpi/count.h"
#include "mpi/exchange.h"

#include <stdlib.h>
#include <string.h>

/* Counts this rank's elements, and reads the counts into host memory. */
static clscan_status count_part(clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args,
                                cl_uint num_wait, const cl_event *wait, void *counts) {
    clscan_status status = CLSCAN_OK;
    const clscan_ref *out = &args->out[0];
    const size_t size = plan->sizes.out[0];
    cl_event counted = NULL;
    cl_ulong elements;
    TRY_ALLOC(counts);
    CORE(clscan_plan_enqueue(plan->plan, queue, args, num_wait, wait, &counted));
    CL(clEnqueueReadBuffer(queue, out->buffer, CL_TRUE, out->offset * size, plan->sizes.bins * size, counts, 1,
                           &counted, NULL));
    TRY(cs_mpi_count_of(plan, queue, args, 1, &counted, &elements));
    memcpy(cs_mpi_carried_by(plan), &elements, sizeof elements);
done:
    if (counted)
        clReleaseEvent(counted);
    return status;
}

/* All ranks know the elements of all, and so fail together. */
static clscan_status check_elements(const clscan_mpi_plan *plan, const clscan_part_info *info) {
    return plan->sizes.weighted || (double)info->elements_total <= plan->sizes.most
               ? CLSCAN_OK
               : cs_mpi_fail_of_rank(CLSCAN_ERROR_INVALID_VALUE, 0,
                                     "the elements of all ranks are more than the type of the counts can count: name a "
                                     "wider type in desc.value");
}

/* ------------------------------------------------------------------------------------------------------- sums */

/* Unsigned integers wrap, and a signed sum has the bits of the unsigned one. */
static clscan_status add_integers(const clscan_mpi_plan *plan, void *counts) {
    clscan_status status = CLSCAN_OK;
    const MPI_Datatype type = plan->sizes.out[0] == sizeof(cl_uint) ? MPI_UINT32_T : MPI_UINT64_T;
    MPI(MPI_Allreduce(MPI_IN_PLACE, counts, (int)plan->sizes.bins, type, MPI_SUM, plan->ranks.comm));
done:
    return status;
}

/* Stores the sum of the numbers i, i + n, i + 2 n and so on of all ranks, in this order. */
static void add_in_order(const void *all, size_t ranks, size_t n, size_t i, bool is_double, void *sum) {
    double d = 0;
    float f = 0;
    for (size_t r = 0; r < ranks; r++)
        if (is_double)
            d += ((const double *)all)[r * n + i];
        else
            f += ((const float *)all)[r * n + i];
    if (is_double)
        ((double *)sum)[i] = d;
    else
        ((float *)sum)[i] = f;
}

enum { FLOATS_AT_ONCE = 4096 }; /* bounds the memory of an exchange */

/* Sums of floating-point numbers depend on their order, and MPI does not promise one. `all` has room for
 * FLOATS_AT_ONCE numbers of each rank. */
static clscan_status add_floats(const clscan_mpi_plan *plan, void *counts, void *all) {
    clscan_status status = CLSCAN_OK;
    const size_t size = plan->sizes.out[0], ranks = (size_t)plan->ranks.size;
    for (size_t done_bins = 0; done_bins < plan->sizes.bins; done_bins += FLOATS_AT_ONCE) {
        const size_t left = plan->sizes.bins - done_bins, n = left < FLOATS_AT_ONCE ? left : FLOATS_AT_ONCE;
        char *const own = (char *)counts + done_bins * size;
        MPI(MPI_Allgather(own, (int)(n * size), MPI_BYTE, all, (int)(n * size), MPI_BYTE, plan->ranks.comm));
        for (size_t i = 0; i < n; i++)
            add_in_order(all, ranks, n, i, size == sizeof(double), own);
    }
done:
    return status;
}

clscan_status cs_mpi_run_histogram(clscan_mpi_plan *plan, clscan_status own, cl_command_queue queue,
                                   const clscan_args *args, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = own;
    const size_t size = plan->sizes.out[0];
    clscan_part_info info;
    cl_event written = NULL;
    cl_int error;
    void *counts = malloc(plan->sizes.bins * size);
    void *all = malloc(plan->sizes.floats ? FLOATS_AT_ONCE * size * (size_t)plan->ranks.size : 1);
    if (!status)
        status = count_part(plan, queue, args, num_wait, wait, all ? counts : NULL);
    TRY(cs_mpi_exchange(plan, status, args));
    info = cs_mpi_info_of_counts(plan);
    TRY(check_elements(plan, &info));
    TRY(plan->sizes.floats ? add_floats(plan, counts, all) : add_integers(plan, counts));
    error = clEnqueueWriteBuffer(queue, args->out[0].buffer, CL_TRUE, args->out[0].offset * size,
                                 plan->sizes.bins * size, counts, 0, NULL, &written);
    TRY(cs_mpi_agree(&plan->ranks, cs_mpi_check_cl(error, "clEnqueueWriteBuffer")));
    plan->info = info;
    if (event) {
        *event = written;
        written = NULL;
    }
done:
    if (written)
        clReleaseEvent(written);
    free(counts);
    free(all);
    return status;
}
