/* The kernels of one piece, by task. */
#ifndef CS_KERNELS_H
#define CS_KERNELS_H

#include "stream/stream.h"

/* Enqueues the kernels of a piece, which wait for the event. slot->computed completes with them. */
clscan_status cs_piece_compute(clscan_stream *stream, cs_slot *slot, const cl_event *sent);

/* Clears the results to which pieces add: the counts of a histogram, and outputs that have one number for all
 * elements. */
clscan_status cs_stream_clear_results(clscan_stream *stream);

#endif
