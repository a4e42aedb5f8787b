#include "split/launch.h"

#include "base/try.h"
#include "enqueue/queue_check.h"

#include <stdlib.h>
#include <string.h>

clscan_status cs_waits_of(const clscan_split *s, cl_uint num, const cl_event *list, cs_waits *w) {
    clscan_status status = CLSCAN_OK;
    TRY(cs_wait_list_check(s->plan->device, num, list));
    w->list = malloc((num + 2) * sizeof *list); /* and the event of summaries that come later */
    TRY_ALLOC(w->list);
    if (num > 0)
        memcpy(w->list, list, num * sizeof *list);
    w->num = num + (s->last != NULL);
    w->list[num] = s->last;
done:
    return status;
}

void cs_waits_free(cs_waits *w) {
    free(w->list);
}

/* Keeps the last event, and releases the others. */
static void keep_last(clscan_split *s, const cs_commands *c) {
    const cl_event all[] = { s->last, c->events[0], c->events[1], c->events[2], c->events[3], c->written };
    s->last = NULL;
    for (size_t i = sizeof all / sizeof *all; i-- > 0;)
        if (!s->last)
            s->last = all[i];
        else if (all[i])
            clReleaseEvent(all[i]);
}

static clscan_status give_last(const clscan_split *s, cl_command_queue queue, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    CL(clFlush(queue));
    if (event)
        CL(clRetainEvent(s->last));
    if (event)
        *event = s->last;
done:
    return status;
}

clscan_status cs_split_hand_over(clscan_split *s, cl_command_queue queue, const cs_commands *c, clscan_status status,
                                 cl_event *event) {
    keep_last(s, c);
    if (status == CLSCAN_OK)
        status = give_last(s, queue, event);
    else
        clFlush(queue); /* a command of the next call may wait in another queue */
    if (status != CLSCAN_OK && c->written)
        clWaitForEvents(1, &c->written);
    return status;
}

clscan_status cs_split_launch(clscan_split *s, cl_command_queue queue, size_t which, const cs_call *call,
                              const cs_split_arg *args, size_t num_args, const cs_waits *w, cl_event *event) {
    clscan_status status = CLSCAN_OK;
    const size_t one = 1;
    const cs_traits *traits = &s->plan->traits;
    cs_kernel *const kernel = s->kernels.kernels[CS_BUFFERS][false][which];
    cs_kernel_args elements;
    cs_kernel_args_of(traits, call, &s->plan->device->memory, false, 0, 0, &elements);
    TRY(cs_kernel_args_set(&elements, traits, kernel));
    for (size_t i = 0; i < num_args; i++)
        CL(clSetKernelArg(kernel->object, cs_kernel_args_count(traits) + (cl_uint)i, args[i].size, args[i].value));
    CL(clEnqueueNDRangeKernel(queue, kernel->object, 1, NULL, &one, &one, w->num, w->num ? w->list : NULL, event));
done:
    return status;
}
