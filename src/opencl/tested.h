/* Which drivers the test suite has run on. */
#ifndef CS_TESTED_H
#define CS_TESTED_H

#include "opencl/caps.h"

/* Returns when, and on what device, the suite has run with a driver like this one; NULL if it has not. */
const char *cs_tested_when(const cs_caps *caps);

#endif
