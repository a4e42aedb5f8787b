/* Values that random cases do not take on some devices. */
#ifndef TESTS_RANDOM_SPARED_H
#define TESTS_RANDOM_SPARED_H

#include "random/test_case.h"

/* Replaces the values that a device of this name cannot test in reasonable time. Cases of the command line are not
 * changed. */
void spared_replace(test_case *tc, const char *device_name);

#endif
