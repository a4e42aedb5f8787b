/* Portions: elements from arrays of the caller to a slot, and results from a slot to arrays of the caller. The caller
 * holds the lock of the stream. */
#ifndef CS_PORTION_H
#define CS_PORTION_H

#include "stream/ring.h"

/* Check the arrays of a call that are pushed, or pulled. */
clscan_status cs_portion_check_inputs(const clscan_stream *stream, const cs_call *call);
clscan_status cs_portion_check_outputs(const clscan_stream *stream, const cs_call *call);

/* Checks the outputs of a call that executes the stream as a whole. */
clscan_status cs_portion_check_all_outputs(const clscan_stream *stream, const cs_call *call);

/* Returns how many results such a call has room for: in a selection, as many as fit into the smallest output. */
size_t cs_portion_room(const clscan_stream *stream, const cs_call *call);

/* Pushes elements of the call from element `at` on, as many as the ring takes. *taken receives their number. With
 * `pinned`, whole pieces are copied between the device and the arrays of the call directly. */
clscan_status cs_portion_push(clscan_stream *stream, const cs_call *call, size_t at, bool pinned, size_t *taken);

/* Pulls results to element `at` and those that follow of the outputs, at most `most`. *given receives their number. */
clscan_status cs_portion_pull(clscan_stream *stream, const cs_call *call, size_t at, size_t most, size_t *given);

/* Drops the next results. *dropped receives their number. */
clscan_status cs_portion_drop(clscan_stream *stream, size_t *dropped);

#endif
