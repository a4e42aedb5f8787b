/* The source of the elements: the input file of scan, reduce, select and unique, its format and its elements. */
#ifndef CLSCAN_TOOL_SOURCE_H
#define CLSCAN_TOOL_SOURCE_H

#include "options/options.h"

typedef struct source {
    input file;
    const format *from;
    array in; /* may be borrowed from the file */
} source;

/* Opens the file of the first operand and reads its elements. Begins the activity "reading". Complains on failure, for
 * example of options that do not go with the format. */
bool source_open(const options *o, source *s);
void source_close(source *s);

#endif
