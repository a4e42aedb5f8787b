/* A scan that is bound to its queue and arguments: a ready call with kernels and workspaces of its own. */
#ifndef CS_BOUND_H
#define CS_BOUND_H

#include "enqueue/plan_enqueue.h"

clscan_status cs_bound_create(clscan_plan *plan, cl_command_queue queue, const cs_call *call, clscan_bound **bound);

clscan_status cs_bound_enqueue(clscan_bound *bound, cl_uint num_wait, const cl_event *wait, cl_event *event);

void cs_bound_destroy(clscan_bound *bound); /* may be NULL */

#endif
