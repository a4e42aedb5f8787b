/* Explains which of the caller's types is wrong, if kernels did not compile because of it. */
#ifndef CS_TYPE_SIZE_H
#define CS_TYPE_SIZE_H

#include "device/device.h"
#include "problem/problem.h"

/* Takes the status with which the plan of this problem could not be created. If the build failed because a size in the
 * description is not the sizeof of its type, fails with CLSCAN_ERROR_INVALID_DESC and a message that names the field,
 * the type and both sizes. A kernel computes the sizes. It fails with the same status for keys that == does not
 * compare. Returns any other status as it is, with its message, and this one too if the driver cannot run the kernel.
 */
clscan_status cs_type_size_explain(const clscan_device *device, const cs_problem *problem, clscan_status failed);

#endif
