/* Segments of made-up data. */
#ifndef CLSCAN_TOOL_GENERATED_SEGMENTS_H
#define CLSCAN_TOOL_GENERATED_SEGMENTS_H

#include "data/task.h"
#include "options/view.h"

/* The description of the segments that the view wants, if any, and t->segments as large as they may be; none yet. */
void generated_segments_most(const view_options *v, task *t);

/* What tells them then: about as long as the view says. Complains on failure. */
bool generated_segments(const view_options *v, uint64_t seed, task *t);

#endif
