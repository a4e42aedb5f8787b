/* OpenCL C functions that load, map and store elements, as a user may write them. The first two functions complain on
 * failure. */
#ifndef CLSCAN_TOOL_GENERATED_FUNCTIONS_H
#define CLSCAN_TOOL_GENERATED_FUNCTIONS_H

#include "data/task.h"

/* Makes functions load and store the elements of a scan, which stays the same otherwise. The text of the functions is
 * written to `source`, which must live as long as the description. */
bool generated_transforms(clscan_desc *d, char *source, size_t size);

/* Makes the task a stream compaction: a store function moves the odd ints to the beginning of their row or of the
 * output. Their places are the sums of flags. */
bool generated_compaction(task *t, char *source, size_t size);

/* Computes the results of that compaction in plain C, and sets t->out_count. Other places of `out` are not written. The
 * total is the number of odd ints in the last row. */
void generated_compact(task *t, cl_int *out, void *total);

#endif
