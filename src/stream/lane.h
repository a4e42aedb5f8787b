/* Lanes: the arrays of a piece, each with a buffer of the device and memory in which the host fills or reads it. */
#ifndef CS_LANE_H
#define CS_LANE_H

#include "device/device.h"

/* The way between the host and a device: queues for the copies up and down, which overlap with the queue of the
 * kernels. All three queues are in-order. */
typedef struct cs_link {
    const clscan_device *device;
    cl_command_queue up, compute, down;
    bool shared; /* the device works in the memory of the host: buffers are mapped, and nothing is copied */
} cs_link;

/* One array of a slot of the ring. */
typedef struct cs_lane {
    size_t element; /* bytes of an element, or of a word of 32 bits */
    size_t bytes;
    cl_mem buffer;  /* the kernels' */
    cl_mem staging; /* pinned memory of the host; the same as `buffer` if the link is shared */
    char *host;     /* where the host finds the array; NULL while the device has the memory */
    char *away;     /* memory of the caller's that takes the place of the staging memory for one piece, or NULL */
} cs_lane;

/* Creates the queues of a link. cs_link_finish waits for all commands. cs_link_close waits too, and releases the
 * queues. */
clscan_status cs_link_open(cs_link *link, const clscan_device *device);
clscan_status cs_link_finish(const cs_link *link);
void cs_link_close(cs_link *link);

/* Lets the drivers begin with all commands. */
clscan_status cs_link_flush(const cs_link *link);

/* Creates a lane of `n` elements. cs_lane_release accepts a lane of zeros. */
clscan_status cs_lane_create(const cs_link *link, size_t element, size_t n, cs_lane *lane);
void cs_lane_release(const cs_link *link, cs_lane *lane);

/* Lets the host write the lane, whose contents become undefined. */
clscan_status cs_lane_open(const cs_link *link, cs_lane *lane);

/* Enqueues the upload of the first `bytes`: a copy, or the unmapping if the device works in the host's memory. */
clscan_status cs_lane_send(const cs_link *link, cs_lane *lane, size_t bytes);

/* Enqueues the unmapping of a lane that the host has read, so that kernels may write it; nothing if lanes are copied.
 */
clscan_status cs_lane_close(const cs_link *link, cs_lane *lane);

/* Enqueues the download of the first `bytes` after the event: a copy, or a mapping. */
clscan_status cs_lane_fetch(const cs_link *link, cs_lane *lane, size_t bytes, const cl_event *after);

#endif
