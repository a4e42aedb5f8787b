/* The scan as anyone would write it in C, one loop: what a scan on a processor has to beat. */
#ifndef CLSCAN_TOOL_PLAIN_LOOP_H
#define CLSCAN_TOOL_PLAIN_LOOP_H

#include <oracle.h>

typedef void (*plain_loop_fn)(const void *in, void *out, size_t count);

/* NULL where there is none: for types of one's own. */
plain_loop_fn plain_loop(oracle_type type, clscan_op op, clscan_kind kind);

#endif
