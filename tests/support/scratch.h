/* A temporary folder for a test program, which is removed when the program ends. */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include "support/test_device.h"

#include <stdio.h>
#include <stdlib.h>

static char folder[] = "/tmp/clscan-test-XXXXXX";

/* Setup and teardown like test_device_open and test_device_close, which they call. They also create and remove the
 * folder. */
static inline int scratch_open(void **state) {
    return !mkdtemp(folder) || test_device_open(state);
}

static inline int scratch_close(void **state) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return test_device_close(state) || system(command);
}

#endif
