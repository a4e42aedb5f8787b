/* Makes the device report another driver version. The linker replaces clGetDeviceInfo by the function in this file
 * (--wrap=clGetDeviceInfo). */
#ifndef TESTS_API_OTHER_DRIVER_H
#define TESTS_API_OTHER_DRIVER_H

#include "support/answer.h"

static const char *driver; /* the answer to CL_DRIVER_VERSION; NULL: the device's own */

cl_int __real_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed);
cl_int __wrap_clGetDeviceInfo(cl_device_id id, cl_device_info what, size_t size, void *value, size_t *needed) {
    if (!driver || what != CL_DRIVER_VERSION)
        return __real_clGetDeviceInfo(id, what, size, value, needed);
    return answer(driver, strlen(driver) + 1, size, value, needed);
}

#endif
