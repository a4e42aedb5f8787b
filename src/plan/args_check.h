/* Every check of what a caller hands to an enqueue. Nothing is enqueued by it. */
#ifndef CS_ARGS_CHECK_H
#define CS_ARGS_CHECK_H

#include "plan/device.h"
#include "strategy/kernel_args.h"

/* The queue, and whether it is in-order. */
clscan_status cs_args_check_queue(const clscan_device *device, cl_command_queue queue, bool *in_order);

clscan_status cs_args_check_wait_list(const clscan_device *device, cl_uint num, const cl_event *list);

/* What of the input is overwritten. */
typedef struct cs_overlap {
    bool in_place; /* elements */
    bool cells;    /* the initial value or the count: they are to be copied before anything runs */
} cs_overlap;

/* Of args.num_segments; nothing of args.segments. */
clscan_status cs_args_check_segments(const cs_traits *traits, const cs_call *call);

/* The call of a plan of this traits that needs `workspace` bytes. */
clscan_status cs_args_check(const clscan_device *device, const cs_traits *traits, const cs_call *call, size_t workspace,
                            cs_overlap *overlap);

#endif
