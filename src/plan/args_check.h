/* Every check of what a caller hands to an enqueue. Nothing is enqueued by it. */
#ifndef CS_ARGS_CHECK_H
#define CS_ARGS_CHECK_H

#include "plan/device.h"
#include "strategy/kernel_args.h"

/* The queue, and whether it is in-order. */
clscan_status cs_args_check_queue(const clscan_device *device, cl_command_queue queue, bool *in_order);

clscan_status cs_args_check_wait_list(const clscan_device *device, cl_uint num, const cl_event *list);

/* The inputs that a scan overwrites. */
typedef struct cs_overlap {
    bool in_place; /* the elements */
    bool cells;    /* the initial value or the count, which must be copied before the scan runs */
} cs_overlap;

/* Checks args.num_segments, but not args.segments. */
clscan_status cs_args_check_segments(const cs_traits *traits, const cs_call *call);

/* The call of a plan of this traits that needs `workspace` bytes. */
clscan_status cs_args_check(const clscan_device *device, const cs_traits *traits, const cs_call *call, size_t workspace,
                            cs_overlap *overlap);

#endif
