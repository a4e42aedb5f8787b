/* Commands of a split: their order, and launches of its own kernels. The caller of these functions holds the lock of
 * the split. */
#ifndef CS_SPLIT_LAUNCH_H
#define CS_SPLIT_LAUNCH_H

#include "split/split.h"

/* The kernels of a split, which all have one work-item. */
enum { CS_SUMMARIZE, CS_COMBINE, CS_LENGTHEN };

/* The events that the first command of a call waits for: the events of the caller, and the event of the latest call
 * before. */
typedef struct cs_waits {
    cl_uint num;
    cl_event *list; /* with room for one event more */
} cs_waits;

/* Stores in *waits the events of a call, after a check of the caller's list. */
clscan_status cs_waits_of(const clscan_split *split, cl_uint num, const cl_event *list, cs_waits *waits);
void cs_waits_free(cs_waits *waits); /* may be zero */

/* The events of a call's commands, in the order of the commands. NULL: the command was not enqueued. */
typedef struct cs_commands {
    cl_event events[4];
    cl_event written; /* of the last command if it writes to memory of the host that the caller may free */
} cs_commands;

/* Ends a call that has succeeded or failed. The next call waits for the last command that was enqueued, whose event
 * belongs to the split then. If the call has succeeded, the caller gets the event too, if wanted, and the queue is
 * flushed, because the next call may be in another one. If it fails, also here, the function waits for the command that
 * writes to memory of the caller. */
clscan_status cs_split_hand_over(clscan_split *split, cl_command_queue queue, const cs_commands *commands,
                                 clscan_status status, cl_event *event);

/* A kernel argument after those that describe the elements. */
typedef struct cs_split_arg {
    size_t size;
    const void *value;
} cs_split_arg;

/* Enqueues the kernel `which` of the split, with the arrays of `call`. */
clscan_status cs_split_launch(clscan_split *split, cl_command_queue queue, size_t which, const cs_call *call,
                              const cs_split_arg *args, size_t num_args, const cs_waits *waits, cl_event *event);

#endif
