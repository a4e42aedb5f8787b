/* A device that is described, not there: what clscan asks a device, answered as a vendor's driver would answer it. */
#ifndef TESTS_VENDOR_DEVICE_H
#define TESTS_VENDOR_DEVICE_H

#include <CL/cl.h>
#include <stdbool.h>

/* From now on every OpenCL query is about the device of this name; false where the table has none. */
bool vendor_device_choose(const char *name);

/* The name of the device at `index` of the table, NULL past the last. */
const char *vendor_device_name(unsigned index);

#endif
