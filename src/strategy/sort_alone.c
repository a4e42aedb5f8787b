#include "strategy/sort_alone.h"

#include "base/min_max.h"
#include "strategy/sort_space.h"
#include "strategy/strategy.h"
#include "tuning/sort_shape.h"

#include <stdint.h>

enum { MOST_BUFFERS = 2, COUNTER_BITS = 32 /* in which a work-group counts digits */ };

/* Returns true if rows are sorted by themselves. Segments that heads mark have no lengths that the host knows. */
static bool has_rows(const cs_shape *shape) {
    return shape->sort.segment_passes > 0 && !shape->sort.counts_heads;
}

/* Returns the most elements of several rows that a work-group sorts together: a tile, which is in local memory. */
static size_t most_together(const cs_shape *shape) {
    return shape->wg_size > 1 ? (size_t)shape->wg_size * shape->items : shape->sort.row->undivided;
}

bool cs_sort_is_alone(const cs_shape *shape, size_t rows, size_t length) {
    const bool is_short = shape->wg_size > 1 && length <= most_together(shape);
    if ((cl_ulong)(has_rows(shape) ? length : rows * length) >> COUNTER_BITS > 0)
        return false;
    return rows * length <= shape->undivided ||
           (has_rows(shape) && length <= shape->sort.alone && (is_short || rows >= shape->sort.least_rows_alone));
}

/* Every work-group has rows before one has several. */
static size_t rows_of_part(const cs_shape *shape, size_t rows, size_t length) {
    const size_t even = cs_divided_up(rows, shape->groups), most = most_together(shape) / cs_max(length, 1);
    return cs_max(cs_min(even, most), 1);
}

cs_sort_parts cs_sort_parts_of(const cs_shape *shape, size_t rows, size_t length, size_t size) {
    const size_t rows_each = has_rows(shape) ? rows_of_part(shape, rows, length) : cs_max(rows, 1);
    const size_t span = rows_each * length, parts = cs_divided_up(rows, rows_each);
    const bool in_tiles = shape->wg_size > 1 && span <= most_together(shape) && !shape->sort.counts_heads;
    return (cs_sort_parts) { .span = span,
                             .in_tiles = in_tiles,
                             .groups = cs_min(parts, in_tiles ? CS_MAX_GROUPS : shape->groups),
                             .bytes = in_tiles ? 0 : cs_sort_workspace_of_one(shape, span, size, MOST_BUFFERS) };
}

/* The parts of all work-groups together have `count` elements at most, and the last one may be shorter than the
 * others. One work-group sorts all elements in the workspace of the passes. */
size_t cs_sort_alone_workspace(const cs_shape *shape, size_t count, size_t size) {
    const size_t together = cs_min(most_together(shape), count), most = SIZE_MAX / 2;
    const size_t least = shape->wg_size > 1 ? most_together(shape) + 1 : 1,
                 groups = cs_min(shape->groups, count / least),
                 each = cs_sort_workspace_of_one(shape, 0, size, MOST_BUFFERS) +
                        (MOST_BUFFERS * shape->sort.bytes + 1) * CS_WORKSPACE_ALIGNMENT;
    const size_t longest = cs_max(shape->sort.alone, cs_min(shape->undivided, count));
    if (!has_rows(shape) || (longest <= most_together(shape) && shape->wg_size > 1) || groups == 0)
        return 0;
    if (count > most / (MOST_BUFFERS * shape->sort.bytes) / 2)
        return most;
    return CS_WORKSPACE_ALIGNMENT + groups * each + MOST_BUFFERS * (count + together) * shape->sort.bytes;
}
