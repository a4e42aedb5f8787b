/* Described devices: the queries of clscan are answered as a vendor's driver would answer them, without the device. */
#ifndef TESTS_VENDOR_DEVICE_H
#define TESTS_VENDOR_DEVICE_H

#include <CL/cl.h>
#include <stdbool.h>

/* Makes every later OpenCL query be about the device of this name. Returns false if there is no such device. */
bool vendor_device_choose(const char *name);

/* Returns the name of the device at `index` of the table, or NULL if `index` is past the last one. */
const char *vendor_device_name(unsigned index);

#endif
