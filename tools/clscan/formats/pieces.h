/* Functions of the formats for files that are read piece by piece. All functions complain on failure. */
#ifndef CLSCAN_TOOL_PIECES_H
#define CLSCAN_TOOL_PIECES_H

#include "formats/text_lines.h"

/* Fails if the options ask for elements that no text has. */
bool text_is_of_numbers(const input *in, const data_options *options);

/* Sets *type to long if all numbers are integers, otherwise to double. Looks at all lines of a file, but only at those
 * lines of a pipe that have come already. */
bool text_infer_type(feed *from, const data_options *options, int *type);

/* Appends the numbers of up to `most` lines to `values`, which have room for them. A line is one number. `inferred`
 * says that the type of the values was inferred from other lines. */
bool text_read_lines(text_lines *lines, const data_options *options, size_t most, bool inferred, array *values);

/* Sets *values to the elements of raw data, without data. */
bool raw_describe(const input *in, const data_options *options, array *values);

/* Reads the header of an npy file into *values, which get no data. *header becomes its length in bytes. *in_order
 * becomes false if the bytes or the dimensions of the file are in another order. Nothing is taken from the feed. */
bool npy_begin(feed *from, const data_options *options, array *values, size_t *header, bool *in_order);

#endif
