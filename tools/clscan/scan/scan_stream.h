/* clscan scan and clscan reduce by a stream: arrays that need not fit into memory. */
#ifndef CLSCAN_TOOL_SCAN_STREAM_H
#define CLSCAN_TOOL_SCAN_STREAM_H

#include "data/task.h"
#include "files/flow.h"

/* Scans or reduces the elements of a source that has not been read, in pieces. NEEDS_WHOLE_ARRAY: nothing has been
 * taken from the source or written, because the options need all elements at a time. `may_wrap` says that integers may
 * wrap. *t becomes the task without its arrays. Complains on failure. */
stream_outcome scan_stream(const options *o, clscan_task kind, source *from, bool may_wrap, task *t);

#endif
