#include "mpi/plan.h"

#include "mpi/exchange.h"
#include "mpi/identity.h"
#include "mpi/sort.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------ communicators */

/* Fails on this rank unless MPI is running and `comm` is an intracommunicator. */
static clscan_status check_comm(MPI_Comm comm) {
    clscan_status status = CLSCAN_OK;
    int begun = 0, over = 0, between = 0;
    MPI_Initialized(&begun);
    MPI_Finalized(&over);
    FAIL_IF(!begun || over, CLSCAN_ERROR_INVALID_VALUE,
            "MPI is not running: call MPI_Init before, and MPI_Finalize "
            "after all calls of clscan_mpi");
    FAIL_IF(comm == MPI_COMM_NULL, CLSCAN_ERROR_INVALID_VALUE, "comm is MPI_COMM_NULL");
    MPI(MPI_Comm_test_inter(comm, &between));
    FAIL_IF(between, CLSCAN_ERROR_INVALID_VALUE,
            "comm is between two groups of ranks: merge them with "
            "MPI_Intercomm_merge");
done:
    return status;
}

static clscan_status create_ranks(MPI_Comm comm, cs_mpi_ranks *ranks) {
    clscan_status status = CLSCAN_OK;
    MPI(MPI_Comm_dup(comm, &ranks->comm));
    MPI(MPI_Comm_set_errhandler(ranks->comm, MPI_ERRORS_RETURN));
    MPI(MPI_Comm_rank(ranks->comm, &ranks->rank));
    MPI(MPI_Comm_size(ranks->comm, &ranks->size));
done:
    return status;
}

/* Rounded up, so that the first ranks have as many elements as any. */
clscan_status clscan_mpi_local_part(cl_ulong count, MPI_Comm comm, cl_ulong *first, size_t *part_count) {
    clscan_status status = CLSCAN_OK;
    enum { WORD = 32 };
    int rank, size;
    FAIL_IF(!first, CLSCAN_ERROR_INVALID_VALUE, "first is NULL");
    FAIL_IF(!part_count, CLSCAN_ERROR_INVALID_VALUE, "part_count is NULL");
    TRY(check_comm(comm));
    MPI(MPI_Comm_rank(comm, &rank));
    MPI(MPI_Comm_size(comm, &size));
    const cl_ulong words = count / WORD + (count % WORD > 0), ranks = (cl_ulong)size;
    const cl_ulong part_words = words / ranks + (words % ranks > 0);
    const cl_ulong begin_word =
        part_words > 0 && (cl_ulong)rank > words / part_words ? words : part_words * (cl_ulong)rank;
    const cl_ulong begin = begin_word > count / WORD ? count : begin_word * WORD, left = count - begin;
    const cl_ulong part = part_words > left / WORD ? left : part_words * WORD;
    FAIL_IF(part > SIZE_MAX, CLSCAN_ERROR_INVALID_VALUE,
            "count is %llu, so that a part has %llu elements, more than a "
            "size_t can count",
            (unsigned long long)count, (unsigned long long)part);
    *first = begin;
    *part_count = (size_t)part;
done:
    return status;
}

/* --------------------------------------------------------------------------------------------------- creation */

static clscan_status refuse(const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(desc->task == CLSCAN_TASK_HISTOGRAM && desc->layout != CLSCAN_LAYOUT_CONTIGUOUS, CLSCAN_ERROR_INVALID_DESC,
            "desc.layout is CLSCAN_LAYOUT_ROWS, but a histogram over ranks is of all elements: rows that are whole on "
            "a rank need clscan_plan_enqueue only");
    FAIL_IF(desc->task == CLSCAN_TASK_HISTOGRAM && desc->segments, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is given, but a histogram over ranks is of all elements: the counts of a segment that "
            "crosses ranks are not joined");
    FAIL_IF(desc->task == CLSCAN_TASK_HISTOGRAM && desc->user.with_position, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.with_position is %d, but the kernels of a part do not know how many elements other ranks have",
            desc->user.with_position);
    FAIL_IF(desc->task == CLSCAN_TASK_SELECT && desc->segments, CLSCAN_ERROR_INVALID_DESC,
            "desc.segments is given, but desc.task is CLSCAN_TASK_SELECT: the segments of other ranks are not counted");
    const bool sorts = desc->task == CLSCAN_TASK_SORT, rows = desc->layout != CLSCAN_LAYOUT_CONTIGUOUS;
    FAIL_IF(sorts && (rows || desc->segments), CLSCAN_ERROR_INVALID_DESC,
            "desc.%s is %s, but a sort over ranks is of all elements: rows and segments that are whole on a rank need "
            "clscan_plan_enqueue only",
            rows ? "layout" : "segments",
            rows ? clscan_layout_name(desc->layout) : clscan_segments_name(desc->segments));
    FAIL_IF(
        sorts && desc->user.less, CLSCAN_ERROR_INVALID_DESC,
        "desc.user.less is \"%s\", but a sort over ranks finds by the bits of keys which elements a rank gets: give "
        "desc.user.map, which computes a key",
        desc->user.less);
    FAIL_IF(sorts && desc->user.load, CLSCAN_ERROR_INVALID_DESC,
            "desc.user.load is \"%s\", but a sort over ranks moves the elements of in[0] as they are in memory: load "
            "them to an array first, for example by clscan_plan_enqueue on each rank",
            desc->user.load);
done:
    return status;
}

/* Even for one rank, the plan is created through a split. The split refuses descriptions that cannot be split, so that
 * a program that runs on one rank also runs on several. */
static clscan_status create_kernels(clscan_mpi_plan *plan, clscan_device *device, const clscan_desc *desc,
                                    size_t *bytes) {
    clscan_status status = CLSCAN_OK;
    TRY(refuse(desc));
    *bytes = sizeof(cl_ulong);
    if (desc->task != CLSCAN_TASK_HISTOGRAM && desc->task != CLSCAN_TASK_SORT) {
        CORE(clscan_split_create(device, desc, &plan->split));
        CORE(clscan_split_summary_size(plan->split, bytes));
    }
    if (!plan->split || plan->ranks.size == 1)
        CORE(clscan_plan_create(device, desc, &plan->plan));
    if (plan->split) {
        CORE(clscan_plan_init_size(clscan_split_plan(plan->split), &plan->init_bytes));
        CORE(clscan_plan_total_size(clscan_split_plan(plan->split), &plan->total_bytes));
    }
    plan->sizes = cs_mpi_sizes_of(desc);
    if (desc->task == CLSCAN_TASK_SORT && plan->ranks.size > 1)
        TRY(cs_mpi_sort_create(plan, device, desc));
done:
    return status;
}

static clscan_status create_queue(clscan_mpi_plan *plan, const clscan_device *device) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    plan->context = clscan_device_context(device);
    plan->queue = clCreateCommandQueue(plan->context, clscan_device_id(device), 0, &error);
    TRY(cs_mpi_check_cl(error, "clCreateCommandQueue"));
    plan->none = clCreateBuffer(plan->context, CL_MEM_READ_WRITE, CLSCAN_MAX_ARRAYS, NULL, &error);
    TRY(cs_mpi_check_cl(error, "clCreateBuffer"));
done:
    return status;
}

static clscan_status check_given(const clscan_device *device, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!device, CLSCAN_ERROR_INVALID_VALUE, "device is NULL");
    FAIL_IF(!desc, CLSCAN_ERROR_INVALID_VALUE, "desc is NULL");
done:
    return status;
}

/* Creates the objects of a plan that need no other rank. */
static clscan_status create_alone(const cs_mpi_ranks *ranks, clscan_device *device, const clscan_desc *desc,
                                  clscan_mpi_plan **plan) {
    clscan_status status = CLSCAN_OK;
    size_t bytes = 0;
    *plan = calloc(1, sizeof **plan);
    TRY_ALLOC(*plan);
    (*plan)->ranks = *ranks;
    TRY(create_kernels(*plan, device, desc, &bytes));
    TRY(create_queue(*plan, device));
    TRY(cs_mpi_records_create(*plan, bytes));
done:
    return status;
}

/* Releases the objects of a plan that need no other rank. */
static void destroy_alone(clscan_mpi_plan *plan) {
    if (!plan)
        return;
    clscan_split_destroy(plan->split);
    cs_mpi_sort_destroy(plan);
    clscan_plan_destroy(plan->plan);
    if (plan->queue)
        clReleaseCommandQueue(plan->queue);
    if (plan->none)
        clReleaseMemObject(plan->none);
    cs_mpi_records_destroy(plan);
    free(plan);
}

clscan_status clscan_mpi_plan_create(clscan_device *device, const clscan_desc *desc, MPI_Comm comm,
                                     clscan_mpi_plan **plan) {
    clscan_status status = CLSCAN_OK;
    clscan_mpi_plan *made = NULL;
    cs_mpi_ranks ranks = { .comm = MPI_COMM_NULL };
    FAIL_IF(!plan, CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    *plan = NULL;
    TRY(check_comm(comm));
    TRY(create_ranks(comm, &ranks));
    TRY(cs_mpi_agree(&ranks, check_given(device, desc)));
    TRY(cs_mpi_compare_descriptions(&ranks, desc));
    TRY(cs_mpi_agree(&ranks, create_alone(&ranks, device, desc, &made)));
    *plan = made;
    made = NULL;
    ranks.comm = MPI_COMM_NULL;
done:
    destroy_alone(made);
    if (ranks.comm != MPI_COMM_NULL)
        MPI_Comm_free(&ranks.comm);
    return status;
}

void clscan_mpi_plan_destroy(clscan_mpi_plan *plan) {
    int over = 0;
    MPI_Finalized(&over);
    if (plan && !over)
        MPI_Comm_free(&plan->ranks.comm);
    destroy_alone(plan);
}

/* --------------------------------------------------------------------------------------------------- questions */

const clscan_plan *clscan_mpi_plan_local(const clscan_mpi_plan *plan) {
    return !plan ? NULL : plan->split ? clscan_split_plan(plan->split) : plan->plan;
}

clscan_status clscan_mpi_plan_part_info(const clscan_mpi_plan *plan, clscan_part_info *info) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(!plan, CLSCAN_ERROR_INVALID_VALUE, "plan is NULL");
    FAIL_IF(!info, CLSCAN_ERROR_INVALID_VALUE, "info is NULL");
    FAIL_IF(info->struct_size && info->struct_size != sizeof *info, CLSCAN_ERROR_INVALID_VALUE,
            "info.struct_size is %zu bytes, this library's has %zu: CLSCAN_PART_INFO_INIT sets it, 0 is right too",
            info->struct_size, sizeof *info);
    FAIL_IF(!plan->info.struct_size, CLSCAN_ERROR_INVALID_VALUE,
            "no call of clscan_mpi_plan_enqueue or clscan_mpi_plan_execute has succeeded yet");
    *info = plan->info;
done:
    return status;
}
