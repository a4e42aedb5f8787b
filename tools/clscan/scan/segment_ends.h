/* The results of a reduction by segments, as the results of a scan at the last elements of the segments. */
#ifndef CLSCAN_TOOL_SEGMENT_ENDS_H
#define CLSCAN_TOOL_SEGMENT_ENDS_H

#include "files/flow.h"

enum { SEGMENT_ENDS_ARRAYS = 2 }; /* the outputs of the scan */

/* A result is written when it is known that the next element begins a segment, or that there is none. */
typedef struct segment_ends {
    unsigned char *heads; /* a ring of flags of the elements that are in the stream; NULL: this is no reduction */
    size_t room;          /* of the ring, in elements */
    size_t noted, seen;   /* elements that were read, and elements whose results have come */
    char *taken[SEGMENT_ENDS_ARRAYS]; /* room for the results that are written */
    char *last[SEGMENT_ENDS_ARRAYS];  /* the results of the last element that was seen */
} segment_ends;

/* Returns the bytes that an element of a piece takes here. */
size_t segment_ends_room(const flow *f);

/* Makes memory for pieces of up to `piece` elements. Complains on failure. The caller closes *e in any case. */
bool segment_ends_begin(segment_ends *e, const flow *f, size_t piece);
void segment_ends_close(segment_ends *e);

/* Notes which of the next `n` elements begin a segment, before they are given to the stream. */
void segment_ends_note(segment_ends *e, const unsigned char *heads, size_t n);

/* Writes the results, among the next ones, that end a segment. Complains on failure. */
bool segment_ends_write(segment_ends *e, flow *f, const clscan_args *results);

/* Writes the results of the last segment. Complains on failure. */
bool segment_ends_finish(segment_ends *e, flow *f);

#endif
