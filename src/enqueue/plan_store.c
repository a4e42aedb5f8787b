#include "enqueue/plan_store.h"

#include "base/try.h"
#include "enqueue/plan_enqueue.h"

#include <stdlib.h>

/* The arrays of a scan of no elements. The count on the device is 0, so that kernels read nothing but `zeros`, write
 * nothing, and call no function of the caller's. The count on the host is greater: it decides which kernels are
 * launched and how large arrays have to be. */
typedef struct empty_scan {
    const clscan_plan *plan;
    cl_command_queue queue;
    cl_mem buffers[CLSCAN_MAX_ARRAYS + 2];
    size_t num_buffers;
    cs_call call;
} empty_scan;

static clscan_status new_buffer(empty_scan *s, size_t bytes, void *contents, cl_mem *mem) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    const cl_mem_flags copied = contents ? CL_MEM_COPY_HOST_PTR : 0;
    *mem = clCreateBuffer(s->plan->device->context, CL_MEM_READ_WRITE | copied, bytes, contents, &error);
    TRY(cs_check_cl(error, "clCreateBuffer"));
    s->buffers[s->num_buffers++] = *mem;
done:
    return status;
}

static size_t greater(size_t a, size_t b) {
    return a > b ? a : b;
}

/* Creates the cells that kernels may read: the count, an initial value, and the offsets of one segment. */
static clscan_status new_cells(empty_scan *s) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &s->plan->traits;
    const size_t bytes = greater(greater(traits->value.type.size, sizeof(cl_ulong)), 2 * traits->segments.offset.size);
    void *zeros = calloc(bytes, 1);
    cl_mem cells = NULL;
    TRY_ALLOC(zeros);
    TRY(new_buffer(s, bytes, zeros, &cells));
    s->call.count_at.handle = cells;
    if (!traits->value.has_identity)
        s->call.init_at.handle = cells;
    s->call.num_segments = traits->segments.kind == CLSCAN_SEGMENTS_OFFSETS;
    if (s->call.num_segments)
        s->call.segments.handle = cells;
done:
    free(zeros);
    return status;
}

/* Creates one buffer for all arrays that are only read, and one for each output. */
static clscan_status new_arrays(empty_scan *s) {
    clscan_status status = CLSCAN_OK;
    const cs_traits *traits = &s->plan->traits;
    size_t widest = greater(traits->segments.key.size, sizeof(cl_uint));
    cl_mem in = NULL;
    for (unsigned i = 0; i < traits->num_in; i++)
        widest = greater(widest, traits->in[i].size);
    TRY(new_buffer(s, (s->call.count + 1) * widest, NULL, &in));
    for (unsigned i = 0; i < traits->num_in; i++)
        s->call.in[i].handle = in;
    if (traits->segments.kind && !s->call.num_segments)
        s->call.segments.handle = in;
    const size_t elements = greater(s->call.count, traits->histogram.bins),
                 numbers = cs_traits_offsets(traits, s->call.count);
    for (unsigned i = 0; i < traits->num_out; i++)
        TRY(new_buffer(s, (i && i == traits->selection.offsets_output ? numbers : elements) * traits->out[i].size, NULL,
                       &s->call.out[i].handle));
    if (traits->lengths.output) /* their kernel reads the total */
        TRY(new_buffer(s, traits->value.type.size, NULL, &s->call.total.handle));
done:
    return status;
}

static clscan_status open_empty_scan(empty_scan *s, size_t count) {
    clscan_status status = CLSCAN_OK;
    cl_int error = CL_SUCCESS;
    s->call = cs_call_contiguous(count);
    s->queue = clCreateCommandQueue(s->plan->device->context, s->plan->device->id, 0, &error);
    TRY(cs_check_cl(error, "clCreateCommandQueue"));
    TRY(new_cells(s));
    TRY(new_arrays(s));
done:
    return status;
}

static void close_empty_scan(empty_scan *s) {
    for (size_t i = 0; i < s->num_buffers; i++)
        clReleaseMemObject(s->buffers[i]);
    if (s->queue)
        clReleaseCommandQueue(s->queue);
}

/* Launches the kernel for columns that are not cut into blocks: the shortest scan uses that kernel. */
static clscan_status launch_kernels(const clscan_plan *plan, const cs_variant *v) {
    clscan_status status = CLSCAN_OK;
    empty_scan s = { .plan = plan };
    TRY(open_empty_scan(&s, cs_variant_trial_count(v)));
    TRY(cs_plan_scan_by(plan, v, s.queue, &s.call, 0));
    if (v->enumerator == CLSCAN_STRATEGY_COLUMNS) {
        s.call.count = s.call.rows.length = 1;
        TRY(cs_plan_scan_by(plan, v, s.queue, &s.call, 0));
    }
done:
    close_empty_scan(&s);
    return status;
}

static void store(const clscan_plan *plan, const cs_variant *v) {
    if (!v->program || !cs_program_claim_store(&plan->device->programs, v->program))
        return;
    if (launch_kernels(plan, v) != CLSCAN_OK)
        cs_log_line(&plan->device->log, "disk cache: the kernels of %s were not launched: %s", v->name, cs_message());
    cs_program_store(&plan->device->programs, v->program);
}

void cs_plan_store(const clscan_plan *plan) {
    for (size_t i = 0; i < plan->num_variants; i++)
        store(plan, &plan->variants[i]);
}
