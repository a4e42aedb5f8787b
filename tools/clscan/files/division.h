/* How the options divide the elements of a source: rows along --axis, and segments by --segment-by or --by-key. */
#ifndef CLSCAN_TOOL_DIVISION_H
#define CLSCAN_TOOL_DIVISION_H

#include "data/task.h"
#include "files/source.h"

typedef struct division {
    input file; /* the file from which the next array may be borrowed */
    array segments;
} division;

/* Sets *found to the dimension that an axis names, which may be negative. Complains if there is none. */
bool division_axis(int axis, const array *in, unsigned *found);

/* Sets the rows of the task along an axis, which may be NO_AXIS. Complains on failure, of the library with the words
 * `failure`. */
bool division_set_axis(int axis, const char *failure, task *t);

/* Returns the option that divides the elements into rows or columns, for a message that refuses other options with it.
 */
const char *division_rows_option(const view_options *v);

/* Returns true if segments are given by offsets. */
bool division_has_offsets(const view_options *v);

/* Reads the segments into *d, which is zero before, and sets the segments of the task. The rows of the task are set
 * already. Complains on failure. The caller closes *d in any case. */
bool division_read(const options *o, const source *from, task *t, division *d);
void division_close(division *d);

#endif
