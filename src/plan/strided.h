/* Rows, columns and axes: how many elements of an array they span, and whether two elements of a row overlap. */
#ifndef CS_STRIDED_H
#define CS_STRIDED_H

#include "base/strbuf.h"
#include "problem/call.h"

typedef struct cs_extents {
    size_t in, out; /* number of elements from the first to the last one */
} cs_extents;

clscan_status cs_strided_extents(const cs_traits *traits, const cs_call *call, cs_extents *extents);

/* Sets args->dims to the rows of a dense array along an axis. */
clscan_status cs_strided_set_axis(clscan_args *args, const size_t *shape, unsigned rank, unsigned axis);

/* Returns true if the rows are contiguous in both arrays, without gaps between elements or rows. */
bool cs_strided_is_dense(const cs_call *call);

/* Prints the rows: "rows       100 of 10 elements, ...". */
void cs_strided_print(cs_strbuf *text, const cs_traits *traits, const cs_call *call);

#endif
