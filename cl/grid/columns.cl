/* The scan of adjacent lines, such as columns. A work-group scans a strip of lines from the first row to the last. If
 * there are too few strips for the device, strips are cut into blocks of rows. */
#include "grid/look_back/fall_back.h"
#include "grid/prologue.h"
#include "grid/strips/line_blocks.h"

/* One work-item walks down the rows of a strip. Several work-items hold some rows of the strip together. Files that
 * both kinds include are included above: a program has each file once, at the place of its first include, and the
 * preprocessor must not skip that place. */
#if CLSCAN_WG_SIZE == 1
#include "grid/strips/block_by_item.h"
#else
#include "grid/strips/block_by_group.h"
#endif

CLSCAN_REGISTER_HEAVY_KERNEL void clscan_columns(CLSCAN_ARRAYS, ulong lines, uint strip) {
    local clscan_t totals[CLSCAN_WG_SIZE];
    const clscan_view view = CLSCAN_VIEW;
    if (lines == 0 && get_global_id(0) == 0)
        clscan_store_total(&view, clscan_first_prefix(&view));
    clscan_whole_strip(&view, lines, strip, totals);
}

/* Scans strips that are cut into blocks: each work-group scans one block. */
CLSCAN_REGISTER_HEAVY_KERNEL void clscan_column_blocks(CLSCAN_ARRAYS, clscan_state *workspace, ulong lines, uint strip,
                                                       ulong blocks, ulong rows, uint epoch, uint first_ticket) {
    local clscan_blocks_storage storage;
    const clscan_view view = CLSCAN_VIEW;
    const clscan_line_grid grid = clscan_line_grid_of(&view, lines, strip, blocks, rows, workspace, epoch);
    const clscan_block block = clscan_take_block(&grid, first_ticket, &storage.ticket);
    clscan_scan_block(&grid, &block, &storage);
}
