/* The calls of a stream, for the exported functions, which hold the lock of the stream meanwhile. The arrays of a call
 * are in host memory. */
#ifndef CS_STREAM_CALLS_H
#define CS_STREAM_CALLS_H

#include "problem/call.h"
#include "stream/stream.h"

/* Takes the lock. Fails if an earlier call has failed, and then does not hold the lock. */
clscan_status cs_stream_lock(clscan_stream *stream);

/* Releases the lock, and returns `status`. */
clscan_status cs_stream_unlock(clscan_stream *stream, clscan_status status);

clscan_status cs_stream_push(clscan_stream *stream, const cs_call *call, size_t *taken);
clscan_status cs_stream_pull(clscan_stream *stream, const cs_call *call, size_t *given);
clscan_status cs_stream_reserve(clscan_stream *stream, clscan_args *args);
clscan_status cs_stream_commit(clscan_stream *stream, size_t count);
clscan_status cs_stream_peek(clscan_stream *stream, clscan_args *args);
clscan_status cs_stream_release(clscan_stream *stream, size_t count);
clscan_status cs_stream_total(clscan_stream *stream, void *total, size_t size);
clscan_status cs_stream_execute(clscan_stream *stream, const cs_call *call);

#endif
