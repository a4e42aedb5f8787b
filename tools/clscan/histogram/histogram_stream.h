/* clscan histogram by a stream: arrays that need not fit into memory. */
#ifndef CLSCAN_TOOL_HISTOGRAM_STREAM_H
#define CLSCAN_TOOL_HISTOGRAM_STREAM_H

#include "files/flow.h"
#include "histogram/counting.h"

/* Counts the elements of a source that has not been read, in pieces. NEEDS_WHOLE_ARRAY: nothing has been taken from the
 * source or written, because the options need all elements at a time. *c becomes the histogram, which the caller closes
 * in any case. Complains on failure. */
stream_outcome histogram_stream(const options *o, source *from, counting *c);

#endif
