/* Makes each call below a public function fail in turn. The function must report the failure, leak nothing, and work
 * afterwards. */
#ifndef TESTS_FAULT_SWEEP_H
#define TESTS_FAULT_SWEEP_H

#include "fault/fault.h"
#include "support/test_device.h"

/* Calls the public function. The fault is armed during this call only. */
#define FAULTED(call) (fault_arm(), fault_disarm(call))

void fault_arm(void);
clscan_status fault_disarm(clscan_status status);

/* A test of one public function. `call` uses FAULTED once, checks the results on success, tries again without a fault,
 * and releases all that it has created, whatever failed. */
typedef struct fault_row {
    const char *name;
    clscan_status (*call)(const test_device *d, const void *argument);
    const void *argument;
    const char *survives; /* calls that the function can do without, separated by '|'; NULL: none */
    clscan_status end;    /* the status if nothing fails */
    bool keeps;           /* the function keeps objects for later calls */
    unsigned stride;      /* every stride-th call fails; 0 stands for 1 */
} fault_row;

void fault_sweep(const test_device *d, const fault_row *row);

#endif
