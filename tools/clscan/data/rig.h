/* A place to run and time scans: a queue and buffers on a device, the scan from one to another, a copy, and a kernel
 * that does nothing. */
#ifndef CLSCAN_TOOL_RIG_H
#define CLSCAN_TOOL_RIG_H

#include "data/task.h"
#include "options/device_memory.h"

typedef enum rig_clock {
    RIG_WALL, /* of the host, from before the enqueue until clFinish has returned */
    RIG_EVENT /* of the device, from the start to the end of the one command */
} rig_clock;

/* COUNTER: how many elements there are. */
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
    cl_command_queue queue, profiled; /* `profiled` is NULL unless asked for */
    cl_mem at[RIG_ARRAYS];            /* all but the first two may be NULL, and */
    cl_kernel empty;
    clscan_plan *plan;   /* these two are the caller's to set before he scans */
    clscan_args args;    /* but for these, and the count */
    size_t copied_bytes; /* and this before he copies */
    size_t second_out_bytes;
} rig;

/* The functions complain on failure. `data` is `bytes` long and becomes the content of RIG_IN; it and RIG_OUT have as
 * many bytes each as `room` says, at least. The device has the memory. */
bool rig_open(rig *r, clscan_device *device, memory_kind memory, const void *data, size_t bytes, size_t room,
              bool profiled);
void rig_close(rig *r);

/* Everything that a scan of the task has beside its input, into args. The task's data have to live as long. */
bool rig_add(rig *r, const task *t);

/* RIG_SECOND_OUT, where there is one, becomes all such bytes; at first they are what no scan writes. */
enum { RIG_UNWRITTEN = 0xA5 };
bool rig_clear(rig *r, unsigned char byte);

/* For rig_empty. */
bool rig_add_empty(rig *r);

double seconds_now(void);

/* Does it once and waits; *seconds by the clock given. */
bool rig_scan(rig *r, rig_clock clock, double *seconds);
bool rig_copy(rig *r, rig_clock clock, double *seconds);
bool rig_empty(rig *r, rig_clock clock, double *seconds);

/* Enqueues as many scans one after the other and waits for the last; *seconds for each. */
bool rig_scan_many(rig *r, unsigned calls, double *seconds);

bool rig_read(rig *r, rig_array which, size_t offset, void *to, size_t size);

#endif
