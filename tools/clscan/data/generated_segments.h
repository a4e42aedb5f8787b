/* Segments of generated data. */
#ifndef CLSCAN_TOOL_GENERATED_SEGMENTS_H
#define CLSCAN_TOOL_GENERATED_SEGMENTS_H

#include "data/task.h"
#include "options/view.h"

/* Sets the kind of segments of a view in the task's description, and in t->segments the greatest size that the array of
 * flags, bits, keys or offsets can have. No memory is allocated. */
void generated_segments_most(const view_options *v, task *t);

/* Estimates the number of lines (see task_lines) before the segments are generated. The estimate is hardly ever less
 * than the number. */
size_t generated_segments_lines(const view_options *v, const task *t);

/* Generates t->segments. On average the segments are as long as the view says. Complains on failure. */
bool generated_segments(const view_options *v, uint64_t seed, task *t);

#endif
