/* A folder of a test program's own, which is gone at its end. */
#ifndef TESTS_SCRATCH_H
#define TESTS_SCRATCH_H

#include "support/dut.h"

#include <stdio.h>
#include <stdlib.h>

static char folder[] = "/tmp/clscan-test-XXXXXX";

/* As dut_open and dut_close. */
static inline int scratch_open(void **state) {
    return !mkdtemp(folder) || dut_open(state);
}

static inline int scratch_close(void **state) {
    char command[64];
    snprintf(command, sizeof command, "rm -r %s", folder);
    return dut_close(state) || system(command);
}

#endif
