/* A runner runs and times scans: it has queues and arrays on a device, and runs a scan, a copy, or an empty kernel. */
#ifndef CLSCAN_TOOL_RUNNER_H
#define CLSCAN_TOOL_RUNNER_H

#include "data/task.h"
#include "options/device_memory.h"

typedef enum runner_clock {
    RUNNER_WALL, /* the host's clock, from before the enqueue until clFinish has returned */
    RUNNER_EVENT /* the device's clock, from the start to the end of the only command */
} runner_clock;

/* The arrays of a runner. RUNNER_COUNTER is one number: the count of elements that a scan reads from the device. */
typedef enum runner_array {
    RUNNER_IN,
    RUNNER_OUT,
    RUNNER_SECOND_IN,
    RUNNER_SECOND_OUT,
    RUNNER_LENGTHS, /* the lengths of runs */
    RUNNER_OFFSETS, /* where the kept elements of segments begin */
    RUNNER_KEYS,    /* the keys of segments */
    RUNNER_CARRIED_IN,
    RUNNER_CARRIED_OUT,
    RUNNER_SEGMENTS,
    RUNNER_COUNTER,
    RUNNER_TOTAL,
    RUNNER_ARRAYS
} runner_array;

typedef struct runner {
    device_memory memory;
    cl_command_queue queue, profiled; /* `profiled` may be NULL: see runner_open */
    cl_mem at[RUNNER_ARRAYS];         /* all but RUNNER_IN and RUNNER_OUT may be NULL */
    cl_kernel empty;                  /* NULL before runner_add_empty */
    clscan_plan *plan;                /* the caller sets it before a scan */
    clscan_task task;                 /* what the plan computes, for messages */
    clscan_args args;                 /* runner_add sets most of it. The caller may change it before a scan */
    size_t copied_bytes;              /* bytes that runner_copy copies: at first all of the data */
    size_t second_out_bytes;
} runner;

/* The functions complain on failure. */

/* Opens a runner. `data`, of `bytes` bytes, becomes the contents of RUNNER_IN. RUNNER_IN and RUNNER_OUT get at least
 * `room` bytes each. The caller has checked that the device has enough memory. */
bool runner_open(runner *r, clscan_device *device, memory_kind memory, const void *data, size_t bytes, size_t room,
                 bool profiled);
void runner_close(runner *r);

/* Adds all arrays that a scan of the task needs besides its input, and sets r->args. The task's data must live as long
 * as the runner. */
bool runner_add(runner *r, const task *t);

/* The bytes with which runner_add fills the arrays that a task writes besides RUNNER_OUT and RUNNER_TOTAL. */
enum { RUNNER_UNWRITTEN = 0xA5 };

/* Fills RUNNER_SECOND_OUT, if there is one, with bytes RUNNER_UNWRITTEN again. */
bool runner_clear_second_out(runner *r);

/* Compiles the empty kernel that runner_empty runs. */
bool runner_add_empty(runner *r);

double seconds_now(void);

/* Run the scan, the copy or the empty kernel once, and wait. *seconds becomes the time by the given clock. */
bool runner_scan(runner *r, runner_clock clock, double *seconds);
bool runner_copy(runner *r, runner_clock clock, double *seconds);
bool runner_empty(runner *r, runner_clock clock, double *seconds);

/* Enqueues `calls` scans one after the other and waits for the last. *seconds becomes the time of each. */
bool runner_scan_many(runner *r, unsigned calls, double *seconds);

bool runner_read(runner *r, runner_array which, size_t offset, void *to, size_t size);

#endif
