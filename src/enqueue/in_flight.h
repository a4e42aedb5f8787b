/* A submission in flight: the workspaces that the submission uses until it has ended, and the events that show its end.
 * One scan waits for another only if both use the same workspace, or if the driver has CS_FAULT_QUEUES.
 *
 * Each reference to an event has one owner, who releases the reference:
 *
 *   the caller      owns the events of the wait list, and the event that the call returns.
 *   the submission  owns the event of its last command so far (submission->previous).
 *   each workspace  owns the event of the last scan that used the workspace. A workspace that a queue has reserved has
 *                   none (workspace.h).
 *   the device      owns the event of its last submission, on a driver with CS_FAULT_QUEUES.
 *
 * cs_in_flight_begin adds events of the workspaces to the wait list, but the workspaces stay their owners.
 * cs_in_flight_end passes the submission's event on to the caller and to the workspaces. */
#ifndef CS_IN_FLIGHT_H
#define CS_IN_FLIGHT_H

#include "plan/plan.h"

typedef struct cs_in_flight {
    cs_workspace *workspace;  /* the strategy's workspace; NULL if it needs none, or if the caller gave one */
    cs_workspace *scratch;    /* the buffer that the prologue writes; NULL without a prologue */
    bool reserves;            /* the queue will have reserved the workspace, which then needs no event */
    bool may_be_dropped;      /* the driver may drop the submission without an error */
    clscan_device *in_turn;   /* the device, if its submissions wait for each other; else NULL */
    cs_epochs callers_epochs; /* the history of a workspace of the caller's: none, because it may hold anything */
    cl_event waits[8];        /* the wait list of the submission, if it is longer than the caller's */
    cl_event *more_waits; /* this list, if it has more than 8 events; else NULL, so that warm plans allocate nothing */
} cs_in_flight;

/* Bytes that a submission takes from the pools; 0: nothing. */
typedef struct cs_in_flight_bytes {
    size_t workspace, scratch;
} cs_in_flight_bytes;

/* Acquires workspaces from the pools, and makes the first command of the submission wait for their last uses. Sets the
 * members of the submission that concern its workspace, and submission->want_event if the event is needed. If the
 * driver has CS_FAULT_QUEUES, the submission also waits for the submission before it, and other threads wait until
 * cs_in_flight_end. *f must be zero. */
clscan_status cs_in_flight_begin(cs_in_flight *f, cs_pools *pools, clscan_device *device, const cs_variant *variant,
                                 cs_in_flight_bytes bytes, cs_submission *submission);

/* Ends what cs_in_flight_begin has begun, after all commands are enqueued, or if something failed with `status`. The
 * workspaces and *event, if `event` is not NULL, get references to the event of the submission's last command. If the
 * submission has failed, *event is left alone. */
void cs_in_flight_end(cs_in_flight *f, cs_submission *submission, clscan_status status, cl_event *event);

#endif
