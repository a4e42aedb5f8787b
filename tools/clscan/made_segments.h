/* Segments of made-up data. */
#ifndef CLSCAN_TOOL_MADE_SEGMENTS_H
#define CLSCAN_TOOL_MADE_SEGMENTS_H

#include "task.h"
#include "view.h"

/* What tells the segments that the view wants, if any: about as long as it says. Complains on failure. */
bool made_segments(const view_options *v, uint64_t seed, task *t);

/* No segments, but t->segments as large as they may be. */
void made_segments_most(const view_options *v, task *t);

#endif
