/* Functions of OpenCL C, as a user may give them to load, to map and to store. The first two complain on failure. */
#ifndef CLSCAN_TOOL_GENERATED_FUNCTIONS_H
#define CLSCAN_TOOL_GENERATED_FUNCTIONS_H

#include "data/task.h"

/* The same scan, but each element comes and goes by a function. `source` gets its text and has to live as long. */
bool generated_transforms(clscan_desc *d, char *source, size_t size);

/* Odd ints go side by side, in rows each to its begin: places are sums of their flags. */
bool generated_compaction(task *t, char *source, size_t size);

/* The same in plain C, into `out`; of places that nothing goes to, nothing. The total is how many in the last row. */
void generated_compact(task *t, cl_int *out, void *total);

#endif
