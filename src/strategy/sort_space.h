/* The workspace of cl/grid/sort/sort_space.h, for the strategies of a sort and of a top-k. The pitch of an array is the
 * same in the workspace of a sort by comparison. */
#ifndef CS_SORT_SPACE_H
#define CS_SORT_SPACE_H

#include "opencl/caps.h"
#include "tuning/shape.h"

/* Returns the padded length of each array in a buffer of the workspace, for `count` elements. It is a multiple of
 * CS_WORKSPACE_ALIGNMENT elements, so that every array in a buffer is aligned like the buffer. */
size_t cs_sort_pitch(size_t count);

/* Returns `shape`, with more work-groups if a span of `count` elements would otherwise have 2^32 elements or more: a
 * work-group counts the digits of its span in 32 bits. */
cs_shape cs_sort_short_spans(const cs_shape *shape, size_t count);

/* Returns the number of passes of a sort by `segments` segments or rows. If these are few, there are no passes by the
 * higher digits of their ids. */
size_t cs_sort_passes(const cs_shape *shape, size_t segments);

/* Returns the bytes of a workspace with `buffers` buffers for `count` elements. `size` is the bytes of a count. If the
 * bytes are too many for any memory, returns half of SIZE_MAX. */
size_t cs_sort_workspace(const cs_shape *shape, size_t count, size_t size, size_t buffers);

/* Returns the padded bytes of the same workspace for a work-group that sorts up to `count` elements alone. */
size_t cs_sort_workspace_of_one(const cs_shape *shape, size_t count, size_t size, size_t buffers);

/* Fails with a message if a tile has more elements than the kernels can number, or if a sweep has no tiles. */
clscan_status cs_sort_applicable(const cs_caps *caps, const cs_shape *shape);

#endif
