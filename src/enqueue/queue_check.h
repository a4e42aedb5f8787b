/* Checks the queue and the wait list that a caller passes to an enqueue. */
#ifndef CS_QUEUE_CHECK_H
#define CS_QUEUE_CHECK_H

#include "device/device.h"

/* Checks the queue. *in_order says whether the queue runs its commands in order. */
clscan_status cs_queue_check(const clscan_device *device, cl_command_queue queue, bool *in_order);

clscan_status cs_wait_list_check(const clscan_device *device, cl_uint num, const cl_event *list);

#endif
