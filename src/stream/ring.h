/* The ring of a stream, from both ends: elements are pushed at one end, and results pulled at the other. The caller
 * holds the lock of the stream. After a failure below, the stream is useless. */
#ifndef CS_RING_H
#define CS_RING_H

#include "problem/call.h"
#include "stream/stream.h"

/* Fails if the stream has failed before. */
clscan_status cs_ring_check(const clscan_stream *stream);

/* Sets *slot to the slot that takes the next elements; NULL: results have to be pulled first. */
clscan_status cs_ring_open(clscan_stream *stream, cs_slot **slot);

/* Adds `n` elements, which are in the arrays, to this slot. A slot with a whole piece goes to the device. */
clscan_status cs_ring_add(clscan_stream *stream, cs_slot *slot, size_t n);

/* Sends the unfinished piece that is pushed next to the device, if it has elements. */
clscan_status cs_ring_flush(clscan_stream *stream);

/* Sends the last piece, and marks the stream as finished. A stream without elements gets an empty piece, which gives
 * the total. */
clscan_status cs_ring_finish(clscan_stream *stream);

/* Results that are next to be pulled: output i begins at at[i]. */
typedef struct cs_results {
    const char *at[CLSCAN_MAX_ARRAYS];
    bool in_callers_memory; /* the results are in memory of the caller's already */
    size_t n;
} cs_results;

/* Waits for the next results. There are none, n is 0, if all pieces on the device have been pulled. */
clscan_status cs_ring_results(clscan_stream *stream, cs_results *results);

/* Drops the first `n` of these results. */
void cs_ring_drop(clscan_stream *stream, size_t n);

/* Checks that there is a total of this size. A selection has a ulong. */
clscan_status cs_ring_check_total(const clscan_stream *stream, size_t size);

/* Waits for the total of all pieces. */
clscan_status cs_ring_total(clscan_stream *stream, void *total);

#endif
