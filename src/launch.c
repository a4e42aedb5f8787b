#include "launch.h"

#include "check.h"

/* The first launch waits for the caller's list, later ones for the one before, which an in-order queue sees to. */
static clscan_status enqueue(cs_run *run, cl_kernel kernel, size_t groups, bool first, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    size_t global = groups * run->wg_size;
    cl_uint num_wait = first ? run->num_wait : run->previous != NULL;
    const cl_event *wait = first ? run->wait : &run->previous;
    CL(clEnqueueNDRangeKernel(run->queue, kernel, 1, NULL, &global, &run->wg_size, num_wait, num_wait ? wait : NULL,
                              event));
done:
    return status;
}

clscan_status cs_launch(cs_run *run, size_t kernel, size_t groups, const cs_arg *args, size_t num_args) {
    clscan_status status = CLSCAN_OK;
    cl_event event = NULL;
    bool last = --run->launches == 0;
    cs_log_line(run->log, "launch: kernel %zu on %zu work-groups of %zu", kernel, groups, run->wg_size);
    for (size_t i = 0; i < num_args; i++)
        CL(clSetKernelArg(run->kernels[kernel], (cl_uint)i, args[i].size, args[i].value));
    bool needed = last ? run->want_event : !run->in_order;
    TRY(enqueue(run, run->kernels[kernel], groups, !run->started, needed ? &event : NULL));
    run->started = true;
    if (run->previous)
        clReleaseEvent(run->previous);
    run->previous = event;
done:
    return status;
}
