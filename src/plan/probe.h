/* Finds out by a small kernel how a driver's compiler treats floating-point additions. */
#ifndef CS_PROBE_H
#define CS_PROBE_H

#include "plan/device.h"

/* Returns true if build options allow the compiler to change the order of floating-point additions. */
bool cs_may_reassociate(const char *build_options);

/* Sets caps.reassociates of a device whose disk cache, if any, is open. Drivers on which the test suite has run are
 * known to keep the order and are not asked; of others the disk cache keeps the answer. The probe is compiled with the
 * device's build options, as all kernels are. Where these allow another order, nothing is asked of any driver, and
 * kernels are compiled as the caller wishes. */
clscan_status cs_probe_float_sums(clscan_device *device);

#endif
