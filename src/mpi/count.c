#include "mpi/count.h"

#include <stdint.h>
#include <string.h>

size_t cs_mpi_number_at(const cs_mpi_sizes *sizes, const void *at, size_t most) {
    cl_uint narrow;
    cl_ulong wide;
    memcpy(&narrow, at, sizeof narrow);
    if (sizes->count == sizeof narrow)
        wide = sizes->signed_count && narrow > INT32_MAX ? 0 : narrow;
    else {
        memcpy(&wide, at, sizeof wide);
        wide = sizes->signed_count && wide > INT64_MAX ? 0 : wide;
    }
    return wide < most ? (size_t)wide : most;
}

clscan_status cs_mpi_count_of(const clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args,
                              cl_uint num_wait, const cl_event *wait, cl_ulong *count) {
    clscan_status status = CLSCAN_OK;
    const clscan_ref *cell = &args->count_at;
    const size_t size = plan->sizes.count;
    cl_ulong number = 0;
    *count = args->count;
    if (!cell->buffer)
        goto done;
    CL(clEnqueueReadBuffer(queue, cell->buffer, CL_TRUE, cell->offset * size, size, &number, num_wait,
                           num_wait ? wait : NULL, NULL));
    *count = cs_mpi_number_at(&plan->sizes, &number, args->count);
done:
    return status;
}

cl_ulong cs_mpi_count_of_rank(const clscan_mpi_plan *plan, int rank) {
    cl_ulong count;
    memcpy(&count, plan->carried + (size_t)rank * sizeof count, sizeof count);
    return count;
}

clscan_part_info cs_mpi_info_of_counts(const clscan_mpi_plan *plan) {
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    for (int i = 0; i < plan->ranks.size; i++) {
        info.elements_before += i < plan->ranks.rank ? cs_mpi_count_of_rank(plan, i) : 0;
        info.elements_total += cs_mpi_count_of_rank(plan, i);
    }
    info.elements = cs_mpi_count_of_rank(plan, plan->ranks.rank);
    return info;
}
