/* The parts of a sort that work-groups sort alone, in one launch: see cl/grid/sort/sort_alone.h. */
#ifndef CS_SORT_ALONE_H
#define CS_SORT_ALONE_H

#include "tuning/shape.h"

#include <stdbool.h>

/* Returns true if work-groups sort `rows` rows of `length` elements alone. Without rows, all elements are one row. */
bool cs_sort_is_alone(const cs_shape *shape, size_t rows, size_t length);

/* The launch: the elements of a part, the number of work-groups, and the bytes of each one's workspace. */
typedef struct cs_sort_parts {
    size_t span, groups, bytes;
    bool in_tiles; /* each part fits into a tile, and needs no workspace */
} cs_sort_parts;

/* Returns the launch that sorts these rows. `size` is the bytes of a count. */
cs_sort_parts cs_sort_parts_of(const cs_shape *shape, size_t rows, size_t length, size_t size);

/* Returns the bytes of workspace for such launches with up to `count` elements, in rows of any length. */
size_t cs_sort_alone_workspace(const cs_shape *shape, size_t count, size_t size);

#endif
