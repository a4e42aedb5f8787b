/* Finds out by a small kernel how a driver's compiler treats floating-point additions. */
#ifndef CS_PROBE_H
#define CS_PROBE_H

#include "device/device.h"

/* Returns true if build options allow the compiler to change the order of floating-point additions. */
bool cs_may_reassociate(const char *build_options);

/* Sets caps.reassociates of a device. If the device has a disk cache, the cache has to be open. Drivers on which the
 * test suite has passed are known to keep the order, and are not probed. The disk cache stores the answers of other
 * drivers. The probe is compiled with the device's build options, as all kernels are. If these options allow another
 * order, no driver is probed, and kernels are compiled as the caller asks. */
clscan_status cs_probe_float_sums(clscan_device *device);

#endif
