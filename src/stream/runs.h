/* Runs of equal elements that cross pieces. */
#ifndef CS_RUNS_H
#define CS_RUNS_H

#include "stream/stream.h"

/* Settles which results of a piece can be pulled, once they are on the host. The last run of a piece may go on in the
 * next piece. If its result depends on that, it is kept in stream->last. With desc.min_run_length, the results of short
 * runs are dropped, and stream->kept no longer counts them. */
clscan_status cs_runs_settle(clscan_stream *stream, cs_slot *slot);

/* Returns true if the last result of each piece is kept. */
bool cs_runs_keep_last(const clscan_stream *stream);

/* Returns true if the run in stream->last, with the length that it has so far, is too short to have a result. */
bool cs_runs_last_is_short(const clscan_stream *stream);

#endif
