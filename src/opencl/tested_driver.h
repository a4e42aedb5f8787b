/* The trusted drivers, on which the tests of kernels have passed; table/tested_driver.def lists them. */
#ifndef CS_TESTED_DRIVER_H
#define CS_TESTED_DRIVER_H

#include "opencl/caps.h"

/* Returns when and on which device these tests have passed with this driver, in words, or NULL if they have not. */
const char *cs_tested_when(const cs_caps *caps);

#endif
