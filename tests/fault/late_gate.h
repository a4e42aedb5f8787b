/* A user event that another thread completes a little later, so that a command that waits for it is pending at the end
 * of the call that has enqueued it. */
#ifndef TESTS_FAULT_LATE_GATE_H
#define TESTS_FAULT_LATE_GATE_H

#include "support/test_device.h"

#include <pthread.h>
#include <time.h>

typedef struct late_gate {
    cl_event event;
    pthread_t thread;
} late_gate;

static inline void *late_gate_open(void *event) {
    nanosleep(&(struct timespec) { .tv_nsec = 10000000 }, NULL);
    clSetUserEventStatus(event, CL_COMPLETE);
    return NULL;
}

static inline late_gate late_gate_new(const test_device *d) {
    cl_int error = CL_SUCCESS;
    late_gate gate = { .event = clCreateUserEvent(d->context, &error) };
    assert_int_equal(error, CL_SUCCESS);
    assert_int_equal(pthread_create(&gate.thread, NULL, late_gate_open, gate.event), 0);
    return gate;
}

/* Waits until the gate is open. */
static inline void late_gate_end(late_gate *gate) {
    pthread_join(gate->thread, NULL);
    clReleaseEvent(gate->event);
}

#endif
