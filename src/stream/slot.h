/* The slots of a ring, with their arrays. */
#ifndef CS_SLOT_H
#define CS_SLOT_H

#include "problem/arrays.h"
#include "stream/stream.h"

/* Returns true if each piece has results of its own, not a part of one result for all pieces. */
bool cs_stream_has_results(const clscan_stream *stream);

/* Creates the arrays of a slot. cs_slot_release accepts a slot that is zero, or whose creation has failed. */
clscan_status cs_slot_create(const clscan_stream *stream, cs_slot *slot);
void cs_slot_release(const clscan_stream *stream, cs_slot *slot);

/* Makes a slot ready for another piece. The arrays stay. */
void cs_slot_clear(cs_slot *slot);

#endif
