/* Checks the arguments that a caller passes to an enqueue: arrays, cells, segments and workspace. */
#ifndef CS_ARGS_CHECK_H
#define CS_ARGS_CHECK_H

#include "enqueue/array_check.h"

/* Checks that kernels can be given memory of the kind of the arrays. */
clscan_status cs_args_check_memory(const clscan_device *device, const cs_call *call);

/* Checks the arrays of a call and finds their ranges. In host memory, arrays may have any alignment. */
clscan_status cs_args_ranges(const clscan_device *device, const cs_traits *traits, const cs_call *call,
                             cs_byte_ranges *in, cs_byte_ranges *out, cs_findings *findings);

/* Checks the arguments of one enqueue of a plan with these traits. The scan needs `workspace` bytes of workspace. */
clscan_status cs_args_check(const clscan_device *device, const cs_traits *traits, const cs_call *call, size_t workspace,
                            cs_findings *findings);

#endif
