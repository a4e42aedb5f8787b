#include "mpi/sort.h"

#include "mpi/count.h"
#include "mpi/cut.h"
#include "mpi/exchange.h"
#include "mpi/move.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ------------------------------------------------------------------------------------------------------- plans */

/* Creates the plan that computes the keys of elements: a selection that keeps all elements, and writes what
 * desc.user.map returns. */
static clscan_status create_keys(clscan_mpi_plan *plan, clscan_device *device, const clscan_desc *desc) {
    static const char every[] = "\n#define every_element_of_the_part(x) 1\n";
    clscan_status status = CLSCAN_OK;
    clscan_desc keys = CLSCAN_DESC_INIT;
    const char *const given = desc->user.source ? desc->user.source : "";
    const size_t length = strlen(given) + sizeof every;
    char *const source = malloc(length);
    TRY_ALLOC(source);
    snprintf(source, length, "%s%s", given, every);
    keys.task = CLSCAN_TASK_SELECT;
    keys.value = desc->value;
    keys.in[0] = desc->in[0];
    keys.count_type = desc->count_type;
    keys.user = (clscan_user) { .source = source, .map = desc->user.map, .keep = "every_element_of_the_part" };
    keys.max_count = desc->max_count;
    CORE(clscan_plan_create(device, &keys, &plan->sort.keys));
done:
    free(source);
    return status;
}

/* Creates the plan of the second sort, which carries the indices of the first one along as one more array. */
static clscan_status create_again(clscan_mpi_plan *plan, clscan_device *device, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    clscan_desc again = *desc;
    again.in[plan->sort.num] = again.out[plan->sort.num] = desc->index_type;
    again.index_type = (clscan_type) { 0 };
    CORE(clscan_plan_create(device, &again, &plan->sort.again));
done:
    return status;
}

clscan_status cs_mpi_sort_create(clscan_mpi_plan *plan, clscan_device *device, const clscan_desc *desc) {
    clscan_status status = CLSCAN_OK;
    cs_mpi_sort *sort = &plan->sort;
    sort->key = cs_mpi_sort_key_of(desc);
    for (; sort->num < CLSCAN_MAX_ARRAYS && plan->sizes.in[sort->num]; sort->num++)
        sort->bytes[sort->num] = plan->sizes.in[sort->num];
    if (desc->user.map)
        TRY(create_keys(plan, device, desc));
    if (!desc->index_type.name)
        goto done;
    TRY(create_again(plan, device, desc));
    sort->bytes[sort->num++] = plan->sizes.index;
done:
    return status;
}

void cs_mpi_sort_destroy(clscan_mpi_plan *plan) {
    clscan_plan_destroy(plan->sort.keys);
    clscan_plan_destroy(plan->sort.again);
}

/* ------------------------------------------------------------------------------------------------------ one call */

typedef struct call {
    clscan_mpi_plan *plan;
    cl_command_queue queue;
    clscan_args args; /* of this rank's part, with the number of its elements */
    cl_uint num_wait;
    const cl_event *wait;

    /* Each array of the part in order, and this rank's elements of the whole array in order. */
    cl_mem sorted[CLSCAN_MAX_ARRAYS], moved[CLSCAN_MAX_ARRAYS], keys;
    void *host_keys;
    cs_mpi_cuts cuts;
    cs_mpi_move move;
} call;

/* Checks everything about this rank's arguments, as binding them does, before anything moves. */
static clscan_status check(call *c, const clscan_args *given) {
    clscan_status status = CLSCAN_OK;
    clscan_bound *bound = NULL;
    cl_ulong count;
    CORE(clscan_bound_create(c->plan->plan, c->queue, given, &bound));
    TRY(cs_mpi_count_of(c->plan, c->queue, given, c->num_wait, c->wait, &count));
    memcpy(cs_mpi_carried_by(c->plan), &count, sizeof count);
    c->args = *given;
    c->args.count = (size_t)count;
    c->args.count_at = (clscan_ref) { 0 };
done:
    clscan_bound_destroy(bound);
    return status;
}

static clscan_status create_buffer(const call *c, size_t bytes, cl_mem *buffer) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    const size_t all = c->args.count * bytes;
    *buffer = clCreateBuffer(c->plan->context, CL_MEM_READ_WRITE, all > 0 ? all : 1, NULL, &error);
    TRY(cs_mpi_check_cl(error, "clCreateBuffer"));
done:
    return status;
}

static size_t widest_of(const cs_mpi_sort *sort) {
    size_t widest = 0;
    for (unsigned i = 0; i < sort->num; i++)
        widest = sort->bytes[i] > widest ? sort->bytes[i] : widest;
    return widest;
}

/* Allocates everything before the exchanges, in which no rank may fail alone. */
static clscan_status allocate(call *c) {
    clscan_status status = CLSCAN_OK;
    const clscan_mpi_plan *plan = c->plan;
    const cs_mpi_sort *sort = &plan->sort;
    cl_ulong most = 0;
    for (int r = 0; r < plan->ranks.size; r++)
        most = cs_mpi_count_of_rank(plan, r) > most ? cs_mpi_count_of_rank(plan, r) : most;
    TRY(cs_mpi_cuts_create(plan->ranks.size, &c->cuts));
    TRY(cs_mpi_move_create(&plan->ranks, most, c->args.count, widest_of(sort), &c->move));
    for (unsigned i = 0; i < sort->num; i++) {
        TRY(create_buffer(c, sort->bytes[i], &c->sorted[i]));
        TRY(create_buffer(c, sort->bytes[i], &c->moved[i]));
    }
    if (sort->keys)
        TRY(create_buffer(c, sort->key.bytes, &c->keys));
    c->host_keys = malloc(c->args.count * sort->key.bytes + 1);
    TRY_ALLOC(c->host_keys);
done:
    return status;
}

/* Reads the keys of the sorted elements into host memory. Waits. */
static clscan_status read_keys(call *c, cl_event sorted) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sort *sort = &c->plan->sort;
    clscan_args args = CLSCAN_ARGS_INIT;
    cl_event computed = NULL;
    args.in[0].buffer = c->sorted[0];
    args.out[0].buffer = c->keys;
    args.count = c->args.count;
    if (sort->keys)
        CORE(clscan_plan_enqueue(sort->keys, c->queue, &args, 1, &sorted, &computed));
    CL(clEnqueueReadBuffer(c->queue, sort->keys ? c->keys : c->sorted[0], CL_TRUE, 0, c->args.count * sort->key.bytes,
                           c->host_keys, 1, computed ? &computed : &sorted, NULL));
done:
    if (computed)
        clReleaseEvent(computed);
    return status;
}

/* Sorts this rank's part into own buffers, with the indices in the whole array, and waits. */
static clscan_status sort_part(call *c, cl_ulong before) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sort *sort = &c->plan->sort;
    const unsigned arrays = sort->num - (c->plan->sizes.index > 0);
    clscan_args args = c->args;
    cl_event sorted = NULL;
    TRY(allocate(c));
    if (args.count == 0)
        goto done;
    for (unsigned i = 0; i < arrays; i++)
        args.out[i] = (clscan_ref) { .buffer = c->sorted[i] };
    if (c->plan->sizes.index) {
        args.indices = (clscan_ref) { .buffer = c->sorted[arrays] };
        args.first_index += before;
    }
    CORE(clscan_plan_enqueue(c->plan->plan, c->queue, &args, c->num_wait, c->wait, &sorted));
    TRY(read_keys(c, sorted));
done:
    if (sorted)
        clReleaseEvent(sorted);
    return status;
}

/* Each rank gets as many elements as it gave. */
static clscan_status find_cuts(call *c) {
    clscan_status status = CLSCAN_OK;
    const clscan_mpi_plan *plan = c->plan;
    const cs_mpi_sorted sorted = { &plan->sort.key, c->host_keys, c->args.count };
    cl_ulong before = 0;
    for (int r = 0; r < plan->ranks.size - 1; r++) {
        before += cs_mpi_count_of_rank(plan, r);
        c->cuts.targets[r] = before;
    }
    TRY(cs_mpi_cut(&plan->ranks, &sorted, &c->cuts));
    TRY(cs_mpi_move_plan(&c->move, c->cuts.at));
done:
    return status;
}

/* Moves all arrays. *own is as for cs_mpi_move_array. */
static clscan_status move_arrays(call *c, clscan_status *own) {
    clscan_status status = CLSCAN_OK;
    for (unsigned i = 0; i < c->plan->sort.num; i++) {
        const cs_mpi_moved_array array = { c->queue, c->sorted[i], c->moved[i], c->plan->sort.bytes[i] };
        TRY(cs_mpi_move_array(&c->move, &array, own));
    }
done:
    return status;
}

/* Sorts the elements that this rank received, into the caller's arrays. The order is stable, because the elements of
 * lower ranks come first. */
static clscan_status sort_again(call *c, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    const cs_mpi_sort *sort = &c->plan->sort;
    clscan_args args = c->args;
    for (unsigned i = 0; i < sort->num; i++)
        args.in[i] = (clscan_ref) { .buffer = c->moved[i] };
    args.first_index = 0;
    if (sort->again) {
        args.out[sort->num - 1] = args.indices;
        args.indices = (clscan_ref) { 0 };
        args.workspace = NULL; /* which has no room for the indices that move */
    }
    CORE(clscan_plan_enqueue(sort->again ? sort->again : c->plan->plan, c->queue, &args, c->num_wait, c->wait, event));
done:
    return status;
}

/* Commands in the queue keep the buffers that they use. */
static void release(call *c) {
    for (unsigned i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        if (c->sorted[i])
            clReleaseMemObject(c->sorted[i]);
        if (c->moved[i])
            clReleaseMemObject(c->moved[i]);
    }
    if (c->keys)
        clReleaseMemObject(c->keys);
    free(c->host_keys);
    cs_mpi_cuts_destroy(&c->cuts);
    cs_mpi_move_destroy(&c->move);
}

clscan_status cs_mpi_run_sort(clscan_mpi_plan *plan, clscan_status own, cl_command_queue queue, const clscan_args *args,
                              cl_uint num_wait, const cl_event *wait, cl_event *event) {
    clscan_status status = own;
    call c = { .plan = plan, .queue = queue, .num_wait = num_wait, .wait = wait };
    clscan_part_info info;
    cl_event sorted = NULL;
    if (!own)
        own = check(&c, args);
    TRY(cs_mpi_exchange(plan, own, args));
    info = cs_mpi_info_of_counts(plan);
    TRY(cs_mpi_agree(&plan->ranks, sort_part(&c, info.elements_before)));
    TRY(find_cuts(&c));
    TRY(move_arrays(&c, &own));
    if (!own)
        own = sort_again(&c, &sorted);
    TRY(cs_mpi_agree(&plan->ranks, own));
    plan->info = info;
    if (event) {
        *event = sorted;
        sorted = NULL;
    }
done:
    if (sorted)
        clReleaseEvent(sorted);
    release(&c);
    return status;
}
