/* The arrays of a slot, each with a buffer of the device and memory in which the host fills or reads it. */
#ifndef CS_SLOT_ARRAY_H
#define CS_SLOT_ARRAY_H

#include "device/device.h"

/* The way between the host and a device: queues for the copies up and down, which overlap with the queue of the
 * kernels. All three queues are in-order. */
typedef struct cs_stream_queues {
    const clscan_device *device;
    cl_command_queue up, compute, down;
    bool shared; /* the device works in the memory of the host: buffers are mapped, and nothing is copied */
} cs_stream_queues;

/* One array of a slot of the ring. */
typedef struct cs_slot_array {
    size_t element; /* bytes of an element, or of a word of 32 bits */
    size_t bytes;
    cl_mem buffer;        /* the kernels' */
    cl_mem staging;       /* pinned memory of the host; the same as `buffer` if the device works in the host's memory */
    char *host;           /* where the host finds the array; NULL while the device has the memory */
    char *callers_memory; /* memory of the caller's that takes the place of the staging memory for one piece, or NULL */
} cs_slot_array;

/* Creates the queues. cs_stream_queues_finish waits for all commands. cs_stream_queues_close waits too, and releases
 * the queues. */
clscan_status cs_stream_queues_open(cs_stream_queues *queues, const clscan_device *device);
clscan_status cs_stream_queues_finish(const cs_stream_queues *queues);
void cs_stream_queues_close(cs_stream_queues *queues);

/* Lets the drivers begin with all commands. */
clscan_status cs_stream_queues_flush(const cs_stream_queues *queues);

/* Creates an array of `n` elements. cs_slot_array_release accepts an array of zeros. */
clscan_status cs_slot_array_create(const cs_stream_queues *queues, size_t element, size_t n, cs_slot_array *array);
void cs_slot_array_release(const cs_stream_queues *queues, cs_slot_array *array);

/* Lets the host write the array, whose contents become undefined. */
clscan_status cs_slot_array_open(const cs_stream_queues *queues, cs_slot_array *array);

/* Enqueues the upload of the first `bytes`: a copy, or the unmapping if the device works in the host's memory. */
clscan_status cs_slot_array_send(const cs_stream_queues *queues, cs_slot_array *array, size_t bytes);

/* Enqueues the unmapping of an array that the host has read, so that kernels may write it. Does nothing if arrays are
 * copied. */
clscan_status cs_slot_array_close(const cs_stream_queues *queues, cs_slot_array *array);

/* Enqueues the download of the first `bytes` after the event: a copy, or a mapping. */
clscan_status cs_slot_array_fetch(const cs_stream_queues *queues, cs_slot_array *array, size_t bytes,
                                  const cl_event *after);

#endif
