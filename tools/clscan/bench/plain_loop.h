/* The scan as a plain loop in C, which a scan on a CPU should beat. */
#ifndef CLSCAN_TOOL_PLAIN_LOOP_H
#define CLSCAN_TOOL_PLAIN_LOOP_H

#include <oracle.h>

typedef void (*plain_loop_fn)(const void *in, void *out, size_t count);

/* Returns the loop, or NULL for user types. */
plain_loop_fn plain_loop(oracle_type type, clscan_op op, clscan_kind kind);

#endif
