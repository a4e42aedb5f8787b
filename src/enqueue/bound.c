#include "enqueue/bound.h"

#include "base/try.h"

#include <stdlib.h>
#include <string.h>

enum { MAX_BUFFERS = 2 * CLSCAN_MAX_ARRAYS + 5 };

struct clscan_bound {
    clscan_plan *plan;
    cl_command_queue queue;
    cl_mem buffers[MAX_BUFFERS]; /* this struct holds references to the buffers of the call */
    size_t num_buffers;
    unsigned char init[CS_MAX_INIT]; /* the initial value, if it is in host memory */
    cs_call call;
    cs_ready_call ready;
    cs_kernels kernels;
    cs_kernel_args kernel_args;
    cs_pools pools;
};

/* Holds a reference to a buffer, which may be NULL. */
static clscan_status retain_buffer(clscan_bound *b, cl_mem buffer) {
    clscan_status status = CLSCAN_OK;
    if (!buffer)
        goto done;
    CL(clRetainMemObject(buffer));
    b->buffers[b->num_buffers++] = buffer;
done:
    return status;
}

/* While the buffers are held, no other buffers can have their handles. Pointers need no references. */
static clscan_status retain_arrays(clscan_bound *b) {
    clscan_status status = CLSCAN_OK;
    const cs_call *call = &b->call;
    const cs_call_array *const cells[] = { &call->init_at, &call->total, &call->count_at, &call->segments };
    TRY(retain_buffer(b, call->workspace));
    if (call->memory != CS_BUFFERS)
        goto done;
    for (size_t i = 0; i < CLSCAN_MAX_ARRAYS; i++) {
        TRY(retain_buffer(b, call->in[i].handle));
        TRY(retain_buffer(b, call->out[i].handle));
    }
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++)
        TRY(retain_buffer(b, cells[i]->handle));
done:
    return status;
}

/* Retains the buffers, copies the initial value, and creates kernels for this scan alone, because the plan's kernels
 * scan other arrays as well. */
static clscan_status bind(clscan_bound *b) {
    clscan_status status = CLSCAN_OK;
    cs_ready_call *ready = &b->ready;
    TRY(retain_arrays(b));
    if (b->call.init)
        b->call.init = memcpy(b->init, b->call.init, b->plan->traits.init.type.size);
    TRY(cs_variant_kernels_create(b->plan->device, &b->plan->traits, ready->variant, b->kernels));
    ready->kernels = b->kernels;
    ready->bound = !cs_ready_call_has_prologue(ready);
    cs_ready_call_kernel_args(ready, &b->kernel_args);
done:
    return status;
}

clscan_status cs_bound_create(clscan_plan *plan, cl_command_queue queue, const cs_call *call, clscan_bound **out) {
    clscan_status status = CLSCAN_OK;
    clscan_bound *b = calloc(1, sizeof *b);
    TRY_ALLOC(b);
    cs_pools_init(&b->pools);
    cs_plan_retain(plan);
    b->plan = plan;
    b->call = *call;
    TRY(cs_ready_call_create(plan, queue, &b->call, &b->ready));
    CL(clRetainCommandQueue(queue));
    b->queue = queue;
    if (b->ready.variant)
        TRY(bind(b));
    *out = b;
    b = NULL;
done:
    cs_bound_destroy(b);
    return status;
}

clscan_status cs_bound_enqueue(clscan_bound *b, cl_uint num_wait, const cl_event *wait, cl_event *event) {
    cs_kernel_args changed;
    if (b->ready.bound)
        return cs_ready_call_enqueue(&b->ready, &b->pools, &b->kernel_args, num_wait, wait, event);
    changed = b->kernel_args;
    return cs_ready_call_enqueue(&b->ready, &b->pools, &changed, num_wait, wait, event);
}

void cs_bound_destroy(clscan_bound *b) {
    if (!b)
        return;
    cs_variant_kernels_destroy(b->kernels);
    cs_pools_destroy(&b->pools);
    for (size_t i = 0; i < b->num_buffers; i++)
        clReleaseMemObject(b->buffers[i]);
    if (b->queue)
        clReleaseCommandQueue(b->queue);
    cs_plan_release(b->plan);
    free(b);
}
