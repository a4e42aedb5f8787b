/* The slots of a ring: their arrays, and what the arrays are for. */
#ifndef CS_SLOT_H
#define CS_SLOT_H

#include "stream/stream.h"

/* Return the name of an input or an output in args. */
const char *cs_stream_input_name(const clscan_stream *stream, unsigned i);
const char *cs_stream_output_name(const clscan_stream *stream, unsigned i);

/* Returns true for a mask or segments of one bit for each element. The elements of such an array are words. */
bool cs_stream_has_bits(const clscan_stream *stream, unsigned input);
bool cs_stream_any_bits(const clscan_stream *stream);

/* Returns true if output `i` is one number for all elements of a piece, not one for each. */
bool cs_stream_is_single(const clscan_stream *stream, unsigned output);

/* Returns how many elements of the previous piece stand in front of a piece: 1 if the task compares neighbours, else 0.
 */
size_t cs_stream_front(const clscan_stream *stream);

/* Returns true if each piece has results of its own, not a part of one result for all pieces. */
bool cs_stream_has_results(const clscan_stream *stream);

/* Returns the bytes of an element of an input, or of a word of bits. */
size_t cs_stream_input_size(const clscan_stream *stream, unsigned input);

/* Creates the arrays of a slot. cs_slot_release accepts a slot that is zero, or whose creation has failed. */
clscan_status cs_slot_create(const clscan_stream *stream, cs_slot *slot);
void cs_slot_release(const clscan_stream *stream, cs_slot *slot);

/* Makes a slot ready for another piece. The arrays stay. */
void cs_slot_clear(cs_slot *slot);

#endif
