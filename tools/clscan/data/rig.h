/* A rig runs and times scans: it has queues and arrays on a device, and runs a scan, a copy, or an empty kernel. */
#ifndef CLSCAN_TOOL_RIG_H
#define CLSCAN_TOOL_RIG_H

#include "data/task.h"
#include "options/device_memory.h"

typedef enum rig_clock {
    RIG_WALL, /* the host's clock, from before the enqueue until clFinish has returned */
    RIG_EVENT /* the device's clock, from the start to the end of the only command */
} rig_clock;

/* The arrays of a rig. RIG_COUNTER is one number: the count of elements that a scan reads from the device. */
typedef enum rig_array {
    RIG_IN,
    RIG_OUT,
    RIG_SECOND_IN,
    RIG_SECOND_OUT,
    RIG_SEGMENTS,
    RIG_COUNTER,
    RIG_TOTAL,
    RIG_ARRAYS
} rig_array;

typedef struct rig {
    device_memory memory;
    cl_command_queue queue, profiled; /* `profiled` may be NULL: see rig_open */
    cl_mem at[RIG_ARRAYS];            /* all but RIG_IN and RIG_OUT may be NULL */
    cl_kernel empty;                  /* NULL before rig_add_empty */
    clscan_plan *plan;                /* the caller sets it before a scan */
    clscan_args args;                 /* rig_add sets most of it. The caller may change it before a scan */
    size_t copied_bytes;              /* bytes that rig_copy copies: at first all of the data */
    size_t second_out_bytes;
} rig;

/* The functions complain on failure. */

/* Opens a rig. `data`, of `bytes` bytes, becomes the contents of RIG_IN. RIG_IN and RIG_OUT get at least `room` bytes
 * each. The caller has checked that the device has enough memory. */
bool rig_open(rig *r, clscan_device *device, memory_kind memory, const void *data, size_t bytes, size_t room,
              bool profiled);
void rig_close(rig *r);

/* Adds all arrays that a scan of the task needs besides its input, and sets r->args. The task's data must live as long
 * as the rig. */
bool rig_add(rig *r, const task *t);

/* Fills RIG_SECOND_OUT, if there is one, with bytes of this value. rig_add fills it with RIG_UNWRITTEN. */
enum { RIG_UNWRITTEN = 0xA5 };
bool rig_clear(rig *r, unsigned char byte);

/* Compiles the empty kernel that rig_empty runs. */
bool rig_add_empty(rig *r);

double seconds_now(void);

/* Run the scan, the copy or the empty kernel once, and wait. *seconds becomes the time by the given clock. */
bool rig_scan(rig *r, rig_clock clock, double *seconds);
bool rig_copy(rig *r, rig_clock clock, double *seconds);
bool rig_empty(rig *r, rig_clock clock, double *seconds);

/* Enqueues `calls` scans one after the other and waits for the last. *seconds becomes the time of each. */
bool rig_scan_many(rig *r, unsigned calls, double *seconds);

bool rig_read(rig *r, rig_array which, size_t offset, void *to, size_t size);

#endif
