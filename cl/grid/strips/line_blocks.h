/* The blocks into which strips are cut, and which of them a work-group takes. */
#ifndef CLSCAN_LINE_BLOCKS_H
#define CLSCAN_LINE_BLOCKS_H

#include "grid/strips/line_prefix.h"

/* A block of a strip. `publishes` is false if a test withholds the records of the block. `is_last` is true if the block
 * has the last row; without rows, block 0 is the last one. */
typedef struct {
    ulong strip, block;
    bool publishes, is_last;
} clscan_block;

typedef struct {
    clscan_t totals[CLSCAN_WG_SIZE];
    uint ticket;
    uint missing; /* the first block that any line wants reduced next, or CLSCAN_NO_TILE */
} clscan_blocks_storage;

/* clscan_block_begin and clscan_block_end return the range of a block's rows. */
static ulong clscan_block_begin(const clscan_line_grid *grid, ulong block) {
    return min(block * grid->rows, grid->view->length);
}
static ulong clscan_block_end(const clscan_line_grid *grid, ulong block) {
    return min(clscan_block_begin(grid, block) + grid->rows, grid->view->length);
}

/* Returns the number of the block that this work-group takes. Numbers are taken in the order in which work-groups
 * begin. They count the first blocks of all strips, then the second blocks of all strips, and so on. The owners of
 * earlier blocks of a strip have therefore begun. */
CLSCAN_COLLECTIVE ulong clscan_take_number(const clscan_line_grid *grid, ulong strips, uint first_ticket,
                                           local uint *ticket) {
    const uint tiles = grid->blocks * strips;
    if (!CLSCAN_TICKETS)
        return CLSCAN_TILE_ORDER((uint)get_group_id(0), tiles);
    if (get_local_id(0) == 0)
        *ticket = clscan_ticket(grid->counter) - first_ticket;
    clscan_barrier();
    return CLSCAN_TILE_ORDER(*ticket, tiles);
}

CLSCAN_COLLECTIVE clscan_block clscan_take_block(const clscan_line_grid *grid, uint first_ticket, local uint *ticket) {
    const uint strips = (grid->lines + grid->strip - 1) / grid->strip;
    const uint tile = clscan_take_number(grid, strips, first_ticket, ticket), block = tile / strips;
    const ulong length = grid->view->length;
    clscan_block b = { tile - block * strips, block, CLSCAN_PUBLISHER(tile) == 0,
                       block == (length ? (length - 1) / grid->rows : 0) };
    return b;
}

#endif
