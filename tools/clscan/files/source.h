/* The source of the elements: the input file of scan, reduce, select and unique, its format and its elements. */
#ifndef CLSCAN_TOOL_SOURCE_H
#define CLSCAN_TOOL_SOURCE_H

#include "formats/feed.h"
#include "options/options.h"

typedef struct source {
    feed feed;  /* open until the file is read */
    input file; /* has no data before the file is read */
    const format *from;
    array in; /* may be borrowed from the file */
} source;

/* Opens the file of the first operand. Begins the activity "reading". Complains on failure, for example of options that
 * do not go with the format. */
bool source_begin(const options *o, source *s);

/* Returns the options for reading the elements. */
data_options source_data(const options *o, const source *s);

/* Reads all elements, after source_begin. Complains on failure. */
bool source_read(const options *o, source *s);

/* Opens the file of the first operand and reads its elements: source_begin and source_read. */
bool source_open(const options *o, source *s);

/* Accepts a source that could not be opened. */
void source_close(source *s);

#endif
