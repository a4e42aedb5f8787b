/* How strategy columns divides lines, for scans and for reductions. */
#ifndef CS_COLUMNS_H
#define CS_COLUMNS_H

#include "strategy/strategy.h"

/* The division of lines into strips and blocks. strip: lines in a strip; blocks: in a strip; rows: in a block. */
typedef struct cs_cut {
    size_t lines, strip;
    size_t strips, blocks, rows;
} cs_cut;

/* Cuts strips into blocks if there are fewer strips than work-groups, and if `cuts` is set. */
cs_cut cs_columns_cut(const cs_shape *shape, size_t lines, size_t length, bool cuts);

/* Returns the most lines that a strip can have. */
size_t cs_columns_widest(const cs_shape *shape);

#endif
