/* A piece on its way: uploads, kernels, downloads. Nothing here waits for the device, except cs_piece_fetch for the
 * count of a selection, and cs_piece_wait. */
#ifndef CS_SUBMIT_H
#define CS_SUBMIT_H

#include "stream/stream.h"

/* Enqueues the uploads and the kernels of a slot that the host has filled. Downloads follow immediately if the number
 * of results is known. */
clscan_status cs_piece_submit(clscan_stream *stream, cs_slot *slot);

/* Enqueues the downloads of a selection's piece, after waiting for the number of elements that it has kept. */
clscan_status cs_piece_fetch(clscan_stream *stream, cs_slot *slot);

/* Waits for the results of a piece, and settles which of them can be pulled. */
clscan_status cs_piece_wait(clscan_stream *stream, cs_slot *slot);

#endif
