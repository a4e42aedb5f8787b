/* Spans: each work-group of reduce_scan, of a partition and of a sort has one span of whole tiles. */
#ifndef CS_SPANS_H
#define CS_SPANS_H

#include "tuning/shape.h"

/* Returns the elements in a span: whole tiles, enough of them that the shape's number of work-groups is not
 * exceeded. */
size_t cs_span_of(const cs_shape *shape, size_t count);

/* Returns the number of spans, at least one. */
size_t cs_spans(const cs_shape *shape, size_t count);

/* Returns the bytes of one total for each span. A smaller count may have more spans than `count` has, so this is the
 * greatest number for all counts up to `count`. */
size_t cs_spans_workspace(const cs_shape *shape, size_t count, size_t size);

#endif
