/* Makes the k-th OpenCL call or allocation fail, and counts the objects and allocations that are still held. */
#ifndef TESTS_FAULT_FAULT_H
#define TESTS_FAULT_FAULT_H

#include <CL/cl.h>
#include <pthread.h>
#include <stdbool.h>

#define FAULT_ERROR CL_OUT_OF_RESOURCES

extern struct fault {
    bool armed;
    pthread_t thread;                /* the thread whose calls count, because others make calls at any time */
    unsigned at, calls;              /* the number of the call that is to fail; the number of calls so far */
    void (*watch)(const char *call); /* is called before each of these calls; may be NULL */
    const char *hit;                 /* the call that failed; NULL: none yet */
    long objects, blocks;            /* references to OpenCL objects, and allocations, that are still held */
} fault;

/* Counts the call, and returns true if this call is to fail. */
bool fault_due(const char *call);

#endif
