#include "host/execute.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"
#include "host/mirror.h"
#include "plan/plan_choice.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static clscan_status host_queue(clscan_plan *plan, cl_command_queue *queue) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    pthread_mutex_lock(&plan->pools.mutex);
    if (!plan->host_queue)
        plan->host_queue = clCreateCommandQueue(plan->device->context, plan->device->id, 0, &error);
    *queue = plan->host_queue;
    pthread_mutex_unlock(&plan->pools.mutex);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
done:
    return status;
}

/* ------------------------------------------------------------------------------------------- one piece, in buffers */

/* A call on host arrays on its way through buffers. */
typedef struct execution {
    clscan_plan *plan;
    cs_call call; /* at first the caller's call, then the same call on buffers */
    cs_byte_ranges in, out;
    cs_findings findings;
    cs_mirrors mirrors; /* the arrays of `out` come first */
} execution;

/* Returns true if the range shares bytes with another one of the call. */
static bool overlaps_another(const execution *e, const cs_byte_range *range) {
    bool overlaps = false;
    for (size_t i = 0; i < e->in.n; i++)
        overlaps = overlaps || (range != &e->in.at[i] && cs_byte_ranges_overlap(range, &e->in.at[i]));
    for (size_t i = 0; i < e->out.n; i++)
        overlaps = overlaps || (range != &e->out.at[i] && cs_byte_ranges_overlap(range, &e->out.at[i]));
    return overlaps;
}

/* Returns true if the rows leave gaps in output `i`. */
static bool has_gaps(const execution *e, size_t i) {
    const cs_traits *traits = &e->plan->traits;
    const size_t written = traits->line_results             ? e->call.lines * traits->line_results
                           : traits->segments.offsets_input ? e->call.lines * traits->segments.results
                                                            : e->call.count;
    return (e->out.at[i].end - e->out.at[i].begin) / e->out.element[i] > written;
}

/* Returns true if the call writes consecutive elements of its outputs, and no others. The sorted rows of an output may
 * lie apart. */
static bool writes_consecutively(const execution *e) {
    const cs_traits *traits = &e->plan->traits;
    const cs_rows *r = &e->call.rows;
    const bool adjacent =
        r->out_stride == r->columns && (r->out_pitch == r->length * r->columns || e->call.lines == r->columns);
    const bool apart = traits->kind == CS_SORT && traits->has_rows && !cs_traits_has_dense_outputs(traits) && !adjacent;
    return cs_traits_compacts(traits) && !apart;
}

/* Returns the number of the output whose range is range `i`. Outputs before it may be missing. */
static unsigned output_of(const execution *e, size_t i) {
    return (unsigned)(e->out.array[i] - e->call.out);
}

/* Returns true if range `i` belongs to an output with one number for all elements. */
static bool is_single(const execution *e, size_t i) {
    return e->plan->traits.more_out_is_single && e->out.array[i] == &e->call.out[1];
}

/* Returns true if the call leaves elements of output `i` as they are, or reads them in place, so that the buffer needs
 * them. A selection needs none: only the elements that it has written are fetched. */
static bool needs_elements(const execution *e, size_t i) {
    const cs_traits *traits = &e->plan->traits;
    const bool single = is_single(e, i);
    if (i >= traits->num_out || (writes_consecutively(e) && !single))
        return false;
    return traits->writes_anywhere || has_gaps(e, i) || single || (i == 0 && e->findings.in_place);
}

/* Makes a mirror of array `i`, and replaces the array in the call by the buffer of the mirror. */
static clscan_status add_mirror(execution *e, const cs_byte_ranges *ranges, size_t i, bool alone, bool filled,
                                cl_mem_flags access) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_mirrors_add(&e->mirrors, ranges, i, alone, filled, access));
    *(cs_call_array *)ranges->array[i] = (cs_call_array) { .handle = e->mirrors.at[e->mirrors.n - 1].buffer };
done:
    return status;
}

/* Makes a buffer for each array and cell: first for the outputs. In place, the input and the output have one buffer,
 * except in a sort, where arrays that overlap are copied to buffers that do not. */
static clscan_status make_buffers(execution *e) {
    clscan_status status = CLSCAN_OK;
    const bool in_place = e->findings.in_place && e->plan->traits.kind != CS_SORT;
    cs_byte_range *const in = &e->in.at[0], *const out = &e->out.at[0];
    if (in_place && in->end > out->end)
        out->end = in->end;
    for (size_t i = 0; i < e->out.n; i++)
        TRY(add_mirror(e, &e->out, i, (in_place && i == 0) || !overlaps_another(e, &e->out.at[i]), needs_elements(e, i),
                       CL_MEM_READ_WRITE));
    for (size_t i = in_place; i < e->in.n; i++)
        TRY(add_mirror(e, &e->in, i, !overlaps_another(e, &e->in.at[i]), true, CL_MEM_READ_ONLY));
    if (in_place)
        *(cs_call_array *)e->in.array[0] = *e->out.array[0];
    e->call.memory = CS_BUFFERS;
done:
    return status;
}

/* Returns how many results each output has after the call: the kept elements, the results of segments, or all elements
 * of a partition. */
static cl_ulong end_of_selection(const execution *e, const void *total) {
    const cs_traits *traits = &e->plan->traits;
    const cl_ulong end =
        cs_traits_moves_all(traits) ? cs_call_moved(traits, &e->call) : cs_number_at(total, traits->total.type.size);
    return end < e->findings.capacity ? end : e->findings.capacity;
}

/* Returns true if range `i` is the range of args.offsets. */
static bool is_offsets(const execution *e, size_t i) {
    const unsigned output = output_of(e, i);
    return output > 0 && output == e->plan->traits.selection.offsets_output;
}

/* Returns how many numbers a selection by segments has written to args.offsets. Its total is a number of elements and
 * then a number of segments. */
static size_t num_offsets(const execution *e, const void *total) {
    const cs_traits *traits = &e->plan->traits;
    const size_t size = traits->total.type.size, room = e->findings.segment_room,
                 numbers = cs_traits_offsets(traits, (size_t)cs_number_at((const char *)total + size, size));
    return numbers < room ? numbers : room;
}

/* Fetches what the call has written: whole arrays, or in a selection the elements after the first `held` ones, which
 * the outputs already had. */
static clscan_status fetch(const execution *e, const void *total, cl_ulong held) {
    clscan_status status = CLSCAN_OK;
    const cs_mirrors *m = &e->mirrors;
    const size_t arrays = e->out.n - (e->call.total.handle != NULL); /* the total is the last output */
    for (size_t i = arrays; i < e->out.n; i++)
        TRY(cs_mirror_fetch(m, &m->at[i], 0, m->at[i].bytes));
    const bool consecutive = writes_consecutively(e);
    const size_t end = consecutive ? (size_t)end_of_selection(e, total) : 0;
    const size_t begin = held < end ? (size_t)held : end;
    for (size_t i = 0; i < arrays; i++) {
        const size_t bytes = cs_traits_result_elements(&e->plan->traits, output_of(e, i)) * e->out.element[i];
        if (is_offsets(e, i))
            TRY(cs_mirror_fetch(m, &m->at[i], 0, num_offsets(e, total) * bytes));
        else if (consecutive && !is_single(e, i))
            TRY(cs_mirror_fetch(m, &m->at[i], begin * bytes, end * bytes));
        else
            TRY(cs_mirror_fetch(m, &m->at[i], 0, m->at[i].bytes));
    }
done:
    return status;
}

/* Returns true if the call gets a total of its own, because the caller gave none and the total says how many results to
 * fetch. A call that moves all elements and writes no offsets of segments needs none. Run-length encodings, and calls
 * without an output, get none either, because their callers have to give a total. */
static bool wants_own_total(const cs_traits *traits, const cs_call *call) {
    bool has_output = false;
    for (unsigned i = 0; i < traits->num_out; i++)
        has_output = has_output || call->out[i].handle;
    const bool has_offsets = traits->selection.offsets_output && call->out[traits->selection.offsets_output].handle;
    return cs_traits_compacts(traits) && (!cs_traits_moves_all(traits) || has_offsets) && !traits->lengths.output &&
           has_output && !call->total.handle;
}

/* Executes a call whose arrays fit into buffers of the device. */
static clscan_status execute_whole(clscan_plan *plan, cl_command_queue queue, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &plan->traits;
    cl_ulong own_total[2] = { 0 };
    execution e = { .plan = plan, .call = *call, .mirrors = { .device = plan->device, .queue = queue } };
    if (wants_own_total(traits, call))
        e.call.total.handle = (cl_mem)own_total;
    const void *total = cs_host_cell(&e.call.total, traits->total.type.size);
    const cl_ulong held = cs_call_held(traits, call);
    TRY(cs_args_ranges(plan->device, traits, &e.call, &e.in, &e.out, &e.findings));
    TRY(make_buffers(&e));
    TRY(cs_plan_enqueue(plan, queue, &e.call, 0, NULL, NULL));
    TRY(fetch(&e, total, held));
done:
    return cs_mirrors_release(&e.mirrors, status);
}

/* --------------------------------------------------------------------------------------------------------- pieces */

/* Returns true if a call can be executed piece by piece: the total of a piece is the initial value of the next one. */
static bool has_pieces(const cs_traits *traits) {
    return !traits->has_rows && !traits->segments.kind && !traits->reads_anywhere && !traits->writes_anywhere &&
           !traits->asks_position && !traits->histogram.bins;
}

/* Returns the greatest number of elements whose arrays and workspace fit into buffers of the device. */
static size_t most_at_once(const clscan_plan *plan, size_t count) {
    const cs_traits *traits = &plan->traits;
    size_t widest = 1;
    for (unsigned i = 0; i < traits->num_in; i++)
        widest = traits->in[i].size > widest ? traits->in[i].size : widest;
    for (unsigned i = 0; i < traits->num_out; i++)
        widest = traits->out[i].size > widest ? traits->out[i].size : widest;
    const cl_ulong fit = plan->device->caps.max_alloc / widest;
    size_t most = fit < count ? (size_t)fit : count;
    while (most > 1 && !cs_plan_has_room(plan, most))
        most /= 2;
    return most;
}

/* Moves an array to the piece that begins at element `at`. The capacity has been checked. */
static void advance(cs_call_array *array, size_t at) {
    array->offset += at;
    array->capacity = 0;
}

/* Returns the piece of `n` elements from element `at` on. */
static cs_call piece_of(const cs_traits *traits, const cs_call *call, size_t at, size_t n) {
    cs_call piece = *call;
    piece.count = n;
    piece.rows = cs_rows_dense(n, 1);
    piece.first_index += traits->value.accumulates_index ? at : 0;
    for (unsigned i = 0; i < traits->num_in; i++)
        advance(&piece.in[i], at);
    for (unsigned i = 0; i < traits->num_out; i++)
        advance(&piece.out[i], traits->reduces || (traits->more_out_is_single && i > 0) ? 0 : at);
    return piece;
}

/* Executes a call in pieces of at most `most` elements. In reverse, the last piece comes first. */
static clscan_status execute_pieces(clscan_plan *plan, cl_command_queue queue, const cs_call *call, size_t most) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &plan->traits;
    const size_t count = call->count;
    cs_byte_ranges in, out;
    cs_findings findings;
    void *carry = malloc(traits->value.type.size);
    const cs_call_array carried = { .handle = (cl_mem)carry };
    TRY_ALLOC(carry);
    TRY(cs_args_ranges(plan->device, traits, call, &in, &out, &findings));
    for (size_t done = 0, n; done < count; done += n) {
        n = count - done < most ? count - done : most;
        cs_call piece = piece_of(traits, call, traits->reverse ? count - done - n : done, n);
        if (done > 0) {
            piece.init = NULL;
            piece.init_at = carried;
        }
        if (done + n < count || !call->total.handle)
            piece.total = carried;
        TRY(execute_whole(plan, queue, &piece));
    }
done:
    free(carry);
    return status;
}

/* --------------------------------------------------------------------------------------------------------- a call */

clscan_status cs_execute_take_count(const cs_traits *traits, cs_call *call) {
    clscan_status status = CLSCAN_OK;
    if (!call->count_at.handle)
        goto done;
    TRY(cs_call_check_count_at(call));
    const size_t size = traits->count.size;
    const cl_ulong number = cs_number_at(cs_host_cell(&call->count_at, size), size);
    const bool negative = traits->count.is_signed && number >> (8 * size - 1);
    const size_t count = negative ? 0 : number < call->count ? (size_t)number : call->count;
    for (unsigned i = 0; cs_traits_compacts(traits) && i < traits->num_out; i++) {
        if (i > 0 && i == traits->selection.offsets_output)
            continue; /* its room depends on the number of segments */
        const size_t each = cs_traits_result_elements(traits, i),
                     room = call->count <= SIZE_MAX / each ? call->count * each : SIZE_MAX;
        call->out[i].capacity = call->out[i].capacity ? call->out[i].capacity : room;
    }
    call->count = count;
    call->rows.length = count > 0 ? count : 1;
    call->count_at = (cs_call_array) { .handle = NULL };
done:
    return status;
}

static clscan_status check_memory(const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    FAIL_IF(call->first_array && call->memory != CS_HOST, CLSCAN_ERROR_INVALID_VALUE,
            "args.%s is not in host memory: clscan_plan_execute takes the field host of each array, and "
            "clscan_plan_enqueue the fields buffer, svm and usm",
            call->first_array);
done:
    return status;
}

clscan_status cs_execute(clscan_plan *plan, const cs_call *call) {
    clscan_status status = CLSCAN_OK;
    cl_command_queue queue = NULL;
    cs_call own = *call;
    own.memory = CS_HOST;
    TRY(check_memory(call));
    TRY(cs_plan_check_count(plan, call->count));
    TRY(cs_execute_take_count(&plan->traits, &own));
    if (!cs_plan_has_work(plan, &own))
        goto done;
    TRY(host_queue(plan, &queue));
    const size_t most = has_pieces(&plan->traits) ? most_at_once(plan, own.count) : own.count;
    TRY(most < own.count ? execute_pieces(plan, queue, &own, most) : execute_whole(plan, queue, &own));
done:
    return status;
}
