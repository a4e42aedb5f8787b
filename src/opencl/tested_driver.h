/* The drivers that the test suite has passed on; table/tested_driver.def lists them. */
#ifndef CS_TESTED_DRIVER_H
#define CS_TESTED_DRIVER_H

#include "opencl/caps.h"

/* Returns when and on which device the suite has passed with this driver, in words, or NULL if it has not. */
const char *cs_tested_when(const cs_caps *caps);

#endif
