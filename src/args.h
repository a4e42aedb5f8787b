/* Every check of what a caller hands to an enqueue. Nothing is enqueued by it. */
#ifndef CS_ARGS_H
#define CS_ARGS_H

#include "device.h"

/* The queue, and whether it is in-order. */
clscan_status cs_args_check_queue(const clscan_device *device, cl_command_queue queue, bool *in_order);

clscan_status cs_args_check_wait_list(const clscan_device *device, cl_uint num, const cl_event *list);

/* The buffers, for elements of `size` bytes and a plan that needs `workspace` bytes. */
clscan_status cs_args_check_buffers(const clscan_device *device, const clscan_args *args, size_t size,
                                    size_t workspace);

#endif
