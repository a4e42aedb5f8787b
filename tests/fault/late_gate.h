/* A user event that keeps commands waiting until the call that has enqueued them has returned or begins to wait for
 * them. So the commands that a failed call leaves behind run after the call, however slow the machine is. If the call
 * waits for them by anything but the functions below, the call never returns, and the test runs into its time limit. */
#ifndef TESTS_FAULT_LATE_GATE_H
#define TESTS_FAULT_LATE_GATE_H

#include "fault/fault.h"
#include "support/test_device.h"

#include <string.h>

static cl_event late_gate_closed;

/* Opens the gate if the library is about to wait. */
static inline void late_gate_watch(const char *call) {
    if (strcmp(call, "clWaitForEvents") != 0 && strcmp(call, "clFinish") != 0)
        return;
    fault.armed = false; /* the next call is not the library's */
    clSetUserEventStatus(late_gate_closed, CL_COMPLETE);
    fault.armed = true;
}

/* Returns the gate, which is closed. There is one gate at a time. */
static inline cl_event late_gate_new(const test_device *d) {
    cl_int error = CL_SUCCESS;
    late_gate_closed = clCreateUserEvent(d->context, &error);
    assert_int_equal(error, CL_SUCCESS);
    fault.watch = late_gate_watch;
    return late_gate_closed;
}

/* Opens the gate, and releases it. */
static inline void late_gate_end(cl_event gate) {
    fault.watch = NULL;
    clSetUserEventStatus(gate, CL_COMPLETE);
    clReleaseEvent(gate);
}

#endif
