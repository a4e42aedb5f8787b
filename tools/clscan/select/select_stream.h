/* clscan select, unique and runs by a stream: arrays that need not fit into memory. */
#ifndef CLSCAN_TOOL_SELECT_STREAM_H
#define CLSCAN_TOOL_SELECT_STREAM_H

#include "data/task.h"
#include "files/flow.h"

/* Selects from the elements of a source that has not been read, in pieces. NEEDS_WHOLE_ARRAY: nothing has been taken
 * from the source or written, because the options need all elements at a time. *t becomes the task without its arrays,
 * and *kept the number of elements that are kept. Complains on failure. */
stream_outcome select_stream(const options *o, clscan_task kind, source *from, task *t, cl_ulong *kept);

#endif
