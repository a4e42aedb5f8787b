#include "mpi/arrays.h"
#include "mpi/count.h"
#include "mpi/exchange.h"

#include <string.h>

clscan_status cs_mpi_check_args(const clscan_mpi_plan *plan, const clscan_args *args, bool in_host_memory) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!args, CLSCAN_ERROR_INVALID_VALUE, "args is NULL");
    FAIL_IF(args->struct_size && args->struct_size != sizeof *args, CLSCAN_ERROR_INVALID_VALUE,
            "args.struct_size is %zu bytes, this library's has %zu: CLSCAN_ARGS_INIT sets it, 0 is right too",
            args->struct_size, sizeof *args);
    TRY(cs_mpi_check_arrays(&plan->sizes, args, in_host_memory));
done:
    return status;
}

/* ----------------------------------------------------------------------------------------------------- one rank */

/* A selection and a scan with args.count_at have summaries for clscan_mpi_plan_part_info, because only the device knows
 * the numbers. */
static bool needs_no_exchange(const clscan_mpi_plan *plan, const clscan_args *args) {
    const bool has_late_numbers = plan->sizes.selects || args->count_at.buffer;
    return plan->ranks.size == 1 && (!plan->split || !has_late_numbers);
}

static clscan_status run_alone(clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args, cl_uint num_wait,
                               const cl_event *wait, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    cl_event computed = NULL;
    cl_ulong elements = 0;
    CORE(clscan_plan_enqueue(plan->plan, queue, args, num_wait, wait, &computed));
    TRY(cs_mpi_count_of(plan, queue, args, 1, &computed, &elements));
    plan->info = (clscan_part_info)CLSCAN_PART_INFO_INIT;
    plan->info.elements = plan->info.elements_total = elements;
    if (event) {
        *event = computed;
        computed = NULL;
    }
done:
    if (computed)
        clReleaseEvent(computed);
    return status ? cs_mpi_broadcast_failure(&plan->ranks, 0, status) : status;
}

/* ------------------------------------------------------------------------------------------------- several ranks */

/* Summarizes this rank's part, and waits for the summary. */
static clscan_status summarize(clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args, cl_uint num_wait,
                               const cl_event *wait) {
    clscan_status status = CLSCAN_OK;
    cl_event read = NULL;
    CORE(clscan_split_summarize(plan->split, queue, args, cs_mpi_carried_by(plan), num_wait, wait, &read));
    CL(clWaitForEvents(1, &read));
done:
    if (read)
        clReleaseEvent(read);
    return status;
}

static clscan_status compute(clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args, cl_event *computed,
                             clscan_part_info *info) {
    clscan_status status = CLSCAN_OK;
    const size_t rank = (size_t)plan->ranks.rank, size = (size_t)plan->ranks.size;
    CORE(clscan_split_part_info(plan->split, rank, size, plan->carried, info)); /* may wait for the device */
    CORE(clscan_split_enqueue(plan->split, queue, args, rank, size, plan->carried, 0, NULL, computed));
done:
    return status;
}

static clscan_status run_split(clscan_mpi_plan *plan, clscan_status own, cl_command_queue queue,
                               const clscan_args *args, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = own;
    clscan_part_info info = CLSCAN_PART_INFO_INIT;
    cl_event computed = NULL;
    if (!status)
        status = summarize(plan, queue, args, num_wait, wait);
    TRY(cs_mpi_exchange(plan, status, args));
    TRY(cs_mpi_agree(&plan->ranks, compute(plan, queue, args, &computed, &info)));
    plan->info = info;
    if (event) {
        *event = computed;
        computed = NULL;
    }
done:
    if (computed)
        clReleaseEvent(computed);
    return status;
}

clscan_status cs_mpi_run(clscan_mpi_plan *plan, clscan_status own, cl_command_queue queue, const clscan_args *args,
                         cl_uint num_wait, const cl_event *wait, cl_event *event) {
    if (!own && needs_no_exchange(plan, args))
        return run_alone(plan, queue, args, num_wait, wait, event);
    if (plan->sizes.task == CLSCAN_TASK_SORT)
        return cs_mpi_run_sort(plan, own, queue, args, num_wait, wait, event);
    if (!plan->split)
        return cs_mpi_run_histogram(plan, own, queue, args, num_wait, wait, event);
    return run_split(plan, own, queue, args, num_wait, wait, event);
}

clscan_status clscan_mpi_plan_enqueue(clscan_mpi_plan *plan, cl_command_queue queue, const clscan_args *args,
                                      cl_uint num_events_in_wait_list, const cl_event *event_wait_list,
                                      cl_event *event) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!plan, CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    TRY(cs_mpi_run(plan, cs_mpi_check_args(plan, args, false), queue, args, num_events_in_wait_list, event_wait_list,
                   event));
done:
    return status;
}
