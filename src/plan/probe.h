/* Finds out by a small kernel how a driver's compiler treats floating-point additions. */
#ifndef CS_PROBE_H
#define CS_PROBE_H

#include "plan/device.h"

/* Sets caps.reassociates of a device whose disk cache, if any, is open. Drivers on which the test suite has run are
 * known to keep the order and are not asked; of others the disk cache keeps the answer. */
clscan_status cs_probe_float_sums(clscan_device *device);

#endif
