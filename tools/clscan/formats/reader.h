/* The elements of a file, read piece by piece. Files of all formats are read, except npy files whose bytes or
 * dimensions are in another order. */
#ifndef CLSCAN_TOOL_READER_H
#define CLSCAN_TOOL_READER_H

#include "formats/text_lines.h"

typedef struct reader {
    feed *from;
    const format *of;
    data_options data; /* `type` is the type of the elements */
    array like;        /* type, size, count and shape of the elements; the count is SIZE_MAX if it is not known */
    size_t header;     /* bytes before the elements */
    text_lines lines;  /* of a text: the lines that are being read */
    text_lines batch;  /* of a text: the lines that were read last */
    bool inferred;     /* of a text: the type was inferred from its first lines */
    size_t n;          /* elements that were read */
    bool ended;
} reader;

/* Finds what the elements are, and takes nothing from the feed, which stays the caller's. *in_pieces becomes false if
 * the whole file is needed. Complains on failure. */
bool reader_begin(feed *from, const format *of, const data_options *options, reader *r, bool *in_pieces);

/* Begins to read: takes the header of the file. */
void reader_start(reader *r);

/* Returns how many elements there are at most, or SIZE_MAX if that is not known. */
size_t reader_most(const reader *r);

/* Reads up to `most` elements to `to`. *n is the number, which may be 0. Waits for the file once at most. r->ended says
 * that no more follow. Complains on failure. */
bool reader_read(reader *r, void *to, size_t most, size_t *n);

/* Returns how many bytes of the file the elements have taken. */
size_t reader_bytes(const reader *r);

/* Makes *values the first elements, as far as they have come, without taking them. The caller frees them. Complains on
 * failure, so that a mistake in the first lines of a text is found before the device is opened. */
bool reader_sample(const reader *r, array *values);

/* Returns true if the next elements are not there, and will not be for a moment. */
bool reader_is_idle(const reader *r);

#endif
